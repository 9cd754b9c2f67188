/** Acts: edits that make no sense apart. The server applies all of them or none (docs/decisions/0220). */
import { refuse } from '#contract/sync/outcome.ts'
import { heldWithAct, type Result } from './answers.ts'
import type { NormalizedEdit } from './normalize-edit.ts'

/** Groups edits into units. All parts of an act form one unit, in the place of the first part. */
export function unitsOf(edits: readonly NormalizedEdit[]): NormalizedEdit[][] {
  const units: NormalizedEdit[][] = []
  const acts = new Map<string, NormalizedEdit[]>()
  for (const one of edits) {
    const { act } = one.edit
    const parts = act && acts.get(act.id)
    if (parts) {
      parts.push(one)
      continue
    }
    const unit = [one]
    units.push(unit)
    if (act) acts.set(act.id, unit)
  }
  return units
}

/** Answers the whole act with the fault of one part, and holds the other parts. */
export const answerAct = (parts: readonly NormalizedEdit[], fault: Result): Result[] =>
  parts.map(({ edit: { mutation_id } }) =>
    mutation_id === fault.mutation_id ? fault : heldWithAct(mutation_id),
  )

/** The refusal of an act that came without all its parts: applied alone, they would be half of what a person did. */
export const PARTS_MISSING = refuse(
  400,
  'invalid',
  'Only a part of this change arrived, and it makes no sense alone.',
)

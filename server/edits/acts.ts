/** Acts: edits that make no sense apart, of which all are applied or none (docs/decisions/0220). */
import { refuse } from '#contract/sync/outcome.ts'
import { heldWithAct, type Result } from './answers.ts'
import type { NormalizedEdit } from './normalize-edit.ts'

/** The edits one by one, the parts of an act together where the first of them stands. */
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

/** The whole act is answered with what one part of it met: the other parts are held. */
export const answerAct = (parts: readonly NormalizedEdit[], fault: Result): Result[] =>
  parts.map(({ edit: { mutation_id } }) =>
    mutation_id === fault.mutation_id ? fault : heldWithAct(mutation_id),
  )

/** Of an act that came without all its parts: applied alone, they would be half of what a person did. */
export const PARTS_MISSING = refuse(
  400,
  'invalid',
  'Only a part of this change arrived, and it makes no sense alone.',
)

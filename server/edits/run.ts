/**
 * Runs edits: dedupe, permission, merge, write, change feed and stored outcome commit together (architecture, "How one
 * edit flows", 5). A plain documented call carries one edit, `POST sync/push` carries many; both end here.
 */
import { NotADecimal } from '#contract/money.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { codeOf, hasCrossed, isBusy, isDuplicate, levelOf } from '../platform/busy.ts'
import type { Context } from '../platform/context.ts'
import { answerAct, unitsOf } from './acts.ts'
import { badValue, held, type Result } from './answers.ts'
import { runBatch, type RunOptions } from './batch.ts'
import { rowKey } from './meaning.ts'
import { normalizeEdit, type NormalizedEdit } from './normalize-edit.ts'
import type { Submitter } from './outcomes.ts'
import { placedLinesOf } from './placing.ts'

/** The most order lines that one transaction places. Other calls are answered between two transactions. */
const LINES_A_TRANSACTION = 500
/**
 * Whether the fault is the edit's: SQLSTATE classes of values that the database never takes, and sums that are no
 * longer amounts.
 */
const isBadValue = (error: unknown) =>
  error instanceof NotADecimal || (/^(?:22|23)/.test(codeOf(error)) && !isDuplicate(error))
const linesIn = (edits: readonly NormalizedEdit[]) =>
  edits.reduce((sum, { edit }) => sum + placedLinesOf(edit).length, 0)

/** An edit, or all parts of an act. */
type Unit = readonly NormalizedEdit[]

/**
 * Cuts edits into parts of so many order lines. An order of more lines is a part of its own. Each part has its edits in
 * the order given.
 */
function partsOf(units: readonly Unit[], lines: number): Unit[][] {
  const parts: Unit[][] = []
  let room = 0
  for (const unit of units) {
    room -= linesIn(unit)
    if (parts.length === 0 || room < 0) {
      parts.push([])
      room = lines - linesIn(unit)
    }
    parts.at(-1)!.push(unit)
  }
  return parts
}

/**
 * Runs the parts of a batch one after the other, each in a transaction of its own. An edit that is not applied holds
 * what follows it in its chain, as within one batch.
 */
async function runApart(
  context: Context,
  by: Submitter,
  edits: readonly NormalizedEdit[],
  parts: readonly (readonly Unit[])[],
  { asksWhy = false, blocked: before = [], onStored }: RunOptions,
): Promise<Result[]> {
  const results = new Map<NormalizedEdit, Result>()
  const blocked = new Set(before)
  const isBlocked = ({ edit }: NormalizedEdit) => blocked.has(rowKey(edit.entity, edit.entity_id))
  for (const part of parts) {
    const inPart = part.flat()
    // A part that is held whole needs no transaction: it could wait for the lock of a busy order once more.
    const ran = inPart.every(isBlocked)
      ? inPart.map(({ edit }) => held(edit.mutation_id))
      : await runEdits(context, by, inPart, { asksWhy, blocked, ...(onStored && { onStored }) })
    for (const [n, one] of inPart.entries()) {
      results.set(one, ran[n]!)
      if (ran[n]!.outcome !== 'applied') blocked.add(rowKey(one.edit.entity, one.edit.entity_id))
    }
  }
  return edits.map((one) => results.get(one)!)
}

async function runEdits(
  context: Context,
  by: Submitter,
  edits: readonly NormalizedEdit[],
  options: RunOptions,
): Promise<Result[]> {
  const units = unitsOf(edits)
  if (units.length > 1 && linesIn(edits) > LINES_A_TRANSACTION)
    return runApart(context, by, edits, partsOf(units, LINES_A_TRANSACTION), options)
  try {
    return await runBatch(context, by, edits, options)
  } catch (first) {
    let error: unknown = first
    // Another call stored the same key first, or two transactions crossed: run it again.
    if (isDuplicate(error) || hasCrossed(error)) {
      try {
        return await runBatch(context, by, edits, options)
      } catch (again) {
        error = again
      }
    }
    // Running each edit alone would only wait longer.
    if (units.length > 1 && !isBusy(error)) {
      const alone = units.map((unit) => [unit])
      return runApart(context, by, edits, alone, options)
    }
    // The database does not say which part of an act holds the bad value.
    if (isBadValue(error)) return answerAct(edits, badValue(edits[0]!.edit))
    context.log[levelOf(error)](error, 'an edit could not be run')
    return edits.map(({ edit: { mutation_id } }) => ({
      mutation_id,
      outcome: 'retry',
      status: 503,
      body: { message: 'The server could not do this just now.' },
    }))
  }
}

/**
 * Runs edits that the route has checked. Never throws for an edit. If the database refuses a batch, its edits are
 * tried alone. One with a value that cannot be stored is refused; any other one at fault answers `retry` and is not
 * stored.
 */
export async function runMutations(
  context: Context,
  by: Submitter,
  mutations: readonly Mutation[],
  options: RunOptions = {},
): Promise<Result[]> {
  return mutations.length === 0 ? [] : runEdits(context, by, mutations.map(normalizeEdit), options)
}

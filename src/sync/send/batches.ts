/** Edits in pushes that the server takes: at most 500, and at most 3 MiB of text. */
import type { Mutation } from '#contract/sync/mutation.ts'
import { PUSH_BATCH } from '#contract/sync/protocol.ts'
import { groupBy } from '../store/rows.ts'

/** The server reads 8 MB of a push; the envelope around the edits needs some of it. */
const MOST_BATCH_CHARS = 3 * 1024 * 1024

/** In their order. The parts of an act go in one batch. */
export function* pushBatches(records: readonly Mutation[]): Generator<Mutation[]> {
  let batch: Mutation[] = []
  let chars = 0
  for (const unit of groupBy(records, ({ act, mutation_id }) => act?.id ?? mutation_id).values()) {
    const size = JSON.stringify(unit).length
    const isFull = batch.length + unit.length > PUSH_BATCH || chars + size > MOST_BATCH_CHARS
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(...unit)
    chars += size
  }
  if (batch.length > 0) yield batch
}

/**
 * Plain changes of items that come while others are being stored are stored together, in one transaction: its
 * statements and its wait for the disk are then paid for once. A call that comes alone waits for nobody.
 */
import type { Mutation } from '#contract/sync/mutation.ts'
import { companyOf } from '../orders/scope.ts'
import type { Context } from '../platform/context.ts'
import { runTogether, type Bringer, type Result } from './run.ts'

/** While one transaction waits for the disk or for a lock, another may run. */
const AT_ONCE = 2
/** So that the first of a batch does not wait long for the last. */
const MOST = 32

interface Call {
  mutation: Mutation
  by: Bringer
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Queue {
  running: number
  waiting: Call[]
}

const queues = new WeakMap<Context, Queue>()

/** Whether a call may share its transaction: one row of its own, and a key that nobody else can have. */
export const mayGather = ({ entity, call }: Mutation): boolean => entity === 'orderitems' && call.method === 'PATCH'

export function runGathered(context: Context, by: Bringer, mutation: Mutation): Promise<Result> {
  const queue = queues.get(context) ?? { running: 0, waiting: [] }
  queues.set(context, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ mutation, by, resolve, reject })
    if (queue.running < AT_ONCE) void runNext(context, queue)
  })
}

async function runNext(context: Context, queue: Queue): Promise<void> {
  queue.running++
  for (let batch = take(queue); batch.length > 0; batch = take(queue))
    try {
      const results = await runTogether(context, batch)
      for (const [n, { resolve }] of batch.entries()) resolve(results[n]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  queue.running--
}

/** The next calls of people who see the same orders, each row once: the second change of a row waits for the first. */
function take(queue: Queue): Call[] {
  const rows = new Set<string>()
  const batch: Call[] = []
  const left: Call[] = []
  for (const call of queue.waiting) {
    const { entity_id } = call.mutation
    const first = batch[0] ?? call
    const fits =
      batch.length < MOST && !rows.has(entity_id) && companyOf(call.by.person) === companyOf(first.by.person)
    if (fits) batch.push(call)
    else left.push(call)
    rows.add(entity_id)
  }
  queue.waiting = left
  return batch
}

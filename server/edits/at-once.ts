/**
 * Runs plain calls that arrive at one moment together. A transaction costs ten statements and a flush of the disk, for
 * one edit or for thirty. A caller that sends many calls at once, such as an import or a bulk edit of the office, waits
 * for one transaction in place of thirty.
 */
import type { Person } from '#contract/permissions.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Context } from '../platform/context.ts'
import type { Result } from './answers.ts'
import { runMutations } from './run.ts'

/** The most calls of a batch. More would keep other writers from the locked orders for too long. */
const MOST_CALLS = 32

interface Call {
  mutation: Mutation
  done(result: Result): void
  failed(error: unknown): void
}
/** The calls of one person and device to one kind of row. The next batch waits until the one before it has ended. */
interface Queue {
  person: Person
  device: string
  waiting: Call[]
}

const queues = new WeakMap<Context, Map<string, Queue>>()

/**
 * Runs a PATCH without a key. A call that comes alone runs at once and by itself. Those that come while it runs go
 * together into the next transaction, each row once, so that each change keeps a version and an answer of its own.
 */
export function runAtOnce(
  context: Context,
  { person, device }: { person: Person; device: string },
  mutation: Mutation,
): Promise<Result> {
  const all = queues.get(context) ?? new Map<string, Queue>()
  queues.set(context, all)
  // Rights may change between two calls. A person with other rights gets another queue.
  const name = JSON.stringify([person, device, mutation.entity])
  return new Promise((done, failed) => {
    const call = { mutation, done, failed }
    const queue = all.get(name)
    if (queue) {
      queue.waiting.push(call)
      return
    }
    const made: Queue = { person, device, waiting: [call] }
    all.set(name, made)
    void drain(context, made, () => all.delete(name))
  })
}

/** Does work of this person once a place in their share is free (decision 0190). */
export async function inShare<T>(context: Context, person: Person, work: () => Promise<T>): Promise<T> {
  const leave = await context.shares.calls.enter(person.id)
  try {
    return await work()
  } finally {
    leave()
  }
}

/**
 * Runs batches until the queue is empty, then calls `onEmpty` in the same moment: no call can join a queue that has
 * ended.
 */
async function drain(context: Context, queue: Queue, onEmpty: () => void): Promise<void> {
  while (queue.waiting.length > 0) {
    const batch = takeBatch(queue)
    try {
      const mutations = batch.map(({ mutation }) => mutation)
      const results = await inShare(context, queue.person, () =>
        runMutations(context, queue, mutations, { ownKeys: true }),
      )
      for (const [n, call] of batch.entries()) call.done(results[n]!)
    } catch (error) {
      for (const call of batch) call.failed(error)
    }
  }
  onEmpty()
}

/** Takes the first waiting calls, each row once. */
function takeBatch(queue: Queue): Call[] {
  const rows = new Set<string>()
  const batch: Call[] = []
  const left: Call[] = []
  for (const call of queue.waiting) {
    const { entity_id } = call.mutation
    if (batch.length < MOST_CALLS && !rows.has(entity_id)) batch.push(call)
    else left.push(call)
    // A later change of a row that waits must not overtake it.
    rows.add(entity_id)
  }
  queue.waiting = left
  return batch
}

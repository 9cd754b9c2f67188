/** Limits how many edits of a person are stored in a day, by pushes and by plain calls. */
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import { tooMany } from '../platform/auth/throttle.ts'
import { today, type Context } from '../platform/context.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { findStored } from './outcomes.ts'

/** The most edits a day: for a person who picks, some shifts of a warehouse's outboxes; for others, orders. */
const MOST_EDITS = { floor: 250_000, outside: 5_000 }
const mostEdits = (person: Person) => (can(person, 'orders.pick') ? MOST_EDITS.floor : MOST_EDITS.outside)
const RETRY_SECONDS = 3_600

const COUNT_EDITS = `
  insert into brought_edits as b (user_id, day, edits) values ($1, $2, $3)
  on conflict (user_id) do update set day = excluded.day,
    edits = excluded.edits + case when b.day = excluded.day then b.edits else 0 end
  returning edits`

/** How many edits of a person the day has so far. */
const BroughtEdits = z.object({ edits: z.number() })

/**
 * The people who have used up their day, by the last count. The truth is in the database, and other processes learn it
 * too.
 */
const usedUp = new WeakMap<Context, Map<number, string>>()

/**
 * Counts stored edits that this person sent. Repeated edits, and those to be sent again, do not count: a server that
 * could not take their edits for hours must be able to take them afterwards.
 */
export async function countEdits(context: Context, person: Person, count: number): Promise<void> {
  if (count === 0) return
  const { edits } = await queryOnlyRow(
    context.pool,
    BroughtEdits,
    { name: 'count edits', text: COUNT_EDITS },
    [person.id, today(context), count],
  )
  if (edits < mostEdits(person)) return
  const all = usedUp.get(context) ?? new Map<number, string>()
  usedUp.set(context, all.set(person.id, today(context)))
}

/** Throws 429 where the person's stored edits of today have reached the day's limit. */
export function checkQuota(context: Context, person: Person): void {
  if (usedUp.get(context)?.get(person.id) === today(context))
    throw tooMany(
      'You have sent more changes today than a day may have. They are kept on the device.',
      RETRY_SECONDS,
      'too_many_edits',
    )
}

/**
 * Counts a plain call, and throws 429 as `checkQuota` does. Calls of a person who picks count where they have a key:
 * without one, a refused call leaves nothing. A call that was answered before is answered again.
 */
export async function countCall(context: Context, person: Person, key: string | null): Promise<void> {
  if (key === null && can(person, 'orders.pick')) return
  try {
    checkQuota(context, person)
  } catch (error) {
    if (key !== null && (await findStored(context.pool, person.id, [key])).has(key)) return
    throw error
  }
  await countEdits(context, person, 1)
}

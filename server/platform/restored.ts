/** The epoch that a restore writes to the database. Only a restore begins one in this way (docs/decisions/0225). */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { addDays } from '#contract/day.ts'

/**
 * A restore: the epoch that it ended, the moment to which it set the database back, and when it ran. Releases before this
 * one did not store `at`.
 */
const Restore = z.object({ ended: z.string(), to: z.iso.datetime(), at: z.iso.datetime().optional() })
type Restore = z.infer<typeof Restore>

/**
 * Marks a database as restored. The program that puts a backup in place of a database calls this once, before a server
 * starts on it. Devices then pull everything again, send back what the database lost, and keep their sessions.
 *
 * @param to the moment of the database's state; rows that were stored after it are lost
 */
export async function markRestored(client: pg.ClientBase, now: Date, to: string): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select value from facts where key = 'epoch'`)
  const ended = rows[0]?.value ?? ''
  const epoch = randomUUID()
  await client.query(
    `insert into facts (key, value) values ('epoch', $1), ('restored_epoch', $1), ('restored_at', $2), ('restores', $3)
       on conflict (key) do update set value = excluded.value`,
    [
      epoch,
      now.toISOString(),
      JSON.stringify([...(await restores(client)), { ended, to, at: now.toISOString() }]),
    ],
  )
}

/** Returns every restore that the database remembers, in order. */
async function restores(client: pg.ClientBase): Promise<Restore[]> {
  const { rows } = await client.query<{ value: string }>(`select value from facts where key = 'restores'`)
  return rows[0] ? z.array(Restore).parse(JSON.parse(rows[0].value)) : []
}

/** Where a device was last answered: in this epoch, on this day of the distributor. */
interface LastAnswer {
  epoch: string
  day: string
  device: string
}

/**
 * Returns the moment to which the database was set back since a device was last answered; the earliest one where there
 * were several restores. Null where it was not set back since, as in a demo that was made again.
 *
 * The database may not know the epoch. One reason is that a backup was put back twice: the backup has no record of the
 * epoch that began between the two restores. Then the restores since the day of the answer count, with a day more for
 * the time zones. The other reason is that the device was answered by another database at the same address, such as a
 * demo. Only a device that this database knew before its last restore may give back its edits then (docs/security.md).
 */
export async function setBackSince(
  client: pg.ClientBase,
  { epoch, day, device }: LastAnswer,
): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>(`select value from facts where key = 'epoch'`)
  // Another timeline of the present epoch: a replica was promoted, and nothing was set back.
  if (rows[0]?.value === epoch) return null
  const all = await restores(client)
  const first = all.findIndex(({ ended }) => ended === epoch)
  const since =
    first >= 0
      ? all.slice(first)
      : (await knewDevice(client, device))
        ? all.filter(({ at }) => at === undefined || at >= addDays(day, -1))
        : []
  return since.map(({ to }) => to).reduce<string | null>((a, b) => (a !== null && a < b ? a : b), null)
}

/** Returns whether a person had signed in on this device before the last restore. */
async function knewDevice(client: pg.ClientBase, device: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from sessions where device_id = $1
        and created_at < (select value::timestamptz from facts where key = 'restored_at') limit 1`,
    [device],
  )
  return rowCount === 1
}

/** Returns the epoch that a restore began, and when; null where the present epoch began in another way. */
export async function restoredEpoch(
  client: pg.ClientBase,
): Promise<{ epoch: string; restoredAt: string } | null> {
  const { rows } = await client.query<{ epoch: string; restoredAt: string }>(
    `select own.value as epoch, time.value as "restoredAt"
       from facts own join facts restored on restored.key = 'restored_epoch' and restored.value = own.value
       join facts time on time.key = 'restored_at'
      where own.key = 'epoch'`,
  )
  return rows[0] ?? null
}

/** The epoch that a restore writes to the database. Only a restore begins one in this way (docs/decisions/0225). */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'

/** A restore: the epoch that it ended, and the moment to which it set the database back. */
const Restore = z.object({ ended: z.string(), to: z.iso.datetime() })
type Restore = z.infer<typeof Restore>

/**
 * Marks a database as restored. The program that puts a backup in place of a database calls this once, before a server
 * starts on it. Devices then pull everything again, send back what the database lost, and keep their sessions.
 *
 * @param to the moment of the database's state; what was stored after it is lost
 */
export async function markRestored(client: pg.ClientBase, now: Date, to: string): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select value from facts where key = 'epoch'`)
  const ended = rows[0]?.value ?? ''
  const epoch = randomUUID()
  await client.query(
    `insert into facts (key, value) values ('epoch', $1), ('restored_epoch', $1), ('restored_at', $2), ('restores', $3)
       on conflict (key) do update set value = excluded.value`,
    [epoch, now.toISOString(), JSON.stringify([...(await restores(client)), { ended, to }])],
  )
}

/** Returns every restore that the database remembers, in order. */
async function restores(client: pg.ClientBase): Promise<Restore[]> {
  const { rows } = await client.query<{ value: string }>(`select value from facts where key = 'restores'`)
  return rows[0] ? z.array(Restore).parse(JSON.parse(rows[0].value)) : []
}

/**
 * Returns the moment to which the database was set back since a device received this epoch; the earliest one where
 * there were several restores. Null where no restore ended the epoch: a demo that was made again has lost nothing.
 */
export async function setBackSince(client: pg.ClientBase, epoch: string): Promise<string | null> {
  const all = await restores(client)
  const first = all.findIndex(({ ended }) => ended === epoch)
  if (first < 0) return null
  return all
    .slice(first)
    .map(({ to }) => to)
    .reduce((a, b) => (a < b ? a : b))
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

/** What a restore leaves in the database: a new epoch, which only a restore begins in this way (docs/decisions/0225). */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/**
 * To be called once by whatever puts a backup in place of a database, before a server starts on it. Devices then pull
 * everything anew, and go on with the sessions that they have.
 */
export async function markRestored(client: pg.ClientBase, now: Date): Promise<void> {
  const epoch = randomUUID()
  await client.query(
    `insert into facts (key, value) values ('epoch', $1), ('restored_epoch', $1), ('restored_at', $2)
       on conflict (key) do update set value = excluded.value`,
    [epoch, now.toISOString()],
  )
}

/** The epoch that a restore has begun, and when; null where the present one began otherwise. */
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

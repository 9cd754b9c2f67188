/**
 * Records that a backup was taken, for the administrator's page. After a restore, the record is the one from before the
 * backup.
 */
import path from 'node:path'
import type pg from 'pg'

export const BACKUP_FACT = 'backup_taken'

export const noteBackup = (client: pg.Pool | pg.ClientBase, file: string, at: Date) =>
  client.query(
    `insert into facts (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [BACKUP_FACT, JSON.stringify({ at: at.toISOString(), file: path.basename(file) })],
  )

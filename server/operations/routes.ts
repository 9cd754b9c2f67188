/** `GET operations`: the server itself, for administrators. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { Operations } from '#contract/operations.ts'
import { checkout, embeddedDir } from '../env.ts'
import type { Context } from '../platform/context.ts'
import type { Routes } from '../platform/routes.ts'
import { queryOnlyRow, queryRow, queryRows, ValueRow } from '../platform/rows.ts'
import { BACKUP_FACT } from '../backup/taken.ts'
import { OLDEST_TRANSACTION_SQL } from '../platform/health.ts'
import { UNSENT_MAILS_SQL } from '../platform/metrics.ts'
import { migrationsFolder } from '../schema/migrate.ts'
import { heldSum } from '../devices/device-reports.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { version } = read(path.join(checkout, 'package.json')) as { version: string }
/** The start has migrated the database to the newest migration. */
const { entries } = read(path.join(migrationsFolder, 'meta/_journal.json')) as { entries: { tag: string }[] }
const schema = entries.at(-1)!.tag

export const operationRoutes: Routes = async (app, context) => {
  const startedAt = context.clock().toISOString()
  app.get(
    '/operations',
    {
      onRequest: app.mayDo('operations.see', 'Only an administrator may see how the server is.'),
      schema: { tags: ['platform'], summary: 'How the server is', response: { 200: Operations } },
    },
    () => readOperations(context, startedAt),
  )
}

const DatabaseSize = z.object({ size: z.number() })
const OldestTransaction = z.object({ seconds: z.number().nullable() })
/** How many mails are in a state. */
const UnsentMails = z.object({ state: z.string(), value: z.number() })
const DeviceWithEdits = Operations.shape.devices.element.extend({ name: z.string().nullable() })

async function readOperations({ pool, env, disk }: Context, started_at: string): Promise<Operations> {
  const [database, transaction, backup, jobs, mails, devices] = await Promise.all([
    queryOnlyRow(pool, DatabaseSize, 'select pg_database_size(current_database()) as size'),
    queryOnlyRow(pool, OldestTransaction, OLDEST_TRANSACTION_SQL),
    queryRow(pool, ValueRow, 'select value from facts where key = $1', [BACKUP_FACT]),
    queryRows(
      pool,
      Operations.shape.jobs.element,
      `select name as queue, count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
              count(*) filter (where state = 'failed')::int as failed,
              max(completed_on) filter (where state = 'failed') as failed_at,
              max(completed_on) filter (where state = 'completed') as done_at
         from pgboss.job where name not like '\\_\\_%' group by 1 order by 1`,
    ),
    queryRows(pool, UnsentMails, UNSENT_MAILS_SQL),
    queryRows(
      pool,
      DeviceWithEdits,
      `select d.device_id, n.name, u.username, d.last_seen_at as last_seen, d.oldest_unsent_at as oldest_unsent, d.release, ${heldSum('unsent')} as unsent, ${heldSum('needs_you')} as needs_you
         from devices d join users u on u.id = d.user_id left join device_names n on n.device_id = d.device_id
        where d.unsent <> '{}' or d.needs_you <> '{}'
        order by d.last_seen_at limit 200`,
    ),
  ])
  const room = disk.room()
  const ofState = (state: string) => mails.find((row) => row.state === state)?.value ?? 0
  return {
    version,
    schema,
    started_at,
    database: {
      is_embedded: embeddedDir(env) !== null,
      size_bytes: database.size,
      oldest_transaction_seconds: transaction.seconds,
    },
    disk: room && { free_bytes: room.free, all_bytes: room.all, is_full: disk.isFull() },
    backup: backup ? (JSON.parse(backup.value) as Operations['backup']) : null,
    jobs,
    mails: { waiting: ofState('waiting'), perhaps: ofState('perhaps'), refused: ofState('refused') },
    devices,
  }
}

/** An app of before: its outbox records lie on the disk, and the app of today must send them. */
import { STEPS } from '#src/sync/store/migrate.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Device } from './device.ts'

type Old = Record<string, unknown> & { schema_version: number }

/** Puts back what waits on this device into a format of before, in which `base` was two fields. */
export function makeOld(device: Device): number {
  const records = [...device.users.keys()].flatMap((user) => device.outbox(user))
  for (const record of records as unknown as Old[]) {
    if (record.schema_version === 0) continue
    const { version, values } = record['base'] as OutboxRecord['base']
    Object.assign(record, { schema_version: 0, seen: values, seen_version: version })
    delete record['base']
  }
  return records.length
}

/** The migrator from that format; `change` is a planted bug's. */
export function teachOld(change: (record: Old) => Old = (record) => record): void {
  STEPS[0] = ({ seen, seen_version, ...record }) =>
    change({ ...record, base: { version: seen_version, values: seen } })
}

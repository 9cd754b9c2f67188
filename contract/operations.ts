/** The state of the server itself, as an administrator sees it: `GET operations`. */
import { z } from 'zod'
import { plural } from './format.ts'
import { Count } from './values.ts'

const Instant = z.string()

export const Operations = z.object({
  /** The version of the running release. */
  version: z.string(),
  /** The newest migration of the database, such as `0058_housekeeping`. */
  schema: z.string(),
  started_at: Instant,
  database: z.object({
    is_embedded: z.boolean(),
    size_bytes: z.number(),
    /** How long the oldest transaction that writes has been open; null where none is. */
    oldest_transaction_seconds: z.int().nullable(),
  }),
  /** The disk of the embedded database; null where the database is elsewhere. */
  disk: z.object({ free_bytes: z.number(), all_bytes: z.number(), is_full: z.boolean() }).nullable(),
  /** The last backup that `npm run backup` has taken; null where there is none. */
  backup: z.object({ at: Instant, file: z.string() }).nullable(),
  jobs: z.array(
    z.object({
      queue: z.string(),
      waiting: Count,
      /** The failed jobs that are still stored. */
      failed: Count,
      failed_at: Instant.nullable(),
      done_at: Instant.nullable(),
    }),
  ),
  mails: z.object({ waiting: Count, perhaps: Count, refused: Count }),
  /** Devices that hold something, the longest silent first. */
  devices: z.array(
    z.object({
      device_id: z.string(),
      /** The name that people give the device. Missing in the answer of an older server. */
      name: z.string().nullable().default(null),
      username: z.string(),
      last_seen: Instant,
      /** When the oldest waiting edit of the device was made; null where that is unknown. */
      oldest_unsent: Instant.nullable(),
      /** The release that runs on the device; null where it has not reported it. */
      release: z.string().nullable(),
      unsent: Count,
      needs_you: Count,
    }),
  ),
})
export type Operations = z.infer<typeof Operations>

/** A problem that needs attention, and its solution. */
export interface Advice {
  what: string
  todo: string
  /** A command to type on the server’s machine. */
  command?: string
}

const HOUR_MS = 3_600_000
const BACKUP_MS = 24 * HOUR_MS
const SILENT_MS = HOUR_MS
const TRANSACTION_SECONDS = 3_600
const LITTLE_ROOM_SHARE = 0.1

/** Returns the problems, the most serious first. Empty where all is well. */
export function adviceOf(
  { disk, backup, jobs, mails, devices, database }: Operations,
  now: number,
): Advice[] {
  const failed = jobs.filter((job) => job.failed > 0)
  const silent = devices.filter(
    ({ unsent, last_seen }) => unsent > 0 && now - Date.parse(last_seen) > SILENT_MS,
  )
  const undecided = mails.refused + mails.perhaps
  const found: (Advice | false)[] = [
    disk !== null &&
      disk.is_full && {
        what: 'The disk is almost full: nothing is saved.',
        todo: 'Make room on it: delete old files of archive, or enlarge it. Devices send what they hold after that.',
      },
    disk !== null &&
      !disk.is_full &&
      disk.free_bytes < disk.all_bytes * LITTLE_ROOM_SHARE && {
        what: 'Less than a tenth of the disk is free.',
        todo: 'Make room before it is full.',
      },
    (backup === null || now - Date.parse(backup.at) > BACKUP_MS) && {
      what: backup === null ? 'No backup has been taken.' : 'The last backup is older than a day.',
      todo: 'Let a timer run this every day, and keep a copy on another machine:',
      command: 'npm run backup -- --to FOLDER',
    },
    failed.length > 0 && {
      what: `Jobs failed: ${failed.map(({ queue }) => queue).join(', ')}.`,
      todo: 'Look for the job’s name in the server’s log. A scheduled job runs again at its next time.',
    },
    undecided > 0 && {
      what: `${plural(undecided, 'mail')} ${undecided === 1 ? 'was' : 'were'} refused, or perhaps sent.`,
      todo: 'Decide about each under Mail.',
    },
    silent.length > 0 && {
      what: `${plural(silent.length, 'device')} with edits ${silent.length === 1 ? 'has' : 'have'} not been heard of for an hour.`,
      todo: 'Bring them where there is a network, and open Larder on them.',
    },
    (database.oldest_transaction_seconds ?? 0) > TRANSACTION_SECONDS && {
      what: 'A transaction of the database has been open for more than an hour.',
      todo: 'Find it in pg_stat_activity and pg_prepared_xacts, and end it.',
    },
  ]
  return found.filter((one) => one !== false)
}

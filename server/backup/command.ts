/** `npm run backup`: copies the database into a file, or checks such a file. See `USAGE`. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { checkout } from '../env.ts'
import { codeOf } from '../platform/busy.ts'
import { runCommand, UsageError, wholeNumber } from '../platform/command.ts'
import { NameRow, queryOnlyRow, queryRows } from '../platform/rows.ts'
import { withPostgres } from '../command-database.ts'
import { StartError } from '../platform/start-error.ts'
import { openArchive, rowsOf, type Manifest } from './archive.ts'
import { takeBackup } from './backup.ts'
import { withLongClient } from './client.ts'
import { notWritten } from './file-errors.ts'
import { checkArchive, restoreArchive } from './restore.ts'
import { noteBackup } from './taken.ts'

const USAGE = `Usage: npm run backup -- FILE
       npm run backup -- --to FOLDER [--keep N]
       npm run backup -- --check FILE
Copies the whole database into a new file, as of one moment, while the server goes on working.
  --to FOLDER   names the file by the time, in this folder; for a daily timer
  --keep N      afterwards deletes the oldest of these files but N (14)
  --check FILE  restores the file into a scratch database beside this one, compares every row, and drops it again
  --help        prints this
A backup holds everything, passwords' hashes and keys too: keep it where only you can read it, and not on this machine alone.
"npm run restore" puts it back.`

/** The names of the files that a run writes into the folder of `--to`. */
const OWN_NAME = /^larder-\d{8}T\d{6}Z\.zip$/
const ownName = (now: Date) => `larder-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`

const inWords = (manifest: Manifest) =>
  `${manifest.tables.length} tables, ${rowsOf(manifest)} rows, as of ${manifest.taken_at}`

const version = () =>
  (JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { version: string }).version

/** Writes a progress line on a terminal. A timer's log gets none. */
const onProgress = (words: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${words}`)
}
const endProgress = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

async function backupTo(file: string): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already: name another file`)
  await withPostgres(async (url) => {
    const manifest = await takeBackup({ url, file, version: version(), onProgress }).catch(notWritten(file))
    endProgress()
    await withLongClient(url, (client) => noteBackup(client, file, new Date()))
    console.log(`Wrote ${file}: ${inWords(manifest)}`)
  })
}

function deleteOldest(folder: string, keep: number): void {
  const old = readdirSync(folder)
    .filter((name) => OWN_NAME.test(name))
    .toSorted()
    .slice(0, -keep)
  for (const name of old) rmSync(path.join(folder, name))
  if (old.length > 0) console.log(`Deleted ${old.join(', ')}`)
}

/** How the name of a scratch database begins; that of the checked database's id and a random part follow. */
const SCRATCH = 'larder_check_'
/** Any number that nothing else of ours uses: the advisory lock that a check shares with others of this database. */
const CHECK_LOCK = 7_236_005

const CheckLock = z.object({ alone: z.boolean(), prefix: z.string() })

/**
 * Takes the lock that each check holds until its connection ends. The first one drops the scratch databases of checks of
 * this database that were interrupted: each is as large as the database.
 *
 * @returns the beginning of the name of this database's scratch databases
 */
async function beginCheck(admin: pg.ClientBase): Promise<string> {
  // An advisory lock is of one database, so the names are too: no check drops the database of a check beside another
  // one.
  const { alone, prefix } = await queryOnlyRow(
    admin,
    CheckLock,
    `select pg_try_advisory_lock($1) as alone, $2 || oid || '_' as prefix
       from pg_database where datname = current_database()`,
    [CHECK_LOCK, SCRATCH],
  )
  if (alone) await dropLeftOver(admin, prefix)
  await admin.query('select pg_advisory_lock_shared($1)', [CHECK_LOCK])
  if (alone) await admin.query('select pg_advisory_unlock($1)', [CHECK_LOCK])
  return prefix
}

/** Drops the scratch databases with such names. One to which somebody is connected stays. */
async function dropLeftOver(admin: pg.ClientBase, prefix: string): Promise<void> {
  const left = await queryRows(
    admin,
    NameRow,
    `select d.datname::text as name from pg_database d
      where d.datname ~ ('^' || $1 || '[0-9a-f]{8}$') and pg_has_role(d.datdba, 'usage')
        and not exists (select from pg_stat_activity a
                         where a.datid = d.oid and a.backend_type = 'client backend')`,
    [prefix],
  )
  for (const { name } of left) await admin.query(`drop database if exists ${name}`).catch(ignoreInUse)
}

/** Somebody has just connected to the database. */
function ignoreInUse(error: unknown): void {
  if (codeOf(error) !== '55006') throw error
}

async function check(file: string): Promise<void> {
  const archive = await openArchive(file)
  try {
    await checkArchive(archive)
    await withPostgres(async (url) => {
      await withLongClient(url, async (admin) => {
        const scratch = `${await beginCheck(admin)}${randomBytes(4).toString('hex')}`
        await admin.query(`create database ${scratch}`)
        try {
          const address = new URL(url)
          address.pathname = `/${scratch}`
          await restoreArchive(address.href, archive, { now: new Date(), onProgress })
        } finally {
          await admin.query(`drop database if exists ${scratch} with (force)`)
        }
      })
    })
    endProgress()
    console.log(`${file} can be restored: ${inWords(archive.manifest)}`)
  } finally {
    archive.close()
  }
}

const OPTIONS = {
  to: { type: 'string' },
  keep: { type: 'string' },
  check: { type: 'string' },
} as const

await runCommand(
  { usage: USAGE, options: OPTIONS, mostWords: 1 },
  async ({ to, keep, check: checked }, [file]) => {
    if ([to, checked, file].filter((place) => place !== undefined).length !== 1)
      throw new UsageError('Give a FILE, --to FOLDER or --check FILE.')
    if (keep !== undefined && to === undefined) throw new UsageError('--keep belongs to --to.')
    if (checked !== undefined) return check(checked)
    if (to === undefined) return backupTo(file!)
    const most = wholeNumber('keep', keep ?? '14')
    try {
      mkdirSync(to, { recursive: true, mode: 0o700 })
    } catch (error) {
      notWritten(to)(error)
    }
    await backupTo(path.join(to, ownName(new Date())))
    deleteOldest(to, most)
  },
)

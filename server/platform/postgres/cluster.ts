import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../port.ts'
import { StartError } from '../start-error.ts'
import type { PostgresAccount } from './account.ts'
import { program } from './binaries.ts'
import { isPostmaster } from './process.ts'

/** A PostgreSQL with a folder of its own: `password`, `postgres.log` and `data`, reached by the account alone. */
export interface Cluster {
  /** Absolute, symbolic links resolved. Need not exist before `createCluster`. */
  folder: string
  native: string
  account: PostgresAccount | null
}

/** A postmaster that this process started. */
export interface Postmaster {
  port: number
  /** Resolves when it has ended, wanted or not. */
  ended: Promise<void>
  /** Ends every connection, writes what is in memory, waits for the end. */
  stop(): Promise<void>
}

const run = promisify(execFile)
const superuser = 'larder'

/** Of a small server beside its application: the same 2 cores, a handful of devices, many short transactions. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  // a batch of the outbox locks many rows' tables and indexes in one transaction
  max_locks_per_transaction: 256,
  // queries take milliseconds; compiling them takes longer
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
}

const dataOf = ({ folder }: Cluster) => path.join(folder, 'data')

/** Whether initdb has run to its end here. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  return Boolean(await stat(path.join(dataOf(cluster), 'PG_VERSION')).catch(() => null))
}

/**
 * Runs initdb. It works in a folder beside and is renamed into place at the end, so a start cut short leaves nothing
 * that looks like a cluster. The collation is the one that is alike on every machine, C.UTF-8 built in: by code
 * point, the fastest, and untouched by the system's updates.
 *
 * @param options.sync whether to wait until the files are on the disk; tests need not
 * @throws StartError with initdb's first line
 */
export async function createCluster(cluster: Cluster, { sync = true } = {}): Promise<void> {
  const { folder, native, account } = cluster
  const parent = path.dirname(folder)
  for (const name of await readdir(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new-`))
      await rm(path.join(parent, name), { recursive: true })
  }
  const draft = `${folder}.new-${process.pid}`
  const password = path.join(draft, 'password')
  await mkdir(draft)
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (account) {
    await chown(draft, account.uid, account.gid)
    await chown(password, account.uid, account.gid)
  }
  await chmod(draft, 0o700)
  const place = ['-D', path.join(draft, 'data'), '--no-instructions']
  const access = ['-U', superuser, '-A', 'scram-sha-256', '--pwfile', password]
  const text = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(
    program(native, 'initdb'),
    [...place, ...access, ...text, ...(sync ? [] : ['--no-sync'])],
    surroundings(cluster, draft),
  ).catch(({ stderr, message }: Error & { stderr?: string }) => {
    throw new StartError(
      `PostgreSQL cannot be made in ${folder}: ${(stderr || message).trim().split('\n')[0]}`,
    )
  })
  await rename(draft, folder)
  if (sync) await flushFolder(parent)
}

/** A new name is on the disk only when the folder that holds it is; Windows does not open folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Starts the postmaster on a free port of the loopback and waits until it accepts connections, recovery included.
 *
 * @param extra settings beyond, or instead of, those of a small server
 * @throws StartError with what PostgreSQL said last
 */
export async function startPostmaster(
  cluster: Cluster,
  extra: Record<string, string | number> = {},
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = spawnPostmaster(cluster, { ...settings, port, ...extra })
    const words = await readiness(cluster, child)
    if (words === null) return owned(child, port)
    // between asking for a free port and binding it somebody else may have been quicker
    if (attempt === 3 || !words.includes('could not bind'))
      throw new StartError(`PostgreSQL did not start in ${cluster.folder}: ${words}`)
  }
}

/** Stops what a killed server left running, and clears away what would keep the next postmaster from starting. */
export async function stopLeftOver(cluster: Cluster): Promise<boolean> {
  const data = dataOf(cluster)
  const pid = (await pidFile(cluster))?.pid
  if (pid === undefined) return false
  if (!isPostmaster(pid, await realpath(data))) {
    // after a restart of the machine the id may belong to any program, which PostgreSQL would take for a postmaster
    await rm(path.join(data, 'postmaster.pid'), { force: true })
    return false
  }
  const stop = (mode: string) =>
    run(
      program(cluster.native, 'pg_ctl'),
      ['stop', '-D', data, '-w', '-t', '30', '-m', mode],
      surroundings(cluster),
    )
  await stop('fast').catch(() => stop('immediate'))
  return true
}

/** The address of a cluster that runs, started by whichever process; null when none does. */
export async function clusterUrl(cluster: Cluster, database: string): Promise<string | null> {
  const port = (await pidFile(cluster))?.port
  if (!port) return null
  const password = await readFile(path.join(cluster.folder, 'password'), 'utf8')
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/** PostgreSQL's own note: process id, folder, start, port, …, state, one a line. */
async function pidFile(cluster: Cluster): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const text = await readFile(path.join(dataOf(cluster), 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null
}

function spawnPostmaster(cluster: Cluster, options: Record<string, string | number>): ChildProcess {
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = path.join(cluster.folder, 'postgres.log')
  // the last run's words are kept, for they say why it ended
  if (existsSync(file)) renameSync(file, `${file}.1`)
  const log = openSync(file, 'w', 0o600)
  try {
    const child = spawn(program(cluster.native, 'postgres'), ['-D', dataOf(cluster), ...flags], {
      ...surroundings(cluster),
      stdio: ['ignore', log, log],
      // a session of its own: Ctrl+C in the terminal is for the server, which lets requests end before PostgreSQL does
      detached: true,
    })
    // whatever ends this process, PostgreSQL does not stay behind; after SIGQUIT it recovers from its log
    const abandon = () => child.kill('SIGQUIT')
    process.once('exit', abandon)
    child.once('exit', () => process.off('exit', abandon))
    return child
  } finally {
    closeSync(log)
  }
}

/** Waits until the postmaster is ready: null; or until it has ended: its last words. */
async function readiness(cluster: Cluster, child: ChildProcess): Promise<string | null> {
  let failure = ''
  child.once('error', (error) => (failure ||= error.message))
  child.once('exit', (code) => (failure ||= `it ended with code ${code}`))
  for (;;) {
    const note = await pidFile(cluster)
    if (note?.pid === child.pid && note?.ready) return null
    if (failure) break
    await delay(10)
  }
  const log = await readFile(path.join(cluster.folder, 'postgres.log'), 'utf8').catch(() => '')
  return (/FATAL:.*/.exec(log)?.[0] ?? log.trim().split('\n').at(-1)) || failure
}

function owned(child: ChildProcess, port: number): Postmaster {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    ended,
    async stop() {
      const impatient = setTimeout(() => child.kill('SIGQUIT'), 30_000)
      // SIGINT is PostgreSQL's "fast shutdown"; where there are no signals it ends at once and recovers at the next start
      child.kill('SIGINT')
      await ended
      clearTimeout(impatient)
    },
  }
}

/** What every program of PostgreSQL runs with: the account, plain English, nobody's PGPORT or PGDATA. */
function surroundings(cluster: Cluster, cwd = cluster.folder): SpawnOptions & { env: NodeJS.ProcessEnv } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)))
  return { ...cluster.account, cwd, env: { ...env, LC_ALL: 'C' }, windowsHide: true }
}

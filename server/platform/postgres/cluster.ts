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

/** A PostgreSQL with its own folder: `password`, `postgres.log` and `data`. Only the account can enter it. */
export interface Cluster {
  /** Absolute, symbolic links resolved. Need not exist before `createCluster`. */
  folder: string
  native: string
  account: PostgresAccount | null
}

/** A postmaster that this process started. */
export interface Postmaster {
  port: number
  /** Resolves when the postmaster has ended, intended or not. */
  ended: Promise<void>
  /** Ends every connection, writes memory to the disk, and waits for the end. */
  stop(): Promise<void>
}

const run = promisify(execFile)
const superuser = 'larder'

/** Settings of a small server that shares 2 cores with its application: a few devices, many short transactions. */
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

/** Returns whether initdb has completed here. */
export async function clusterExists(cluster: Cluster): Promise<boolean> {
  return Boolean(await stat(path.join(dataOf(cluster), 'PG_VERSION')).catch(() => null))
}

/**
 * Runs initdb in a temporary folder beside, and renames that folder at the end, so that an interrupted start leaves
 * nothing that looks like a cluster. The collation is the same on every machine, the built-in C.UTF-8: by code point,
 * the fastest, and untouched by the system's updates.
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

/** Flushes a folder: a new name is on the disk only when its folder is. Windows does not open folders. */
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
    // another process may have bound the free port first
    if (attempt === 3 || !words.includes('could not bind'))
      throw new StartError(`PostgreSQL did not start in ${cluster.folder}: ${words}`)
  }
}

/** Stops what a killed server left running, and removes what would keep the next postmaster from starting. */
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

/** Returns the address of a running cluster, whichever process started it; null when none runs. */
export async function clusterUrl(cluster: Cluster, database: string): Promise<string | null> {
  const port = (await pidFile(cluster))?.port
  if (!port) return null
  const password = await readFile(path.join(cluster.folder, 'password'), 'utf8')
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/** Reads PostgreSQL's own pid file: process id, folder, start, port, …, state, one per line. */
async function pidFile(cluster: Cluster): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const text = await readFile(path.join(dataOf(cluster), 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null
}

function spawnPostmaster(cluster: Cluster, options: Record<string, string | number>): ChildProcess {
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = path.join(cluster.folder, 'postgres.log')
  // the log of the last run is kept, because it says why that run ended
  if (existsSync(file)) renameSync(file, `${file}.1`)
  const log = openSync(file, 'w', 0o600)
  try {
    const child = spawn(program(cluster.native, 'postgres'), ['-D', dataOf(cluster), ...flags], {
      ...surroundings(cluster),
      stdio: ['ignore', log, log],
      // a separate session: Ctrl+C in the terminal reaches the server alone, which ends its requests first
      detached: true,
    })
    // PostgreSQL ends with this process, whatever the reason; after SIGQUIT it recovers from its log
    const abandon = () => child.kill('SIGQUIT')
    process.once('exit', abandon)
    child.once('exit', () => process.off('exit', abandon))
    return child
  } finally {
    closeSync(log)
  }
}

/** Waits until the postmaster is ready or has ended. Returns null when it is ready, else its last words. */
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

/** Returns the options of PostgreSQL's programs: the account, plain English, and no inherited PGPORT or PGDATA. */
function surroundings(cluster: Cluster, cwd = cluster.folder): SpawnOptions & { env: NodeJS.ProcessEnv } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)))
  return { ...cluster.account, cwd, env: { ...env, LC_ALL: 'C' }, windowsHide: true }
}

import { mkdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Env } from '../../env.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { checkReachable, postgresAccount } from './account.ts'
import { findBinaries, makeEnterable, reachableNative } from './binaries.ts'
import {
  clusterExists,
  clusterUrl,
  createCluster,
  startPostmaster,
  stopLeftOver,
  type Cluster,
  type Postmaster,
} from './cluster.ts'
import { checkUnlocked, lockHolder, takeLock } from './lock.ts'
import { checkDatabaseUrl, urlInWords } from './by-url.ts'

/** A PostgreSQL to use, and the way to leave it. */
export interface Postgres {
  /** `postgres://user:password@host:port/database`; holds the password, so keep it out of logs. */
  url: string
  /** The same database, as the role that owns its tables; `url` where that is one role. */
  ownerUrl: string
  /** Stops PostgreSQL if this process started it, and gives the data folder back. May be called more than once. */
  stop(): Promise<void>
  /** Resolves when the embedded PostgreSQL has ended without being asked to; never for another one. */
  lost: Promise<void>
}

/** The settings that say which database it is. */
type Place = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_OWNER_URL'>

const database = 'larder'
const never = new Promise<void>(() => {})
const clusterFolder = (dataDir: string) => path.join(dataDir, 'postgres')

/**
 * Checks what would keep the database from starting, and changes nothing: the programs, the data folder's version,
 * its owner and whether another process has it; or that DATABASE_URL answers.
 *
 * @param anyEncoding whether a database that cannot store every letter is taken too
 * @throws StartError with the first reason found.
 */
export async function checkPostgres(env: Place, { anyEncoding = false } = {}): Promise<void> {
  if (env.DATABASE_URL) {
    await checkDatabaseUrl(env.DATABASE_URL, { anyEncoding })
    const { DATABASE_OWNER_URL: owner } = env
    if (owner) await checkDatabaseUrl(owner, { setting: 'DATABASE_OWNER_URL', anyEncoding })
    return
  }
  const { major } = findBinaries()
  await checkUnlocked(env.DATA_DIR)
  const folder = clusterFolder(env.DATA_DIR)
  const account = await postgresAccount(folder)
  if (account) await checkReachable(env.DATA_DIR, account)
  const found = await readFile(path.join(folder, 'data', 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return major
    throw new StartError(
      `data folder ${env.DATA_DIR} cannot be read (${code}): it may belong to another user`,
    )
  })
  if (found.trim() !== major) {
    throw new StartError(
      `data folder ${env.DATA_DIR} belongs to PostgreSQL ${found.trim()}, and this is ${major}: ` +
        'start the release of Larder that made it, or set DATA_DIR to another folder',
    )
  }
}

/**
 * Starts the embedded PostgreSQL in DATA_DIR, making it at the first time; or, with DATABASE_URL, only checks that one.
 * A crash of the server or of the machine before is recovered from: committed data is there.
 *
 * @throws StartError for what `checkPostgres` finds.
 */
export async function startPostgres(
  env: Place,
  log: Log,
  options?: { anyEncoding: boolean },
): Promise<Postgres> {
  await checkPostgres(env, options)
  if (env.DATABASE_URL) return elsewhere(env.DATABASE_URL, env.DATABASE_OWNER_URL)
  await makeDataDir(env.DATA_DIR)
  const release = await takeLock(env.DATA_DIR)
  process.once('exit', release)
  try {
    const cluster = await clusterAt(env.DATA_DIR)
    if (!(await clusterExists(cluster))) {
      log.info(`making a PostgreSQL data folder in ${env.DATA_DIR}`)
      await createCluster(cluster)
    } else if (await stopLeftOver(cluster)) {
      log.warn('a PostgreSQL that an earlier server left behind was stopped')
    }
    const postmaster = await startPostmaster(cluster)
    const url = await ready(cluster)
    return { url, ownerUrl: url, ...leaving(postmaster, release) }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * For commands beside the server: the database of the server that runs, or one started for as long as the command
 * needs it. Its encoding is not checked, so that "npm run backup" can take the data out of it.
 *
 * @throws StartError as `startPostgres` does.
 */
export async function reachPostgres(env: Place, log: Log): Promise<Postgres> {
  const running = env.DATABASE_URL ? null : await runningUrl(env.DATA_DIR)
  return running ? elsewhere(running) : startPostgres(env, log, { anyEncoding: true })
}

/** One that this process has not started. */
const elsewhere = (url: string, ownerUrl = url): Postgres => ({
  url,
  ownerUrl,
  stop: async () => {},
  lost: never,
})

/** Which database the settings mean, for a message. */
export const databasePlace = ({ DATABASE_URL, DATA_DIR }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): string =>
  DATABASE_URL ? urlInWords(DATABASE_URL) : `data folder ${DATA_DIR}`

/** Whether an embedded PostgreSQL has been made in this data folder. Changes nothing. */
export const hasCluster = async (dataDir: string): Promise<boolean> =>
  clusterExists({ folder: clusterFolder(dataDir), native: '', account: null })

/** The address of the embedded PostgreSQL that a server runs in this data folder, or null. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  if (!(await lockHolder(dataDir))) return null
  return clusterUrl({ folder: clusterFolder(dataDir), native: '', account: null }, database)
}

/** As root others must pass through it: PostgreSQL runs as one of them, in a folder below that is its alone. */
async function makeDataDir(folder: string): Promise<void> {
  try {
    if (process.getuid?.() === 0) await makeEnterable(folder)
    else await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`data folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The cluster of a data folder, made or not. */
export async function clusterAt(dataDir: string): Promise<Cluster> {
  const folder = clusterFolder(await realpath(dataDir))
  const binaries = findBinaries()
  const account = await postgresAccount(folder)
  return { folder, account, native: account ? await reachableNative(binaries) : binaries.native }
}

/** The product's own database in the cluster, made when it is missing. */
async function ready(cluster: Cluster): Promise<string> {
  const client = new pg.Client({ connectionString: (await clusterUrl(cluster, 'postgres')) ?? '' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
  return (await clusterUrl(cluster, database)) ?? ''
}

function leaving(postmaster: Postmaster, release: () => void): Pick<Postgres, 'stop' | 'lost'> {
  let stopping: Promise<void> | undefined
  const lost = new Promise<void>((resolve) => {
    void postmaster.ended.then(() => {
      if (!stopping) resolve()
    })
  })
  return {
    lost,
    stop: () =>
      (stopping ??= postmaster.stop().then(() => {
        process.off('exit', release)
        release()
      })),
  }
}

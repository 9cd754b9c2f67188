/** The system that the bench measures: a real PostgreSQL with fsync on, the product's server, and signed-in people. */
import { chmod, cp, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { checkout } from '#server/env.ts'
import { postgresAccount } from '#server/platform/postgres/account.ts'
import { findBinaries, reachableNative } from '#server/platform/postgres/binaries.ts'
import { stopLeftOver } from '#server/platform/postgres/cluster.ts'
import { lockHolder } from '#server/platform/postgres/lock.ts'
import { startPostgres } from '#server/platform/postgres/start.ts'
import { silentLog } from '#server/platform/log.ts'
import { makeScreens } from '#server/screens-build.ts'
import { startServer, type Server } from './programs.ts'
import { seed, SIGN_IN, type Size } from './seed.ts'
import type { Sizes } from './sizes.ts'

const PREFIX = 'larder-bench-'
const JUST_MADE_MS = 10_000

export interface Stack {
  /** How much each part does. */
  sizes: Sizes
  /** A folder for a part's own files. It is deleted with the stack. */
  folder: string
  /** A built copy of the product from the start of the bench, so that later edits of the checkout do not reach it. */
  product: string
  /** Returns the address of a database with a business of this size. Each name is made once a run. */
  database(name: string, size: Size): Promise<string>
  /** Starts the product's server on a database, as `npm start` runs it in production. */
  server(database: string, options?: { port?: number; flags?: string[] }): Promise<Server>
  stop(): Promise<void>
}

/** Starts a PostgreSQL of its own below the system's folder for temporary files. */
export async function openStack(sizes: Sizes): Promise<Stack> {
  await clearLeftOvers()
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), PREFIX)))
  // If root starts PostgreSQL, it runs as the user `nobody`, who must reach the folder.
  await chmod(folder, 0o755)
  const product = path.join(folder, 'product')
  const [postgres] = await Promise.all([
    startPostgres({ DATA_DIR: folder, DATABASE_URL: undefined }, silentLog),
    copyProduct(product),
  ])
  const servers = new Set<Server>()
  const databases = new Map<string, Promise<string>>()
  let count = 0

  async function make(name: string, size: Size): Promise<string> {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`create database ${name}`).finally(() => admin.end())
    const url = postgres.url.replace(/\/[^/]*$/, `/${name}`)
    await seed(url, size)
    return url
  }

  return {
    sizes,
    folder,
    product,
    database(name, size) {
      const made = databases.get(name) ?? make(name, size)
      databases.set(name, made)
      return made
    },
    async server(database, { port = 0, flags = [] } = {}) {
      const server = await startServer(
        path.join(product, 'server/run.mjs'),
        {
          DATABASE_URL: database,
          PORT: String(port),
          NODE_ENV: 'production',
          DATA_DIR: folder,
          // One person makes more calls here than any person does in use.
          PERSON_CALLS_A_MINUTE: '99999',
        },
        { log: path.join(folder, `server-${++count}.log`), flags },
      )
      servers.add(server)
      return server
    },
    async stop() {
      await Promise.all([...servers].map((server) => server.stop()))
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs a person in, `SIGN_IN` unless another is named, and returns the header for their calls. */
export async function signIn(server: Server, username = SIGN_IN.username): Promise<Record<string, string>> {
  const answer = await fetch(`${server.address}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': 'bench' },
    body: JSON.stringify({ ...SIGN_IN, username }),
  })
  if (!answer.ok) throw new Error(`sign-in was answered ${answer.status}: ${await answer.text()}`)
  const { access } = (await answer.json()) as { access: string }
  return { authorization: `Bearer ${access}` }
}

/** Stops the PostgreSQL of a run that was killed, and deletes its folder. */
async function clearLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const place = path.join(tmpdir(), name)
    if (!name.startsWith(PREFIX) || (await lockHolder(place))) continue
    // Another run may have made the folder a moment ago, and not locked it yet.
    const made = await stat(place).catch(() => null)
    if (!made || Date.now() - made.mtimeMs < JUST_MADE_MS) continue
    const folder = path.join(place, 'postgres')
    const binaries = findBinaries()
    const account = await postgresAccount(folder).catch(() => null)
    const native = account ? await reachableNative(binaries) : binaries.native
    await stopLeftOver({ folder, account, native }).catch(() => {})
    await rm(place, { recursive: true, force: true })
  }
}

/** Copies the sources of the server, and builds the screens from the sources as they are now. */
async function copyProduct(product: string): Promise<void> {
  for (const name of ['server', 'contract', 'package.json', 'tsconfig.json'])
    await cp(path.join(checkout, name), path.join(product, name), { recursive: true })
  await symlink(path.join(checkout, 'node_modules'), path.join(product, 'node_modules'))
  await makeScreens(checkout, path.join(product, 'dist'))
}

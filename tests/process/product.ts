/** The product that a test may stop, kill and start again: the real server with its own PostgreSQL and the demo data. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { killPostgres, runServer, temporaryFolder, type Program } from './server.ts'

/** A server that can be stopped, killed and started again at the same address with the same data. */
export interface Server {
  readonly url: string
  /** Stops the server as Ctrl+C does. */
  stop(): Promise<void>
  /** Ends the server at once, as a power cut does. */
  kill(): Promise<void>
  /** Ends PostgreSQL with all its processes at once; the server then ends by itself. */
  killPostgres(): Promise<void>
  start(): Promise<void>
  /** Returns the errors that the server has logged so far, also before a restart. */
  faults(): string[]
  /** Returns the server's seconds of a core since its start, without PostgreSQL; 0 where the system does not say. */
  cpuSeconds(): number
  /** Returns the server's peak MB since its start, without PostgreSQL; 0 where the system does not say. */
  peakMb(): number
  /** Reads rows straight from PostgreSQL, only while the server runs. */
  query<T extends object>(sql: string, values?: unknown[]): Promise<T[]>
}

/** Ports below those that the system gives to connections: a connection could take one of those before its use. */
const PORTS = { from: 10_000, to: 32_000 }

/** Returns a port of this machine at which no program listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  )
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Returns the lines of a server's log from level 50 on, where something is wrong. */
const faultsIn = (stdout: string): string[] =>
  stdout
    .split('\n')
    // The output also has plain words, and a line that is still being written.
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } })
    .filter(({ level }) => level >= 50)
    .map(({ msg, err }) => (err ? `${msg}: ${err.message}` : msg))

/**
 * The variable that names the data folder of a stopped server with the demo distributor. Servers begin with a copy of
 * it, because making one takes 10 s of a core.
 */
const READY_MADE = 'LARDER_TEST_DEMO'

/** Makes that folder for every test of this run and its workers. Returns a function that removes it. */
export async function prepareDemo(): Promise<() => void> {
  const { dataDir, server } = await startServer({ demo: true })
  await server.stop()
  process.env[READY_MADE] = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Starts the product with the demo distributor or with an empty database. `cwd` is another checkout. `endAll` of
 * `server.ts` ends it.
 */
export async function makeServer({
  demo = true,
  settings = {},
  cwd,
}: { demo?: boolean; settings?: Record<string, string>; cwd?: string } = {}): Promise<Server> {
  return (await startServer({ demo, settings, cwd })).server
}

async function startServer({
  demo,
  settings: more = {},
  cwd,
}: {
  demo: boolean
  settings?: Record<string, string>
  cwd?: string | undefined
}): Promise<{ dataDir: string; server: Server }> {
  const port = await freePort()
  const DATA_DIR = temporaryFolder()
  const ready = process.env[READY_MADE]
  // The files keep their owner: where root tests, PostgreSQL's files belong to another user.
  if (demo && ready) execFileSync('cp', ['-a', `${ready}/.`, DATA_DIR])
  const settings = { PORT: String(port), DATA_DIR, DEMO: demo ? '1' : '0', NODE_ENV: 'test', ...more }
  let program: Program | null = null
  /** The program of each start. */
  const programs: Program[] = []
  const server: Server = {
    url: `http://localhost:${port}`,
    async start() {
      program = runServer({ settings, ...(cwd && { cwd }) })
      programs.push(program)
      await program.ready
    },
    async stop() {
      program?.child.kill('SIGINT')
      await program?.ended
      program = null
    },
    async kill() {
      program?.child.kill('SIGKILL')
      await program?.ended
      program = null
    },
    async killPostgres() {
      killPostgres(DATA_DIR)
      await program?.ended
      program = null
    },
    faults: () => programs.flatMap(({ out }) => faultsIn(out.stdout)),
    cpuSeconds() {
      const stat = `/proc/${program?.child.pid}/stat`
      if (!existsSync(stat)) return 0
      // proc(5): the 14th and 15th fields, in hundredths; the second one, a name, may hold spaces.
      const fields = readFileSync(stat, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    peakMb() {
      const status = `/proc/${program?.child.pid}/status`
      if (!existsSync(status)) return 0
      const [, kB = '0'] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? []
      return Math.round(Number(kB) / 1024)
    },
    async query(sql, values = []) {
      const connectionString = await runningUrl(DATA_DIR)
      if (!connectionString) throw new Error('PostgreSQL is not running')
      const client = new pg.Client({ connectionString })
      await client.connect()
      try {
        return (await client.query(sql, values)).rows
      } finally {
        await client.end()
      }
    },
  }
  await server.start()
  return { dataDir: DATA_DIR, server }
}

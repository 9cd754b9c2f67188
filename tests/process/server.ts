import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkout } from '#server/env.ts'

/** A program of the product in a process of its own. */
export interface Program {
  child: ChildProcess
  /** The output so far. */
  out: { stdout: string; stderr: string }
  /** The address that the program printed when it was ready. Rejects when the program ends before. */
  ready: Promise<string>
  /** The program's exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Where and as which user to run. The settings are those of `server/env.ts`. */
export interface Surroundings {
  settings?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
  input?: string
  /** The Node to run with, if not this one. */
  node?: string
}

/** Every program started here, for `endAll`. */
const started = new Set<Program>()
const folders = new Set<string>()

/** The settings of a server that no person looks at: any free port, no demo data, only problems in its log. */
export const quiet = { NODE_ENV: 'test', DEMO: '0', PORT: '0', LOG_LEVEL: 'warn' }

/** Runs the server from its bundle, which is `npm start` without the screens: any free port, no demo data. */
export const runServer = (surroundings: Surroundings = {}) => run(['server/run.mjs', 'main'], surroundings)

/** Runs a script of the checkout, or an entry of `server/run.mjs`, as npm would, without npm. */
export function run(
  script: string[],
  { settings = {}, cwd = checkout, input, node = process.execPath, ...as }: Surroundings = {},
): Program {
  const { PATH, HOME, TMPDIR } = process.env
  const flags = script[0]?.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(node, [...flags, ...script], {
    cwd,
    env: { PATH, HOME, TMPDIR, ...quiet, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...as,
  })
  child.stdin.end(input)
  const out = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out.stdout += text
      const address = /ready at (\S+)\s/.exec(out.stdout)?.[1]
      if (address) resolve(address)
    })
    void ended.then((code) =>
      reject(new Error(`ended with ${code} before it was ready\n${out.stdout}${out.stderr}`)),
    )
  })
  // a test that waits for the end does not look at the start
  ready.catch(() => {})
  const program = { child, out, ready, ended }
  started.add(program)
  void ended.then(() => started.delete(program))
  return program
}

/** Makes a folder that `endAll` removes. Other users may enter it, as PostgreSQL must where root tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'larder-process-'))
  chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

/** Ends the programs that a test left running, with each server's PostgreSQL, and removes the temporary folders. */
export async function endAll(): Promise<void> {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all([...started].map(({ ended }) => ended))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

/** Returns the process id of the PostgreSQL that runs in a data folder, or null. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number(
      readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0],
    )
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended with the others.
  }
}

/** Ends the PostgreSQL that runs in a data folder with all its processes at once, as a power cut does. */
export function killPostgres(dataDir: string): void {
  const postmaster = postmasterOf(dataDir)
  if (!postmaster) throw new Error('PostgreSQL is not running')
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]) endNow(pid)
}

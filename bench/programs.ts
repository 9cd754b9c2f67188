/** Programs of the bench in processes of their own: servers and the one that loads them. They end with the bench. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkout } from '#server/env.ts'

/** A program that listens on the loopback. */
export interface Server {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  address: string
  pid: number
  /** What it has printed so far. */
  said(): string
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function owned(child: ChildProcess): ChildProcess {
  child.setMaxListeners(0)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(impatient)
}

/** A script of TypeScript is compiled as it runs; `server/run.mjs` bundles its own. */
const runs = (script: string) => (script.endsWith('.ts') ? ['--import', 'tsx', script] : [script, 'main'])

/**
 * Starts a script that prints `ready at ADDRESS`. Its output goes to a file, as a service's log does, so that
 * writing it costs what it costs in real life.
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  { log, flags = [] }: { log: string; flags?: string[] },
): Promise<Server> {
  const { PATH, HOME, TMPDIR } = process.env
  const file = openSync(log, 'w')
  const child = owned(
    spawn(process.execPath, [...flags, ...runs(path.resolve(checkout, script))], {
      cwd: checkout,
      env: { PATH, HOME, TMPDIR, ...settings },
      stdio: ['ignore', file, file],
    }),
  )
  closeSync(file)
  const said = () => readFileSync(log, 'utf8')
  for (;;) {
    const address = /ready at (\S+)/.exec(said())?.[1]
    if (address) return { address, pid: child.pid!, said, stop: () => end(child) }
    if (child.exitCode !== null)
      throw new Error(`${script} ended with ${child.exitCode}: ${said().slice(-2_000)}`)
    await delay(20)
  }
}

/** A script that answers one message with one message. */
export interface Worker<Job, Answer> {
  ask(job: Job): Promise<Answer>
  stop(): Promise<void>
}

export function startWorker<Job extends object, Answer>(script: string): Worker<Job, Answer> {
  const child = owned(fork(path.join(checkout, script), { execArgv: ['--import', 'tsx'], cwd: checkout }))
  return {
    async ask(job) {
      const answer = Promise.race([
        once(child, 'message').then(([message]) => message as Answer | { error: string }),
        once(child, 'exit').then(() => ({ error: `${script} ended` })),
      ])
      child.send(job)
      const got = await answer
      if (got && typeof got === 'object' && 'error' in got) throw new Error(got.error)
      return got
    },
    stop: () => end(child),
  }
}

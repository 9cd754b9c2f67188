/** Browsers as processes of this machine (Linux): started in a group of their own, measured and ended as a group. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10

interface Stat {
  pid: number
  group: number
  /** As the kernel keeps it: 15 characters. */
  name: string
  busyMs: number
}

/** The processes of a group, those that have ended and wait for their parent left out. */
function inGroup(group: number): Stat[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const end = text.lastIndexOf(')')
      const [state, , pgrp, ...rest] = text.slice(end + 2).split(' ')
      if (state === 'Z' || Number(pgrp) !== group) return []
      // Fields 14 and 15 of proc(5), utime and stime; `rest` begins with field 6.
      const busyMs = (Number(rest[8]) + Number(rest[9])) * TICK_MS
      return [{ pid: Number(pid), group, name: text.slice(text.indexOf('(') + 1, end), busyMs }]
    } catch {
      // It has just ended.
      return []
    }
  })
}

export interface Group {
  child: ChildProcess
  /** Resolves with the first match in what the group writes. Rejects when it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Processor time in ms of those whose name begins so. */
  busyMs(name: string): number
  end(): Promise<void>
}

export function startGroup(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Group {
  const child = spawn(command, args, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const group = child.pid!
  let text = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
      for (const listen of heard) listen()
    })
  const ended = once(child, 'close')
  return {
    child,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const listen = () => {
          const match = pattern.exec(text)
          if (!match) return
          heard.delete(listen)
          resolve(match)
        }
        heard.add(listen)
        listen()
        void ended.then(() => reject(new Error(`${command} ended before it said ${pattern}\n${text}`)))
      }),
    busyMs: (name) =>
      inGroup(group)
        .filter((one) => one.name.startsWith(name))
        .reduce((sum, { busyMs }) => sum + busyMs, 0),
    async end() {
      try {
        process.kill(-group, 'SIGKILL')
      } catch {
        // All of them have ended.
      }
      await ended
    },
  }
}

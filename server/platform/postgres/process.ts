import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns the start moment of a process, which with its id identifies it: the id alone may be given to another program
 * later. The moment is opaque; null where the process is gone, dead but not yet reaped, or where the system does not
 * report it.
 */
export function startMoment(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // proc(5): the name in brackets may hold anything, so count from the last bracket: state is field 3, start 22
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      if (fields[0] === 'Z' || fields[0] === 'X') return null
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    } catch {
      return null
    }
  }
  return process.platform === 'win32' ? null : ps(pid, 'lstart=')
}

/** Returns whether the process that was `pid` at `started` (see `startMoment`) still runs. */
export function isAlive({ pid, started }: { pid: number; started: string | null }): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === null || startMoment(pid) === started
}

/** Returns whether this process is a postmaster of this data folder, and not another program that now has its id. */
export function isPostmaster(pid: number, data: string): boolean {
  if (process.platform === 'linux') {
    try {
      // a postmaster works in its data folder
      return readlinkSync(`/proc/${pid}/cwd`) === data
    } catch {
      return false
    }
  }
  return process.platform === 'win32'
    ? isAlive({ pid, started: null })
    : (ps(pid, 'command=')?.includes(data) ?? false)
}

function ps(pid: number, column: string): string | null {
  try {
    return (
      execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim() ||
      null
    )
  } catch {
    return null
  }
}

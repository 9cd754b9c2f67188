/** Measures the peak memory of a browser's pages, from what Linux reports of its processes. */
import { readdir, readFile, writeFile } from 'node:fs/promises'

interface Process {
  pid: number
  parent: number
  command: string
}

async function processes(): Promise<Process[]> {
  const found: Process[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${name}/stat`, 'utf8'),
        readFile(`/proc/${name}/cmdline`, 'utf8'),
      ])
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      found.push({ pid: Number(name), parent, command })
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found
}

/** Returns the renderers among the browser with this profile folder and all its child processes. */
async function pagesOf(profile: string): Promise<number[]> {
  const all = await processes()
  const family = new Set(all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid))
  for (let size = -1; size !== family.size;) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all
    .filter(({ pid, command }) => family.has(pid) && command.includes('--type=renderer'))
    .map(({ pid }) => pid)
}

async function size(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
}

/**
 * Returns the peak in MB of a process of this machine since its start; null where the system does not report it (not
 * Linux).
 */
export const peakOf = async (pid: number): Promise<number | null> =>
  process.platform === 'linux' ? size(pid, 'VmHWM') : null

/**
 * Returns the growth in MB, at its peak during the work, of the page that grew most; null where the system does not
 * report it (not Linux).
 */
export async function peakGrowth(profile: string, work: () => Promise<unknown>): Promise<number | null> {
  if (process.platform !== 'linux') {
    await work()
    return null
  }
  const before = new Map<number, number>()
  for (const pid of await pagesOf(profile)) {
    // This resets the peak.
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    before.set(pid, await size(pid, 'VmRSS'))
  }
  await work()
  const growth = await Promise.all([...before].map(async ([pid, rss]) => (await size(pid, 'VmHWM')) - rss))
  return Math.max(...growth)
}

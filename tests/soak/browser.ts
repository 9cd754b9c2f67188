/** A real Chromium with a profile that outlives it, which ends as a device does whose battery falls out. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../setup/browser.ts'

interface Process {
  pid: number
  parent: number
  args: string
}

function processes(): Process[] {
  if (!existsSync('/proc/self/stat'))
    return execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => {
        const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
        return pid ? [{ pid: Number(pid), parent: Number(parent), args: args ?? '' }] : []
      })
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      // The name of the program is in brackets and may hold anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), args }]
    } catch {
      // It has just ended.
      return []
    }
  })
}

function withChildren(root: number, all: readonly Process[]): number[] {
  return [root, ...all.filter(({ parent }) => parent === root).flatMap(({ pid }) => withChildren(pid, all))]
}

interface Window {
  context: BrowserContext
  page: Page
}

export interface KillableBrowser {
  /** Opens it, with what it kept; `prepare` runs before the first page loads. */
  open(prepare?: (context: BrowserContext) => Promise<void>): Promise<Window>
  /** SIGKILL to the browser and all processes that it has started. Resolves when none of them is left. */
  kill(): Promise<void>
  close(): Promise<void>
}

export function killableBrowser(baseURL: string): KillableBrowser {
  const profile = mkdtempSync(path.join(tmpdir(), 'larder-device-'))
  let context: BrowserContext | null = null
  return {
    async open(prepare) {
      context = await chromium.launchPersistentContext(profile, {
        args: BROWSER_FLAGS,
        baseURL,
        viewport: { width: 390, height: 844 },
        ...(process.env['CHROME_PATH'] && { executablePath: process.env['CHROME_PATH'] }),
      })
      context.setDefaultTimeout(30_000)
      // tsx marks functions with the helper `__name`, which a page does not have.
      await context.addInitScript('globalThis.__name ??= (fn) => fn')
      await prepare?.(context)
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    },
    async kill() {
      const all = processes()
      const root = all.find(
        ({ args }) => args.includes(`--user-data-dir=${profile}`) && !args.includes('--type='),
      )
      if (!root || !context) throw new Error('there is no browser to kill')
      const gone = new Promise<void>((resolve) => context!.once('close', () => resolve()))
      const tree = withChildren(root.pid, all)
      for (const pid of tree)
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // A child that saw its parent go is quicker than we are.
        }
      await gone
      context = null
      while (processes().some(({ pid }) => tree.includes(pid))) await delay(5)
    },
    async close() {
      await context?.close()
      context = null
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

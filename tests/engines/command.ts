/**
 * `npm run e2e:engines`: the main job in WebKitGTK and in Firefox ESR, out of Debian's packages. As root they are
 * installed; where that cannot be, it says so and is no failure.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { makeServer, type Server } from '../process/product.ts'
import { endAll, temporaryFolder } from '../process/server.ts'
import { openFirefox } from './firefox.ts'
import { mainJob } from './journey.ts'
import { findMiniBrowser, openWebKit } from './webkit.ts'
import type { EngineWindow } from './window.ts'

const INSTALL_MS = 180_000
/** Both engines take a minute or two. A driver that never answers must not hold up the run. */
const DRIVE_MS = 300_000

const onThePath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

interface Kind {
  packages: string[]
  isThere(): boolean
  open(home: string): Promise<EngineWindow>
}
const KINDS: Record<string, Kind> = {
  WebKitGTK: {
    packages: ['webkit2gtk-driver', 'xvfb', 'dbus'],
    isThere: () =>
      findMiniBrowser() !== null && ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'].every(onThePath),
    open: openWebKit,
  },
  'Firefox ESR': {
    packages: ['firefox-esr'],
    isThere: () => onThePath('firefox-esr') !== undefined,
    open: (home) => openFirefox('firefox-esr', home),
  },
}

/** Installs what is missing, as root on Debian. Answers why it cannot be had, or null. */
function lacking(kind: Kind): string | null {
  if (kind.isThere()) return null
  if (process.getuid?.() !== 0 || !onThePath('apt-get')) return `apt-get install ${kind.packages.join(' ')}`
  const options = {
    stdio: 'ignore',
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...kind.packages], options)
  } catch (error) {
    return (error as Error).message
  }
  return kind.isThere() ? null : 'its packages hold something else than was expected'
}

async function drive(name: string, { open }: Kind, server: Server): Promise<boolean> {
  const began = performance.now()
  const tell = (words: string) =>
    console.log(`${name}: ${words} (${((performance.now() - began) / 1_000).toFixed(1)} s)`)
  let page: EngineWindow | null = null
  try {
    page = await open(temporaryFolder())
    const lacks = await mainJob(server, page)
    tell(`${page.name}: the main job is done, everything has arrived once. It lacks ${lacks.join(', ')}.`)
    return true
  } catch (error) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return false
  } finally {
    await page?.close()
  }
}

const chosen = process.argv.slice(2)
const found: string[] = []
for (const [name, kind] of Object.entries(KINDS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const why = lacking(kind)
  if (why) console.log(`${name}: not driven, it is not installed here (${why})`)
  else found.push(name)
}
let failed = 0
setTimeout(() => {
  console.log(`The engines did not end within ${DRIVE_MS / 1_000} s.`)
  void endAll().finally(() => process.exit(1))
}, DRIVE_MS).unref()
if (found.length > 0) {
  if (needsBuild()) await buildScreens()
  const server = await makeServer()
  for (const name of found) if (!(await drive(name, KINDS[name]!, server))) failed++
  await endAll()
}
process.exit(failed === 0 ? 0 : 1)

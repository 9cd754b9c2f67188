/**
 * The browser for tests and benches (toolchain, "Browser"): CHROME_PATH, else the first of `NAMES` on the PATH, else
 * Playwright's own if it is installed, else, as root, Debian's package. Otherwise it throws and says what to install.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** Debian's package of Chromium without a window: the same engine for two thirds of the processor time. */
const PACKAGE = 'chromium-headless-shell'

const NAMES = [PACKAGE, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The features that Chromium leaves out. A later `--disable-features` replaces an earlier one, so this repeats
 * Playwright's own list, and then adds the address bar's suggestions. In Chromium 156 they are web pages, and every
 * window without a screen runs them too (measured: five windows 17.1 s of processor time, without them 3.1 s).
 */
const LEFT_OUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** Flags that keep Chromium from connections of its own, and from work that tests do not need. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${LEFT_OUT.join(',')}`,
]

function onThePath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  )
}

/** Returns the path of a browser. Installs Debian's chromium where none is found and we are root; else throws. */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROME_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROME_PATH names ${named}, which is not there.`)
  }
  const found = onThePath()
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  if (process.getuid?.() === 0) {
    console.log(`No browser found: installing Debian’s ${PACKAGE} …`)
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', PACKAGE, 'fonts-liberation'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = onThePath()
    if (installed) return installed
  }
  throw new Error(
    `The browser tests need Chromium. Install it (apt-get install ${PACKAGE}), or set CHROME_PATH to a Chrome or Chromium.`,
  )
}

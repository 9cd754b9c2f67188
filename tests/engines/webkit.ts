/** WebKitGTK's MiniBrowser under Xvfb, driven by Debian's WebKitWebDriver: plain WebDriver over fetch. */
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../process/product.ts'
import { startGroup } from './processes.ts'
import type { EngineWindow } from './window.ts'

const LIBRARIES = '/usr/lib'
/** Below the folder of the machine's architecture. */
const MINI_BROWSER = 'webkit2gtk-4.1/MiniBrowser'
/** Scripts wait for the page's own promises. */
const SCRIPT_MS = 20_000
const STARTS_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 20

/** Where Debian's package put it; null where it is not installed. */
export function findMiniBrowser(): string | null {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : []
  return (
    folders.map((name) => `${LIBRARIES}/${name}/${MINI_BROWSER}`).find((file) => existsSync(file)) ?? null
  )
}

interface Answer<T> {
  value: T
}

/** @param home an empty folder, for whatever the browser keeps */
export async function openWebKit(home: string): Promise<EngineWindow> {
  const screen = startGroup('Xvfb', ['-displayfd', '1', '-screen', '0', '800x1280x24'], process.env)
  const [, display] = await screen.says(/^(\d+)\n/)
  const port = await freePort()
  const driver = startGroup('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`], {
    ...process.env,
    HOME: home,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    // Its own sandbox wants a kernel that lets root make namespaces.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })

  async function ask<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as Answer<T & { error?: string; message?: string }>
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  async function end(): Promise<void> {
    await driver.end()
    await screen.end()
  }

  try {
    await listening(port)
    const { sessionId, capabilities } = await ask<{
      sessionId: string
      capabilities: { browserName: string; browserVersion: string }
    }>('POST', '', {
      capabilities: {
        alwaysMatch: {
          // A page that never finishes must not hold up the driver.
          pageLoadStrategy: 'none',
          timeouts: { script: SCRIPT_MS },
          'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
        },
      },
    })
    const session = `/${sessionId}`
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      open: (url) => ask('POST', `${session}/url`, { url }),
      run: (body, ...args) =>
        ask('POST', `${session}/execute/async`, {
          script: `const args = arguments[0], done = arguments[1];
            (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
          args: [args],
        }).then((told) => {
          const { value, error } = told as { value?: never; error?: string }
          if (error) throw new Error(error)
          return value as never
        }),
      press: (actions) =>
        ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] }),
      busyMs: () => driver.busyMs('WebKitWebProces'),
      async closeWindow() {
        // The last window's end would be the session's.
        await ask('POST', `${session}/window/new`, { type: 'window' })
        await ask('DELETE', `${session}/window`)
      },
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Waits until the driver takes calls; its group's end would be the test's. */
async function listening(port: number): Promise<void> {
  const late = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    if (performance.now() > late) throw new Error('WebKitWebDriver does not answer')
    await delay(LOOK_AGAIN_MS)
  }
}

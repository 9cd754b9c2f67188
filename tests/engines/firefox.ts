/** Firefox without a screen, driven over WebDriver BiDi: one WebSocket, no driver beside it. */
import { startGroup } from './processes.ts'
import type { EngineWindow } from './window.ts'

interface Reply {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  message?: string
}
interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

/** One BiDi connection: commands in, their answers out. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)))
  })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let made = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Reply
    const asked = id === undefined ? undefined : waiting.get(id)
    if (!asked) return
    waiting.delete(id!)
    if (type === 'success') asked.resolve(result as never)
    else asked.reject(new Error(message))
  })
  return <T>(method: string, params: object): Promise<T> => {
    const id = ++made
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }
}

/** @param home an empty folder, for the profile */
export async function openFirefox(command: string, home: string): Promise<EngineWindow> {
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0']
  const browser = startGroup(command, args, { ...process.env, HOME: home, MOZ_DISABLE_CONTENT_SANDBOX: '1' })
  try {
    const [, url] = await browser.says(/WebDriver BiDi listening on (ws:\S+)/)
    const ask = await connect(`${url}/session`)
    const { capabilities } = await ask<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    })
    const { contexts } = await ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const { context } = contexts[0]!
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      async open(address) {
        await ask('browsingContext.navigate', { context, url: address, wait: 'none' })
      },
      async run<T>(body: string, ...given: readonly unknown[]): Promise<T> {
        const answer = await ask<Evaluated>('script.evaluate', {
          // As JSON both ways: BiDi has a notation of its own for values.
          expression: `(async (args) => { ${body} })(${JSON.stringify(given)}).then((value) => JSON.stringify(value ?? null))`,
          target: { context },
          awaitPromise: true,
        })
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
        return JSON.parse(answer.result?.value ?? 'null') as T
      },
      async press(actions) {
        await ask('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      busyMs: () => browser.busyMs(''),
      async closeWindow() {
        // The last window's end would be the browser's.
        await ask('browsingContext.create', { type: 'tab' })
        await ask('browsingContext.close', { context })
      },
      close: browser.end,
    }
  } catch (error) {
    await browser.end()
    throw error
  }
}

/**
 * Complaints of windows on their console, and of the server in its log. A test fails if it leaves a warning, an error
 * or an uncaught exception that it did not expect: in a page, a worker, the service worker or the server.
 */
import { expect, type BrowserContext, type ConsoleMessage, type WebError } from '@playwright/test'
import { NetworkError, SignInNeeded } from '#src/api/errors.ts'
import type { Server } from '../process/product.ts'

/**
 * Whether a line only reports how a call ended, which is no complaint. The browser writes one for each answer from 400
 * on, and for each call without an answer. The app says in its own words that it got none, or that a session is over.
 *
 * The app handles and shows the answer to an API call: refusals are values, and the server's log holds what went wrong
 * inside the server. Any other file that the server refuses is a complaint. Where there is no answer, the test has
 * taken the network or the server away.
 */
function isOutcomeOfCall(message: ConsoleMessage): boolean {
  const [, outcome] =
    /^Failed to load resource: (net::ERR_\w+|the server responded)/.exec(message.text()) ?? []
  if (!outcome) return IN_WORDS.some((words) => message.text().includes(words))
  return outcome.startsWith('net::')
    ? NO_ANSWER.has(outcome)
    : new URL(message.location().url).pathname.startsWith('/api/')
}

const IN_WORDS = [
  ...(['unreachable', 'timeout', 'not-ours'] as const).map((reason) => new NetworkError(reason)),
  new SignInNeeded(),
].map(({ message }) => message)

/** No network, an aborted route, a server that is stopped or dies. A request that a policy blocks is not among them. */
const NO_ANSWER = new Set([
  'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
  'net::ERR_INTERNET_DISCONNECTED',
  'net::ERR_FAILED',
  'net::ERR_CONNECTION_REFUSED',
  'net::ERR_CONNECTION_RESET',
  'net::ERR_EMPTY_RESPONSE',
])

/** Collects the complaints of one test's windows and of its server. */
export class Complaints {
  readonly #unexpected: string[] = []
  readonly #expected: { pattern: RegExp; heard: () => void; count: number }[] = []
  readonly #listening = new Map<BrowserContext, () => void>()
  #server: { server: Server; since: number } | null = null

  /** Listens to all pages and workers of a context, until the test ends. */
  listen(context: BrowserContext): void {
    if (this.#listening.has(context)) return
    const onConsole = (message: ConsoleMessage) => {
      if (['error', 'warning', 'assert'].includes(message.type()) && !isOutcomeOfCall(message))
        this.#hear(`${message.type()}: ${message.text()}`)
    }
    const onError = (error: WebError) =>
      this.#hear(`uncaught: ${error.error().stack ?? error.error().message}`)
    context.on('console', onConsole)
    context.on('weberror', onError)
    this.#listening.set(context, () => {
      context.off('console', onConsole)
      context.off('weberror', onError)
    })
  }

  /** Reads the server's log from here on. */
  listenToServer(server: Server): void {
    this.#server ??= { server, since: server.faults().length }
  }

  /**
   * Expects a complaint from now on, as often as it comes. The promise resolves when it has come. A test whose expected
   * complaint never comes fails.
   */
  expect(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => this.#expected.push({ pattern, heard: resolve, count: 0 }))
  }

  /** Stops listening. Fails where an unexpected complaint came, or an expected one did not. */
  end(): void {
    for (const stop of this.#listening.values()) stop()
    if (this.#server)
      for (const fault of this.#server.server.faults().slice(this.#server.since))
        this.#hear(`server: ${fault}`)
    expect(this.#unexpected, 'complaints on the console').toEqual([])
    const missing = this.#expected.filter(({ count }) => count === 0).map(({ pattern }) => String(pattern))
    expect(missing, 'expected complaints that did not come').toEqual([])
  }

  #hear(line: string): void {
    const expected = this.#expected.find(({ pattern }) => pattern.test(line))
    if (!expected) this.#unexpected.push(line)
    else {
      expected.count++
      expected.heard()
    }
  }
}

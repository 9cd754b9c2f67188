import { closeSync, openSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartError } from './start-error.ts'

/** The longest time for one step: it may wait for a request that does not end. Then the next step begins. */
const PATIENCE_MS = 8_000

/**
 * npm and the terminal each pass one Ctrl+C on, so that it arrives twice within milliseconds. A person who presses
 * again is slower than this.
 */
const secondPressMs = 400

/** How soon a server notices that npm is gone. */
const parentEveryMs = 500

/** Ends the process: once, in the reverse order of its start, whatever the reason. */
export class Ending {
  /** The log for unexpected errors. Until it is set they go to standard error. */
  log: Logger | undefined
  /** What SIGHUP does instead of ending the process. The signal of a closed terminal still ends it. */
  onHangUp: (() => void) | undefined
  private readonly startedInTerminal = hasTerminal()
  private readonly steps: { step: () => Promise<unknown>; patienceMs: number }[] = []
  private begun: { at: number; finished: Promise<void> } | undefined

  /** Adds a step, which is taken before those that were added earlier. */
  add(step: () => Promise<unknown>, patienceMs = PATIENCE_MS): void {
    this.steps.push({ step, patienceMs })
  }

  /** Ends on Ctrl+C, `kill`, a closed terminal, and uncaught errors. A second Ctrl+C waits for nothing. */
  onSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const isTerminalClosed = this.startedInTerminal && !hasTerminal()
        if (signal === 'SIGHUP' && this.onHangUp && !this.begun && !isTerminalClosed) this.onHangUp()
        else if (!this.begun) void this.end(0)
        // `exit` handlers still run: they signal PostgreSQL to end, and it recovers at the next start
        else if (Date.now() - this.begun.at > secondPressMs) process.exit(130)
      })
    }
    process.on('uncaughtException', (error) => void this.fail(error))
    process.on('unhandledRejection', (error) => void this.fail(error))
  }

  /**
   * Ends when npm has ended. A `kill` for npm reaches the shell in which npm runs a script, and the shell does not pass
   * it on: the server would stay behind, and nothing would stop it. A person who starts it without npm may leave it
   * running on purpose.
   */
  onOrphaned(): void {
    if (!process.env['npm_lifecycle_event']) return
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) void this.end(0)
    }, parentEveryMs).unref()
  }

  /**
   * Reports an error, and ends with code 1. An error that a person can fix is reported in one line, a defect with its
   * stack.
   */
  async fail(error: unknown): Promise<void> {
    // errors while the parts below are taken away are expected
    if (this.begun) return this.begun.finished
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
    else if (this.log) this.log.fatal({ err: error }, 'unexpected error, the server stops')
    else console.error(error)
    return this.end(1)
  }

  /** Takes every step and ends the process. */
  end(code: number): Promise<void> {
    this.begun ??= {
      at: Date.now(),
      finished: this.takeSteps().then((whole) => process.exit(whole ? code : 1)),
    }
    return this.begun.finished
  }

  /** @returns whether every step was taken in time and without an error. */
  private async takeSteps(): Promise<boolean> {
    let whole = true
    for (let next = this.steps.pop(); next; next = this.steps.pop()) {
      try {
        await inTime(next.step(), next.patienceMs)
      } catch (error) {
        whole = false
        this.log?.error({ err: error }, 'while stopping')
      }
    }
    return whole
  }
}

async function inTime(work: Promise<unknown>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${patienceMs / 1000} s`)), patienceMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether this process has a terminal. One that was started in a terminal has none once that is closed. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

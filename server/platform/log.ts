import { pino, type Logger } from 'pino'
import type { Env } from '../env.ts'

/** What the platform's parts need of a logger; pino's has more. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** The server's log: JSON on standard output, one line an event, time in ISO 8601. */
export function makeLog(env: Pick<Env, 'LOG_LEVEL'>): Logger {
  return pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

/** For commands and tests whose own words are the output. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** Calls that change a row of which the caller says which version it saw, by `If-Match`. */
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes an `If-Match`, and the API's page says so. */
    takesVersion?: boolean
  }
}

/** Config of a call that takes an `If-Match`. */
export const VERSIONED = { takesVersion: true } as const

/** The version that the caller saw, with or without quotes; null where the caller names none or any (`*`). */
export function seenVersion(request: FastifyRequest): string | null {
  const header = request.headers['if-match']?.trim()
  return header === undefined || header === '*' ? null : header.replace(/^"(.*)"$/, '$1')
}

/** Throws 412 `changed_since` where the row has another version than the caller saw. */
export function mustBeVersion(now: string, seen: string | null, what: string): void {
  if (seen === null || seen === now) return
  throw new Problem(412, `${what} has changed since you opened it. Nothing was saved: open it again.`, {
    code: 'changed_since',
  })
}

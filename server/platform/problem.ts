/** What a call answers when it cannot do what was asked. The body is `{message}`, with `{field: message}` beside it. */
import { SIGN_IN_NEEDED } from '#contract/people/session-codes.ts'
import { NOT_ALLOWED } from '#contract/permissions.ts'
import type { Refused, Conflict } from '#contract/sync/outcome.ts'

export class Problem extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.body = { message, ...extra }
    this.headers = headers
  }
}

export const notFound = (what: string) => new Problem(404, `There is no such ${what}.`)
export const forbidden = (message = NOT_ALLOWED) => new Problem(403, message)
/** The one answer that ends a session on a device. */
export const unauthorized = (message = 'Please sign in.') =>
  new Problem(401, message, { code: SIGN_IN_NEEDED })

/** A field whose value cannot be: 400, in the field's own name too. */
export const wrongField = (field: string, what: string) =>
  new Problem(400, `${field}: ${what}`, { [field]: what })

/** The wire form of an edit that was not applied. */
export function outcomeBody(outcome: Refused | Conflict): Record<string, unknown> {
  const { kind: _kind, status: _status, fields, ...rest } = outcome
  if (outcome.kind === 'conflict') return { ...rest, fields }
  return { ...fields, ...rest }
}

/** The 404 of an address that no call has. */
export const nothingAt = ({ method, url }: { method: string; url: string }) => ({
  message: `There is nothing at ${method} ${url.split('?')[0]}.`,
})

/** The outcome of an edit. Refusals are values with a name; defects throw (style, 16). */
import type { EditedTable } from './entities.ts'
import type { CallBody } from './mutation.ts'
import type { Rows } from './rows.ts'
import type { z } from 'zod'

type Values = z.infer<typeof CallBody>

/** Rows to store and rows to remove, by table. No edit removes an order or the row of a staged product. */
export type RowChange =
  | { [T in EditedTable]: { table: T; row: Rows[T] } }[EditedTable]
  | { table: Exclude<EditedTable, 'orders' | 'staged'>; gone: string }

export interface Applied {
  kind: 'applied'
  status: 200 | 201 | 204
  /** The row that the call answers with; null for a deletion. */
  row: Values | null
  changes: RowChange[]
}

export interface Refused {
  kind: 'refused'
  /**
   * 409 is only for a staged order that is no longer what the person saw, because no person can choose between two
   * orders of it; and for an edit that its person took back.
   */
  status: 400 | 403 | 404 | 409 | 422 | 423
  code:
    | 'invalid'
    | 'forbidden'
    | 'unknown'
    | 'order_locked'
    | 'order_gone'
    | 'key_reused'
    | 'needs_reason'
    | 'staged_taken'
    | 'staged_changed'
    | 'withdrawn'
  message: string
  /** By field, where the refusal is about fields: `{field: message}`. */
  fields?: Record<string, string>
}

/** The parts of a refusal's body beside its fields. */
const WORDS = ['code', 'message', 'detail']

/**
 * Returns the fields that a refusal's body names. Each is in the body under its own name beside `message`, as in
 * every answer of the API. Empty where the refusal is about no field.
 */
export const fieldsOfRefusal = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !WORDS.includes(entry[0]),
    ),
  )

/** The code of a conflict about a row that no longer exists under its own name, but within another line or order. */
export const MERGED = 'merged'

/** Another user changed the same field, or deleted the row. The person chooses; nothing is dropped. */
export interface Conflict {
  kind: 'conflict'
  status: 409
  code: 'conflict' | typeof MERGED
  message: string
  /**
   * By field: the value of this edit, the value on the server, the value that the person saw. Empty where the row is
   * gone.
   */
  fields: Record<string, { mine: unknown; theirs: unknown; base: unknown }>
  /** Whether the row is deleted on the server. */
  deleted: boolean
}

/**
 * The code of an order that waits because more was ordered than is allowed in a minute or a day (429). `retry_after`:
 * seconds.
 */
export const TOO_MANY_ORDERS = 'too_many_orders'

export type Outcome = Applied | Refused | Conflict

export const refuse = (
  status: Refused['status'],
  code: Refused['code'],
  message: string,
  fields?: Record<string, string>,
): Refused => ({ kind: 'refused', status, code, message, ...(fields && { fields }) })

/** Returns a refusal about these fields; its message has a line for each of them. */
export const refuseFields = (
  status: Refused['status'],
  code: Refused['code'],
  fields: Record<string, string>,
): Refused => {
  const lines = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return refuse(status, code, lines.join('\n'), fields)
}

export const unknownRow = (what: string): Refused => refuse(404, 'unknown', `There is no such ${what}.`)

/** Refuses an edit of a locked order and names that order: it differs from the edit's where that was merged into it. */
export const orderLocked = (order: number): Refused =>
  refuse(423, 'order_locked', `Order ${order} is invoiced and locked. Unlock it to change it.`, {
    order: String(order),
  })

export const deletedMeanwhile = (what: string): Conflict => ({
  kind: 'conflict',
  status: 409,
  code: 'conflict',
  message: `This ${what} was deleted meanwhile.`,
  fields: {},
  deleted: true,
})

/** The most faults that a refusal names, so that a call that is wrong everywhere gets no endless answer. */
const MOST_FAULTS = 20
const MOST_NAME_CHARACTERS = 64

/** Turns zod's issues into the API's `{field: message}`, the first twenty of them. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  const say = (field: string, message: string) => {
    if (Object.keys(fields).length < MOST_FAULTS) fields[field.slice(0, MOST_NAME_CHARACTERS)] ??= message
  }
  for (const issue of error.issues.slice(0, MOST_FAULTS)) {
    const path = issue.path.slice(0, MOST_FAULTS)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, MOST_FAULTS))
        say([...path, key].join('.'), 'is not a field of this call')
    else say(path.join('.') || 'body', issue.message)
  }
  return fields
}

/** Returns the refusal of a body in which these fields are wrong. */
export const invalidFields = (fields: Record<string, string>): Refused => refuseFields(400, 'invalid', fields)

export const invalid = (error: z.ZodError): Refused => invalidFields(fieldMessages(error))

/** What became of an edit. Refusals are values with a name; defects throw (style, 16). */
import type { StagedItem } from '../ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { BarcodeAlternate } from '../products/schema.ts'
import type { CallBody } from './mutation.ts'
import type { z } from 'zod'

type Values = z.infer<typeof CallBody>

/** Rows to store and rows to remove, by table. */
export type RowChange =
  | { table: 'orders'; row: OrderRow }
  | { table: 'items'; row: OrderItemRow }
  | { table: 'subitems'; row: OrderSubitemRow }
  | { table: 'barcodes'; row: BarcodeAlternate }
  | { table: 'staged'; row: StagedItem }
  | { table: 'items' | 'subitems' | 'barcodes'; gone: string }

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
   * 409 only of a staged order that is not what the person saw any more: nobody can choose between two orders of it; and of an edit
   * that its person took back.
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

/** What a refusal's body has beside its fields. */
const WORDS = ['code', 'message', 'detail']

/**
 * The fields that a refusal's body names: each stands in it by its own name beside `message`, as in every answer of the API. Empty
 * where the refusal is about no field.
 */
export const fieldsOfRefusal = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !WORDS.includes(entry[0]),
    ),
  )

/** The code of a conflict about what is there no more under its own name, but within another line or order. */
export const MERGED = 'merged'

/** Somebody else changed the same field, or deleted the row. The person chooses; nothing is dropped. */
export interface Conflict {
  kind: 'conflict'
  status: 409
  code: 'conflict' | typeof MERGED
  message: string
  /** By field: what this edit wants, what the server has, what the person saw. Empty where the row is gone. */
  fields: Record<string, { mine: unknown; theirs: unknown; base: unknown }>
  /** Whether the row is deleted on the server. */
  deleted: boolean
}

/** The code of an order that waits because more was ordered than a minute or a day may have (429). `retry_after`: seconds. */
export const TOO_MANY_ORDERS = 'too_many_orders'

export type Outcome = Applied | Refused | Conflict

export const refuse = (
  status: Refused['status'],
  code: Refused['code'],
  message: string,
  fields?: Record<string, string>,
): Refused => ({ kind: 'refused', status, code, message, ...(fields && { fields }) })

/** A refusal that is about these fields; its message has a line for each of them. */
export const refuseFields = (
  status: Refused['status'],
  code: Refused['code'],
  fields: Record<string, string>,
): Refused => {
  const lines = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return refuse(status, code, lines.join('\n'), fields)
}

export const unknownRow = (what: string): Refused => refuse(404, 'unknown', `There is no such ${what}.`)

/** The order is named: it is another than the edit's where that was merged into it. */
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

/** A refusal names so many faults and no more: a call that is wrong everywhere is not answered with a book. */
const MOST_FAULTS = 20
const LONGEST_NAME = 64

/** Turns zod's issues into the wire's `{field: message}`, the first twenty of them. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  const say = (field: string, message: string) => {
    if (Object.keys(fields).length < MOST_FAULTS) fields[field.slice(0, LONGEST_NAME)] ??= message
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

/** The refusal of a body in which these fields are wrong. */
export const invalidFields = (fields: Record<string, string>): Refused => refuseFields(400, 'invalid', fields)

export const invalid = (error: z.ZodError): Refused => invalidFields(fieldMessages(error))

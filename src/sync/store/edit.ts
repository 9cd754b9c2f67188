/** Turns a person's act into a call of the specification (A §7), with what they saw when they did it. */
import { ORDERED, QUANTITY } from '#contract/orders/acts.ts'
import { thousandths } from '#contract/money.ts'
import { seenWith } from '#contract/orders/out-of-stock.ts'
import type { Person } from '#contract/permissions.ts'
import { ENTITIES, hasUuidKey } from '#contract/sync/entities.ts'
import { MUTATION_SCHEMA_VERSION, type Mutation } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { EditedRow } from '#src/db/database.ts'

const QUANTITIES = [...Object.values(QUANTITY), ...Object.values(ORDERED)]

/** A221: a negative or non-numeric quantity is sent as 0. */
function count(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : 0
}

/**
 * Returns the body as it is sent: A221 for quantities, A222 and A223 for an empty lot, and the permanent id of a new
 * row.
 */
function bodyOf(edit: NewEdit): Mutation['call']['body'] {
  if (edit.method === 'DELETE') return null
  const body = { ...edit.body }
  if (edit.entity === 'orderitems')
    for (const field of QUANTITIES) if (field in body) body[field] = count(body[field])
  const lot = body['lot_code']
  if (edit.entity === 'ordersubitems' && typeof lot === 'string' && lot.trim() === '') {
    if (edit.method === 'POST') delete body['lot_code']
    else body['lot_code'] = null
  }
  if (edit.method === 'POST' && hasUuidKey(edit.entity)) body['id'] = edit.entity_id
  return body
}

/** Returns the call's address below `/api/`. B229: a staged product is added to what is staged already. */
const pathOf = ({ entity, entity_id, method }: NewEdit): string => {
  if (method !== 'POST') return `${entity}/${encodeURIComponent(entity_id)}`
  return entity === 'sharedcartitems' ? `${entity}/?force_add=True` : `${entity}/`
}

/** Returns a person's act as one of the specification's calls. */
const callOf = (edit: NewEdit): Mutation['call'] => ({
  method: edit.method,
  path: pathOf(edit),
  body: bodyOf(edit),
})

/** Returns what an edit's author saw of this row, of the fields by which another person's change is noticed. */
export function seenOf(
  { entity, method }: Pick<NewEdit, 'entity' | 'method'>,
  body: NewEdit['body'],
  row: EditedRow,
): Record<string, unknown> {
  const seen = row as unknown as Record<string, unknown>
  const changed = Object.keys(body ?? {})
  const beside = entity === 'orderitems' ? seenWith(body ?? {}) : []
  const fields: readonly string[] = method === 'DELETE' ? ENTITIES[entity].seen : [...changed, ...beside]
  return Object.fromEntries(fields.filter((field) => field in seen).map((field) => [field, seen[field]]))
}

/** Fields of decimals. The server writes all their places, and a device writes them as they were typed. */
const DECIMALS: readonly string[] = ['weight_lbs', 'weight_kg', 'coupon_amount']

/** Whether a value that was seen is the row's present one, written in another way. */
const isWrittenOtherwise = (field: string, seen: unknown, now: unknown): boolean =>
  DECIMALS.includes(field) &&
  typeof seen === 'string' &&
  typeof now === 'string' &&
  thousandths(seen) === thousandths(now)

/** Returns the row's version and the former values of what the call changes, as the person saw them. */
function baseOf(edit: NewEdit, { body }: Mutation['call'], row: EditedRow | undefined): Mutation['base'] {
  if (!row || edit.method === 'POST') return { version: null, values: {} }
  const version = 'version' in row ? row.version : null
  const now = seenOf(edit, body, row)
  const seen = Object.entries(edit.seen ?? {}).filter(
    ([field, value]) => !isWrittenOtherwise(field, value, now[field]),
  )
  return { version, values: { ...now, ...Object.fromEntries(seen) } }
}

export interface Author {
  person: Person
  deviceId: string
  now(): number
}

/**
 * Makes an edit as it is sent, without its number.
 *
 * @param row what the person saw, where it is known
 * @param order the order that it belongs to; null for a barcode
 */
export function mutationOf(
  { person, deviceId, now }: Author,
  edit: NewEdit,
  mutation_id: string,
  row: EditedRow | undefined,
  order: number | null,
): Omit<Mutation, 'seq'> {
  const call = callOf(edit)
  return {
    mutation_id,
    device_id: deviceId,
    user_id: person.id,
    entity: edit.entity,
    entity_id: edit.entity_id,
    order,
    call,
    base: baseOf(edit, call, row),
    adds: edit.adds ?? null,
    raw_scan: edit.raw_scan ?? null,
    reason: edit.reason ?? null,
    retry_of: null,
    act: null,
    created_at: new Date(now()).toISOString(),
    schema_version: MUTATION_SCHEMA_VERSION,
  }
}

/** Counts the parts of each act among these edits. */
export function countParts(edits: readonly NewEdit[]): Map<string, number> {
  const parts = new Map<string, number>()
  for (const { act } of edits) if (act !== undefined) parts.set(act, (parts.get(act) ?? 0) + 1)
  return parts
}

/** Returns the act that an edit is a part of, where it has other parts. */
export function actOfEdit({ act }: NewEdit, counted: ReadonlyMap<string, number>): Mutation['act'] {
  const parts = act === undefined ? 1 : counted.get(act)!
  return act !== undefined && parts > 1 ? { id: act, parts } : null
}

/**
 * Returns the record as it is sent: always the same fields in the same order, so that a repeated edit has the same
 * bytes.
 */
export function toWire(record: Mutation): Mutation {
  const { mutation_id, device_id, user_id, entity, entity_id, order, call, base, adds, raw_scan, reason } =
    record
  const { retry_of, act, seq, withdrawn, created_at, schema_version } = record
  return {
    mutation_id,
    device_id,
    user_id,
    entity,
    entity_id,
    order,
    call,
    base,
    adds,
    raw_scan,
    reason,
    retry_of,
    act,
    seq,
    ...(withdrawn && { withdrawn }),
    created_at,
    schema_version,
  }
}

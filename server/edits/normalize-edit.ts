/** What the server requires of an edit before it applies any rule: the edit can be stored, and is in its one form. */
import { cents, money, thousandths, weight } from '#contract/money.ts'
import { Money, RowId, Weight } from '#contract/values.ts'
import { placesOrder } from '#contract/orders/place.ts'
import { hasUuidKey } from '#contract/sync/entities.ts'
import { MOST_FIELDS, type Mutation } from '#contract/sync/mutation.ts'
import { invalidFields, refuse, type Refused } from '#contract/sync/outcome.ts'
import { isStorable, storable } from '../platform/storable.ts'

/** The greatest depth. A sound edit is at most three deep; a much deeper one would overflow the stack of its reader. */
const MOST_DEPTH = 16
/** The most values. An order of 1,000 lines, with the prices seen, holds 9,000. */
const MOST_VALUES = 12_000
/** The longest list of an edit is that of an order's lines. */
const MOST_ELEMENTS = 1_000

/** The faults of an edit's values, in words. */
const FAULTS = {
  text: 'The text holds a character that cannot be stored.',
  depth: 'The change is nested too deeply.',
  size: 'The change holds too much.',
}

/** Returns the first fault of an edit's values; null for none. Looks at no more values than an edit may hold. */
function faultOf(edit: unknown): keyof typeof FAULTS | null {
  let left = MOST_VALUES
  const look = (value: unknown, depth: number): keyof typeof FAULTS | null => {
    if (--left < 0) return 'size'
    if (typeof value === 'string') return isStorable(value) ? null : 'text'
    if (typeof value !== 'object' || value === null) return null
    if (depth === MOST_DEPTH) return 'depth'
    if (Array.isArray(value) && value.length > MOST_ELEMENTS) return 'size'
    const names = Object.keys(value)
    if (!Array.isArray(value) && names.length > MOST_FIELDS) return 'size'
    for (const name of names) {
      const fault = isStorable(name) ? look((value as Record<string, unknown>)[name], depth + 1) : 'text'
      if (fault) return fault
    }
    return null
  }
  return look(edit, 0)
}

/** Returns a refusal where this edit cannot even be looked up or stored; null for a sound one. */
function unsound(m: Mutation): Refused | null {
  const { entity, entity_id, device_id, call, base, raw_scan, reason, act } = m
  const fault = faultOf([entity_id, device_id, call.body, base.values, raw_scan, reason])
  if (fault) return refuse(400, 'invalid', FAULTS[fault])
  if (act && entity !== 'orderitems' && entity !== 'ordersubitems')
    return refuse(400, 'invalid', 'Only changes of the lines and pieces of an order are parts of one change.')
  const isNamed = hasUuidKey(entity) || entity === 'orders'
  if (isNamed && call.method === 'POST' && !RowId.safeParse(entity_id).success)
    return invalidFields({ id: 'must be a UUID' })
  return null
}

/** Returns what is kept of an unsound edit beside its refusal: who, when and for which row. */
const storablePart = (m: Mutation): Mutation => ({
  ...m,
  entity_id: storable(m.entity_id),
  device_id: storable(m.device_id),
  call: { ...m.call, body: null },
  adds: null,
  raw_scan: null,
  reason: null,
})

/** Writes the text of a field in its one form, by field. */
type Form = Record<string, (text: string) => string>

/**
 * The form that fingerprints are taken in. It must never get another field: an edit that an earlier release stored
 * would then be another edit, and the server would refuse it when it comes again.
 */
const PRINTED_FORM: Form = {}
const AMOUNTS = ['coupon_amount', 'estimated_price', 'final_price']
for (const field of AMOUNTS)
  PRINTED_FORM[field] = (text) => (Money.safeParse(text).success ? money(cents(text)) : text)
for (const field of ['weight_lbs', 'weight_kg'])
  PRINTED_FORM[field] = (text) => (Weight.safeParse(text).success ? weight(thousandths(text)) : text)
for (const field of ['id', 'order_item']) PRINTED_FORM[field] = (text) => text.toLowerCase()

/** The form that edits run in, which may get more fields. */
export const ONE_FORM: Form = { ...PRINTED_FORM }
// An amount with more places than are stored stays as it is: its schema refuses it, and nothing is rounded
// silently.
for (const field of AMOUNTS)
  ONE_FORM[field] = (text) => (/\.\d\d\d*[1-9]/.test(text) ? text : PRINTED_FORM[field]!(text))

/** Returns the values in this form; the same object where they already are. */
function inForm(values: Record<string, unknown>, form: Form): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined
  for (const [field, value] of Object.entries(values)) {
    if (typeof value !== 'string' || !Object.hasOwn(form, field)) continue
    const text = form[field]!(value)
    if (text !== value) (changed ??= { ...values })[field] = text
  }
  return changed ?? values
}

/**
 * Returns the edit with its decimals as the database gives them ("12.5" is "12.500") and its ids in small letters,
 * including the values that the person saw. Two ways to write one value are no clash, and the answer equals that of a
 * later GET.
 */
function canonical(m: Mutation, form: Form): Mutation {
  const { entity, entity_id, call, base } = m
  // One name is one order, however it is written.
  if (placesOrder(m)) return { ...m, entity_id: entity_id.toLowerCase() }
  if (!hasUuidKey(entity)) return m
  return {
    ...m,
    entity_id: entity_id.toLowerCase(),
    call: { ...call, body: call.body && inForm(call.body, form) },
    base: { ...base, values: inForm(base.values, form) },
  }
}

/** An edit as the server will run it, or with the reason why it will not. */
export interface NormalizedEdit {
  edit: Mutation
  /** The same edit in the form of its fingerprint. */
  printed: Mutation
  fault: Refused | null
}

export function normalizeEdit(m: Mutation): NormalizedEdit {
  const fault = unsound(m)
  if (!fault) return { edit: canonical(m, ONE_FORM), printed: canonical(m, PRINTED_FORM), fault }
  const edit = storablePart(m)
  return { edit, printed: edit, fault }
}

/** Edits in the trade's words: "Picked · Beef Brisket", "Weight 12.34 lb, lot L-7". */
import { placesOrder } from '../orders/place.ts'
import type { EditableEntity, Mutation } from './mutation.ts'

export interface Words {
  /** The act, and its object. */
  title: string
  /** The values; empty where the title says it all. */
  detail: string
}

type Values = Record<string, unknown>

const FIELDS: Record<string, string> = {
  bin_override: 'Bin',
  case_quantity: 'Cases picked',
  cases_ordered: 'Cases ordered',
  coupon_amount: 'Coupon',
  coupon_note: 'Coupon note',
  delivery_date: 'Delivery date',
  estimated_price: 'Estimated price',
  final_price: 'Final price',
  ignore_missing_items: 'Ignore when missing',
  lot_code: 'Lot',
  note: 'Note',
  original_product: 'Instead of',
  out_of_stock: 'Out of stock',
  picked: 'Picked',
  picker: 'Picker',
  placed_date: 'Placed date',
  price_snapshot: 'Prices',
  product: 'Product',
  raw_scan: 'Scan',
  scanned: 'Scanned',
  serial: 'Serial number',
  taxable: 'Taxable',
  unit_quantity: 'Units picked',
  unit_type: 'Piece',
  units_ordered: 'Units ordered',
  weight_kg: 'Weight in kg',
  weight_lbs: 'Weight',
}

/** Returns a field as people call it; a field without such a name keeps its own name, without underscores. */
export const fieldName = (field: string): string => FIELDS[field] ?? field.replaceAll('_', ' ')

/** Returns a value as people write it. `nameOf` turns a product's code into its name. */
export function showValue(
  field: string,
  value: unknown,
  nameOf: (upc: string) => string = (upc) => upc,
): string {
  if (value === undefined) return 'deleted'
  if (field === 'scanned') return value === null ? 'not yet' : value ? 'yes' : 'skipped'
  if (value === null || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (field === 'unit_type') return value === 'c' ? 'case' : 'unit'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (field === 'product' || field === 'original_product') return nameOf(text)
  if (field === 'weight_lbs') return `${text} lb`
  if (field === 'weight_kg') return `${text} kg`
  if (field.endsWith('_date')) return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
  return text
}

/** Returns a scan as it arrived, with invisible characters spelt out, because not every font has a symbol for them. */
export const showScan = (raw: string): string =>
  // oxlint-disable-next-line no-control-regex -- the search is for invisible characters
  raw.replace(/[\u0000-\u001f]/g, (char) =>
    char === '\u001d' ? '<GS>' : `<${char.charCodeAt(0).toString(16).padStart(2, '0')}>`,
  )

/** Fields that the subject of an edit or its scan already says. */
const UNSAID = new Set([
  'id',
  'order',
  'order_item',
  'raw_scan',
  'price_snapshot',
  'admin_added',
  'unit_type',
])

const counted = (by: number, noun: string) =>
  `${by < 0 ? '−' : '+'}${Math.abs(by)} ${noun}${Math.abs(by) === 1 ? '' : 's'}`

function details(
  edit: Pick<Mutation, 'call' | 'adds'>,
  said: readonly string[],
  nameOf: (upc: string) => string,
): string {
  const body: Values = edit.call.body ?? {}
  const adds = edit.adds ?? {}
  const added = [
    adds.unit_quantity !== undefined && counted(adds.unit_quantity, 'unit'),
    adds.case_quantity !== undefined && counted(adds.case_quantity, 'case'),
  ]
  const fields = Object.entries(body).filter(
    ([field, value]) => !UNSAID.has(field) && !said.includes(field) && !(field in adds) && value !== null,
  )
  const emptied = Object.entries(body).filter(
    ([field, value]) =>
      edit.call.method === 'PATCH' && value === null && !UNSAID.has(field) && !said.includes(field),
  )
  const words = [
    ...fields.map(([field, value]) => `${fieldName(field)} ${showValue(field, value, nameOf)}`),
    ...emptied.map(([field]) => `${fieldName(field)} removed`),
  ]
  // "Weight 12.34 lb, lot L-7": a list, of which only the first begins with a capital.
  return [...added, ...words]
    .filter((word) => word !== false)
    .map((word, n) => (n === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1)))
    .join(', ')
}

/** Returns what was done to an item, most telling first, and the fields that the words already cover. */
function itemAct({ call, adds }: Pick<Mutation, 'call' | 'adds'>): { act: string; said: string[] } {
  const body: Values = call.body ?? {}
  if (call.method === 'DELETE') return { act: 'Item deleted', said: [] }
  if (call.method === 'POST')
    return body['original_product']
      ? { act: 'Substitute added', said: ['product'] }
      : { act: 'Item added', said: ['product'] }
  if (body['product'] !== undefined) return { act: 'Swapped', said: ['picked', 'scanned'] }
  if (body['out_of_stock'] === true)
    return { act: 'Out of stock', said: ['out_of_stock', 'picked', 'scanned'] }
  if (adds) return { act: 'Scanned', said: ['scanned', 'picked'] }
  if (body['picked'] === true) return { act: 'Picked', said: ['picked', 'scanned'] }
  if (body['picked'] === false) return { act: 'Not picked any more', said: ['picked', 'scanned'] }
  if (body['out_of_stock'] === false) return { act: 'In stock again', said: ['out_of_stock'] }
  if (body['scanned'] === false) return { act: 'Set aside', said: ['scanned'] }
  if (body['scanned'] === null) return { act: 'Set aside taken back', said: ['scanned'] }
  return { act: 'Item changed', said: [] }
}

/**
 * Returns "+2 units, +1 case" for what is added, "2 units" for what is set; '' for a removal, because its act says
 * it.
 */
function stagedDetail({ call: { method, body }, adds }: Pick<Mutation, 'call' | 'adds'>): string {
  if (method === 'DELETE') return ''
  const { unit_quantity: units, case_quantity: cases } = method === 'POST' ? (body ?? {}) : (adds ?? {})
  const added = [
    typeof units === 'number' && units !== 0 && counted(units, 'unit'),
    typeof cases === 'number' && cases !== 0 && counted(cases, 'case'),
  ].filter((word) => word !== false)
  if (added.length > 0 || adds) return added.join(', ')
  const set = [
    [body?.['unit_quantity'], 'unit'],
    [body?.['case_quantity'], 'case'],
  ] as const
  return set
    .flatMap(([count, noun]) =>
      typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : [],
    )
    .join(', ')
}

type Described = Pick<Mutation, 'entity' | 'entity_id' | 'order' | 'call' | 'adds'>
/** Returns an edit in words. `on` adds the edit's product to an act. */
type Say = (edit: Described, on: (act: string) => string, nameOf: (upc: string) => string) => Words

const SAY: Record<EditableEntity, Say> = {
  orders(edit, _on, nameOf) {
    if (!placesOrder(edit))
      return { title: `Order ${edit.entity_id} changed`, detail: details(edit, [], nameOf) }
    const body: Values = edit.call.body ?? {}
    const lines = body['order_items']
    const count = Array.isArray(lines) ? lines.length : 0
    const day = showValue('delivery_date', body['delivery_date'] ?? null)
    return {
      title: typeof body['staged'] === 'number' ? 'Staged order placed' : 'Order placed',
      detail: `${count} product${count === 1 ? '' : 's'} for $${String(body['total'])}, delivery ${day}`,
    }
  },
  orderitems(edit, on, nameOf) {
    const { act, said } = itemAct(edit)
    return { title: on(act), detail: details(edit, said, nameOf) }
  },
  ordersubitems(edit, on, nameOf) {
    const kind = edit.call.body?.['unit_type'] === 'c' ? 'Case' : 'Piece'
    const acts = { POST: `${kind} recorded`, PATCH: `${kind} changed`, DELETE: 'Piece deleted' }
    return { title: on(acts[edit.call.method]), detail: details(edit, [], nameOf) }
  },
  barcodealternates({ entity_id, call }, on) {
    const act = call.method === 'DELETE' ? 'Barcode unlinked' : 'Barcode linked'
    return { title: on(act), detail: showScan(entity_id) }
  },
  sharedcartitems(edit, on) {
    const acts = { POST: 'Staged', PATCH: 'Staged order changed', DELETE: 'Taken out of the staged order' }
    return { title: on(acts[edit.call.method]), detail: stagedDetail(edit) }
  },
}

/** Returns an edit in words. `product` is the name of the edit's product, where the device knows it. */
export const editWords = (
  edit: Described,
  product: string | null,
  nameOf: (upc: string) => string = (upc) => upc,
): Words =>
  // A newer server may tell of another entity.
  (SAY[edit.entity] ?? SAY.orderitems)(edit, (act) => (product ? `${act} · ${product}` : act), nameOf)

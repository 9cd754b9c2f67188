/**
 * What stands against an invoice of an order (readings, "Making an invoice"): asked by the order page, both Save dialogs
 * and the server. Missing lots and missing average weights block. The rest is asked about; the answers travel with the call that
 * makes the invoice.
 */
import {
  isBilled,
  itemsWithoutLot,
  itemsWithoutWeight,
  pickedPieces,
  typesWithoutAverage,
  withAverages,
  type PickLine,
  type LineItem,
} from '../orders/before-invoice.ts'
import { firstNames } from '../format.ts'
import { isDone } from '../orders/schema.ts'
import { isBilledAtZero, isPricedByHand } from '../pricing.ts'
import type { UnitType } from '../values.ts'
import { exceededWords, type ExceededLine } from './credits.ts'

/** A device that last said that it still holds edits of the order. One of the counts is above 0. */
export interface Holding {
  username: string
  /** Edits that wait to be sent. */
  unsent: number
  /** Refused and clashing edits, which a person has to decide on. */
  needs_you: number
}

/** An order as it is about to be invoiced: every line of it, whatever a list shows. */
export interface WholeOrder {
  id: number
  lines: readonly PickLine[]
  held: readonly Holding[]
}

/** What no confirmation answers: lots are entered, averages are stored with the product, credits are answered one by one. */
type BlockingCode = 'lots' | 'no_average_weight' | 'credit_exceeds_line'
export type BlockerCode = BlockingCode | keyof typeof CONFIRMS | 'incomplete'
export interface Blocker {
  code: BlockerCode
  /** A whole sentence for people. */
  message: string
  /** Of `no_average_weight`: the products, each once. */
  products?: ProductWithoutAverage[]
  /** Of `credit_exceeds_line`, which the server alone knows. */
  lines?: ExceededLine[]
}
export interface ProductWithoutAverage {
  upc: string
  name: string
  /** What is charged by a weight that nobody knows: a unit, a case or both. */
  types: UnitType[]
}

/** The field of `POST orders/{id}/generateinvoice` that answers each thing that is asked about. */
export const CONFIRMS = {
  weights: 'confirm_average',
  nothing_delivered: 'confirm_nothing',
  zero_price: 'confirm_zero',
  unsent_edits: 'confirm_unsent',
  /** Of `below_kept`, which the server alone knows. */
  below_kept: 'confirm_kept',
} as const
export type Confirmations = Partial<Record<(typeof CONFIRMS)[keyof typeof CONFIRMS], boolean>>
export const isAnswerable = (code: BlockerCode): code is keyof typeof CONFIRMS => code in CONFIRMS

/** Everything that stands against an invoice, what blocks it first; empty where nothing does. */
export function invoiceBlockers({ id, lines, held }: WholeOrder): Blocker[] {
  const items = lines.flatMap((line) => line.items)
  const isNothing = !items.some(isBilled)
  return [
    missingLots(lines),
    missingAverages(lines),
    missingWeights(lines),
    held.length === 0 ? null : { code: 'unsent_edits' as const, message: holdingSentence(id, held) },
    isNothing ? nothingDelivered(id) : zeroPrices(lines),
    isNothing ? null : incomplete(items.length, items.filter(isDone).length),
  ].filter((one) => one !== null)
}

/** What stands of credits that are more than their lines; empty where there are none. */
export const creditsExceed = (lines: readonly ExceededLine[]): Blocker[] =>
  lines.length === 0
    ? []
    : [{ code: 'credit_exceeds_line', message: lines.map(exceededWords).join('\n'), lines: [...lines] }]

const nothingDelivered = (id: number): Blocker => ({
  code: 'nothing_delivered',
  message: `Nothing of order ${id} was picked: its invoice has no line and no fee, and comes to $0.00.`,
})

/** An average that the product has got since the order was placed is taken when the invoice is made. */
function missingAverages(lines: readonly PickLine[]): Blocker | null {
  const found = new Map<string, ProductWithoutAverage>()
  for (const { product, items, pieces } of lines)
    for (const item of items) {
      const own = piecesOf(item, pieces)
      const types = isPricedByHand(item, own) ? [] : typesWithoutAverage(withAverages(item, product), own)
      if (types.length === 0) continue
      const all = [...new Set([...(found.get(item.product)?.types ?? []), ...types])]
      found.set(item.product, { upc: item.product, name: nameOf(item, product), types: all })
    }
  if (found.size === 0) return null
  const products = [...found.values()]
  const names = firstNames(products.map(({ name }) => name))
  const message = `No average weight is known of ${names}. Weigh it, or enter its average weight.`
  return { code: 'no_average_weight', message, products }
}

/** A line total that a person set by hand is meant, 0.00 too. */
function zeroPrices(lines: readonly PickLine[]): Blocker | null {
  const isFree = (item: LineItem, { product, pieces }: PickLine) => {
    const [line, own] = [withAverages(item, product), piecesOf(item, pieces)]
    const isWeighable = typesWithoutAverage(line, own).length === 0
    return isBilled(item) && isWeighable && !isPricedByHand(item, own) && isBilledAtZero(line, own)
  }
  const names = namesWhere(lines, (line) => line.items.some((item) => isFree(item, line)))
  return names === null ? null : { code: 'zero_price', message: `Billed at $0.00: ${names}.` }
}

const piecesOf = (item: LineItem, pieces: PickLine['pieces']) =>
  pieces.filter(({ order_item }) => order_item === item.id)

/** A246: only what was picked lacks its lots; a line that is not picked yet is marked (A245) and blocks nothing. */
function missingLots(lines: readonly PickLine[]): Blocker | null {
  const names = namesWhere(lines, (line) => itemsWithoutLot(line).some((item) => pickedPieces(item) > 0))
  return names === null ? null : { code: 'lots', message: `A lot code is missing for ${names}.` }
}

function missingWeights(lines: readonly PickLine[]): Blocker | null {
  const names = namesWhere(lines, (line) => itemsWithoutWeight(line).some((item) => !item.billed_at_average))
  return names === null ? null : { code: 'weights', message: `Not weighed yet: ${names}.` }
}

/** "picker3 has 6 unsent changes and 1 decision to make" for each device, as one sentence. */
export function holdingSentence(order: number, held: readonly Holding[]): string {
  const each = held.map((one) => `${one.username} has ${heldWords(one)}`)
  return `Order ${order} is not all here yet: ${each.join(', ')}.`
}

/** "6 unsent changes and 1 decision to make". */
export function heldWords({ unsent, needs_you }: Pick<Holding, 'unsent' | 'needs_you'>): string {
  const words = [
    unsent > 0 && `${unsent} unsent ${unsent === 1 ? 'change' : 'changes'}`,
    needs_you > 0 && `${needs_you} ${needs_you === 1 ? 'decision' : 'decisions'} to make`,
  ]
  return words.filter(Boolean).join(' and ')
}

/** @param done lines that are picked or out of stock (`picked_count` of an order whose lines are not at hand) */
export function incomplete(total: number, done: number): Blocker | null {
  if (done >= total) return null
  const open = total - done
  const said =
    total === 1
      ? 'Its only line is not picked.'
      : `${open} of ${total} lines ${open === 1 ? 'is' : 'are'} not picked.`
  const rest = done === 0 ? 'what was picked' : `the ${done} that ${done === 1 ? 'is' : 'are'}`
  return { code: 'incomplete', message: `${said} Bill only ${rest}?` }
}

/** The names of the lines that lack something, three at most; null where none does. */
function namesWhere(lines: readonly PickLine[], lacks: (line: PickLine) => boolean): string | null {
  const names = [...new Set(lines.filter(lacks).map(({ items, product }) => nameOf(items[0], product)))]
  return names.length === 0 ? null : firstNames(names)
}

const nameOf = (item: LineItem | undefined, product: PickLine['product']): string =>
  product?.name ?? `Product ${item?.product}`

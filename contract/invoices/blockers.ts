/**
 * The obstacles to an invoice of an order (readings, "Making an invoice"), for the order page, both Save dialogs and
 * the server. Missing lots and missing average weights block the invoice. The others are questions: their answers are
 * sent with the call that makes the invoice.
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

/** A device whose last report says that it still holds edits of the order. One of the counts is above 0. */
export interface Holding {
  username: string
  /** Edits that wait to be sent. */
  unsent: number
  /** Refused and clashing edits, on which a person has to decide. */
  needs_you: number
}

/** An order that is about to be invoiced, with every line, also those that a list hides. */
export interface WholeOrder {
  id: number
  lines: readonly PickLine[]
  held: readonly Holding[]
}

/**
 * Blockers that no confirmation answers: lots are entered, averages are stored with the product, credits are answered
 * one by one.
 */
type BlockingCode = 'lots' | 'no_average_weight' | 'credit_exceeds_line'
export type BlockerCode = BlockingCode | keyof typeof CONFIRMS | 'incomplete'
export interface Blocker {
  code: BlockerCode
  /** A whole sentence for people. */
  message: string
  /** The products of `no_average_weight`, each once. */
  products?: ProductWithoutAverage[]
  /** The lines of `credit_exceeds_line`, which only the server knows. */
  lines?: ExceededLine[]
}
export interface ProductWithoutAverage {
  upc: string
  name: string
  /** The unit types that are charged by an unknown weight: a unit, a case or both. */
  types: UnitType[]
}

/** The field of `POST orders/{id}/generateinvoice` that answers each question. */
export const CONFIRMS = {
  weights: 'confirm_average',
  nothing_delivered: 'confirm_nothing',
  zero_price: 'confirm_zero',
  unsent_edits: 'confirm_unsent',
  /** The field for `below_kept`, which only the server knows. */
  below_kept: 'confirm_kept',
} as const
export type Confirmations = Partial<Record<(typeof CONFIRMS)[keyof typeof CONFIRMS], boolean>>
export const isAnswerable = (code: BlockerCode): code is keyof typeof CONFIRMS => code in CONFIRMS

/** Returns all obstacles to an invoice, blocking ones first; empty where there are none. */
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

/** Returns the blocker for credits that exceed their lines; empty where there are none. */
export const creditsExceed = (lines: readonly ExceededLine[]): Blocker[] =>
  lines.length === 0
    ? []
    : [{ code: 'credit_exceeds_line', message: lines.map(exceededWords).join('\n'), lines: [...lines] }]

const nothingDelivered = (id: number): Blocker => ({
  code: 'nothing_delivered',
  message: `Nothing of order ${id} was picked: its invoice has no line and no fee, and comes to $0.00.`,
})

/**
 * Returns the blocker for missing averages. Making the invoice uses an average that the product has got since the
 * order was placed.
 */
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

/** Returns the question about zero prices. A line total that a person set by hand is intended, 0.00 too. */
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

/**
 * A246: returns the blocker for missing lots. Only picked pieces can lack a lot: a line that is not picked yet is
 * marked (A245) and blocks nothing.
 */
function missingLots(lines: readonly PickLine[]): Blocker | null {
  const names = namesWhere(lines, (line) => itemsWithoutLot(line).some((item) => pickedPieces(item) > 0))
  return names === null ? null : { code: 'lots', message: `A lot code is missing for ${names}.` }
}

function missingWeights(lines: readonly PickLine[]): Blocker | null {
  const names = namesWhere(lines, (line) => itemsWithoutWeight(line).some((item) => !item.billed_at_average))
  return names === null ? null : { code: 'weights', message: `Not weighed yet: ${names}.` }
}

/** Returns "picker3 has 6 unsent changes and 1 decision to make" for each device, as one sentence. */
export function holdingSentence(order: number, held: readonly Holding[]): string {
  const each = held.map((one) => `${one.username} has ${heldWords(one)}`)
  return `Order ${order} is not all here yet: ${each.join(', ')}.`
}

/** Returns "6 unsent changes and 1 decision to make". */
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

/** Returns the names of the lines that lack something, three at most; null where none does. */
function namesWhere(lines: readonly PickLine[], lacks: (line: PickLine) => boolean): string | null {
  const names = [...new Set(lines.filter(lacks).map(({ items, product }) => nameOf(items[0], product)))]
  return names.length === 0 ? null : firstNames(names)
}

const nameOf = (item: LineItem | undefined, product: PickLine['product']): string =>
  product?.name ?? `Product ${item?.product}`

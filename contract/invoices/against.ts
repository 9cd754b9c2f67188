/**
 * What stands against an invoice of an order (readings, "Making an invoice"): asked by the order page, both Save dialogs
 * and the server. Missing lots block. The rest is asked about; the answers travel with the call that makes the invoice.
 */
import { itemsWithoutLot, itemsWithoutWeight, pickedOf, type Bundle } from '../orders/before-invoice.ts'
import { isDone } from '../orders/schema.ts'

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
  lines: readonly Bundle[]
  held: readonly Holding[]
}

export type StandingCode = 'lots' | 'weights' | 'unsent_edits' | 'incomplete'
export interface Standing {
  code: StandingCode
  /** A whole sentence for people. */
  message: string
}

/** The field of `POST orders/{id}/generateinvoice` that answers each thing that is asked about; nothing answers lots. */
export const CONFIRMS = { weights: 'confirm_average', unsent_edits: 'confirm_unsent' } as const
export type Confirmations = Partial<Record<(typeof CONFIRMS)[keyof typeof CONFIRMS], boolean>>

/** Everything that stands against an invoice, what blocks it first; empty where nothing does. */
export function standsAgainst({ id, lines, held }: WholeOrder): Standing[] {
  const items = lines.flatMap((line) => line.items)
  return [
    missingLots(lines),
    missingWeights(lines),
    held.length === 0 ? null : { code: 'unsent_edits' as const, message: holdingSentence(id, held) },
    incomplete(items.length, items.filter(isDone).length),
  ].filter((one) => one !== null)
}

/** A246: only what was picked lacks its lots; a line that is not picked yet is marked (A245) and blocks nothing. */
function missingLots(lines: readonly Bundle[]): Standing | null {
  const names = namesWhere(lines, (line) => itemsWithoutLot(line).some((item) => pickedOf(item) > 0))
  return names === null ? null : { code: 'lots', message: `A lot code is missing for ${names}.` }
}

function missingWeights(lines: readonly Bundle[]): Standing | null {
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
export function incomplete(total: number, done: number): Standing | null {
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
function namesWhere(lines: readonly Bundle[], lacks: (line: Bundle) => boolean): string | null {
  const names = [...new Set(lines.filter(lacks).map(nameOf))]
  if (names.length === 0) return null
  const [shown, more] = [names.slice(0, 3), names.length - 3]
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const nameOf = ({ product, items }: Bundle): string => product?.name ?? `Product ${items[0]?.product}`

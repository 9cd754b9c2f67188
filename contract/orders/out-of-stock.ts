/**
 * Out of stock and counts (readings, "Out of stock and counts"): the mark says that nothing was picked, so it is a typed quantity. No stored
 * line is both out of stock and picked, and neither the mark nor a count is lost without a word.
 */
import type { Mutation } from '../sync/mutation.ts'
import { invalidFields, type Conflict, type Refused } from '../sync/outcome.ts'
import { COUNTS } from './acts.ts'
import type { OrderItemRow } from './schema.ts'

const PICKS = [...COUNTS, 'picked'] as const

/** The fields of a line that a person has seen beside those which they change: by them a mark and a count meet. */
export function seenWith(body: Record<string, unknown>): (keyof OrderItemRow)[] {
  if (body['out_of_stock'] === true) return [...COUNTS]
  return PICKS.some((field) => field in body) ? ['out_of_stock'] : []
}

const isPicked = (item: OrderItemRow) => item.picked || COUNTS.some((field) => item[field] > 0)

/**
 * Whether an edit meets a mark, or counts, that its author had not seen: then it is a clash, with both. A count on a line that is known to be
 * marked is refused.
 * @param item the line as it is
 * @param next the line as the edit would leave it, before the mark sets its counts to 0
 */
export function meetsMark(
  item: OrderItemRow,
  next: OrderItemRow,
  { call, adds, base }: Pick<Mutation, 'call' | 'adds' | 'base'>,
): Conflict | Refused | null {
  if (!next.out_of_stock) return null
  if (!item.out_of_stock) {
    const missed = COUNTS.filter((field) => field in base.values && base.values[field] !== item[field])
    return missed.length === 0
      ? null
      : clash(
          'It was counted meanwhile.',
          missed.map((field) => [field, { mine: 0, theirs: item[field], base: base.values[field] }]),
        )
  }
  const picks = adds !== null || PICKS.some((field) => field in (call.body ?? {}))
  if (!picks || !isPicked(next)) return null
  if (base.values['out_of_stock'] === false)
    return clash('It was marked out of stock meanwhile.', [
      ['out_of_stock', { mine: false, theirs: true, base: false }],
    ])
  const message = 'is set: what is out of stock is not picked. Take the mark off first'
  return invalidFields({ out_of_stock: message })
}

const clash = (message: string, fields: [string, Conflict['fields'][string]][]): Conflict => ({
  kind: 'conflict',
  status: 409,
  code: 'conflict',
  message,
  fields: Object.fromEntries(fields),
  deleted: false,
})

/** The orders list's search and sorting as they stand in the address. */
import type { TableState } from '#src/ui/table-view.ts'

export interface OrdersSearch {
  q?: string | undefined
  /** A column, with a minus in front when it descends. */
  sort?: string | undefined
  paid?: true | undefined
}

/** Anything may be typed into an address: what does not fit is left out. */
export function readOrdersSearch({ q, sort, paid }: Record<string, unknown>): OrdersSearch {
  return {
    // The router reads `?q=12` as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(typeof sort === 'string' && sort && { sort }),
    ...(paid === true && { paid }),
  }
}

export const toTable = ({ q = '', sort }: Pick<OrdersSearch, 'q' | 'sort'>): TableState => ({
  search: q,
  sort: sort ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : null,
})

export const toSearch = ({ search, sort }: TableState): Pick<OrdersSearch, 'q' | 'sort'> => ({
  q: search || undefined,
  sort: sort ? `${sort.descending ? '-' : ''}${sort.column}` : undefined,
})

/** The state of a list in the address: the search, the sorting and the page are there again on the way back. */
import { PAGE_SIZES } from '#contract/spec.ts'
import type { TableState } from '#src/ui/table/column.ts'

export interface TableSearch {
  q?: string | undefined
  /** A column, with a minus in front when it descends. */
  sort?: string | undefined
  /** From 1, which is left out. */
  page?: number | undefined
  /** Rows a page, one of A339's. */
  size?: number | undefined
}

/**
 * Reads a list's state from the address. Anything may be typed into an address: a value that does not fit is ignored.
 */
export const readTableSearch = ({ q, sort, page, size }: Record<string, unknown>): TableSearch => ({
  // The router reads `?q=12` as a number.
  q: (typeof q === 'string' || typeof q === 'number') && q !== '' ? String(q) : undefined,
  sort: (typeof sort === 'string' && sort) || undefined,
  page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  size: PAGE_SIZES.find((one) => one === size),
})

export const toTable = ({ q = '', sort, page = 1, size }: TableSearch): TableState => ({
  search: q,
  sort: sort ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : null,
  page: page - 1,
  size: size ?? null,
})

export const toSearch = ({ search, sort, page, size }: TableState): TableSearch => ({
  q: search || undefined,
  sort: sort ? `${sort.descending ? '-' : ''}${sort.column}` : undefined,
  page: page > 0 ? page + 1 : undefined,
  size: size ?? undefined,
})

/** Lists that the server answers by pages (A267, A268), and searches and sorts where there are more rows than a page. */
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { TableState } from '#src/ui/table/column.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { PagesQuery } from './use-rows.ts'

/** What a list is asked for beside its filters. */
export interface ListQuestion {
  search?: string
  /** A column of the server's, with '-' before it the other way round. */
  ordering?: string
}

/**
 * Returns a table's question to the server; null where it is neither searched nor sorted by a column that the server
 * knows.
 *
 * @param orderings the server's columns by those of the table
 */
export function questionOf(
  { search, sort }: Pick<TableState, 'search' | 'sort'>,
  orderings: Record<string, string>,
): ListQuestion | null {
  const column = sort && orderings[sort.column]
  if (!search && !column) return null
  return {
    ...(search && { search }),
    ...(column && { ordering: `${sort.descending ? '-' : ''}${column}` }),
  }
}

interface ListQuery<Row> {
  path: string
  /** The first part of the key, by which a change makes the list old. */
  key: QueryKey
  /** The filters, the search and the order. */
  query: Record<string, string | number>
  keyOf: PagesQuery<Row>['keyOf']
}

/** The pages of a list. Its rows are not checked against the schema: a thousand are taken as they are, and nothing is stored of them. */
export const listQuery = <Row>({ path, key, query, keyOf }: ListQuery<Row>): PagesQuery<Row> => ({
  queryKey: [...key, query],
  keyOf,
  firstLimit: PAGE_SIZE_DEFAULT,
  async readPage(client, page, signal) {
    const answer = await client.api<Row[] | { count: number; results: Row[] }>('GET', path, {
      query: { ...query, ...(page === 'all' ? { no_page: 1 } : page) },
      signal,
    })
    return Array.isArray(answer)
      ? { rows: answer, total: answer.length }
      : { rows: answer.results, total: answer.count }
  },
})

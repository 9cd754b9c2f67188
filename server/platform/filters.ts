/** The WHERE of a list, and the patterns of a search (docs/decisions/0264). */
import { wordsOf } from '#contract/words.ts'
import { z } from 'zod'

/** SQL with `$` where the filter's value goes, and the value. Without a value (undefined, null or false) the filter is left out. */
type Filter = readonly [sql: string, value: unknown]

/** SQL with `$` where a pattern goes, and the patterns of which a row must match each. Without patterns nothing is searched. */
type Search = readonly [sql: string, patterns: readonly string[]]

export interface ListFilters {
  /** ` where …`, or nothing where no filter came. */
  where: string
  /** Whether a filter came beside the search. */
  isFiltered: boolean
  isSearched: boolean
  /**
   * The name of the statement of a list: each set of filters is a statement of its own. Null for a search, which is planned for its
   * words each time: a plan for any words reads the whole table.
   */
  nameOf: (list: string) => string | null
  /** The values of `where`, from $1 on. */
  values: unknown[]
}

/**
 * The conditions of the filters that came, and no others. A condition such as `$1 is null or a.b = $1` in a prepared statement is
 * planned for any value, and so reads the whole table.
 */
export function filtersOf(filters: Record<string, Filter>, search: Search = ['', []]): ListFilters {
  const came = Object.entries(filters).filter(
    ([, [, value]]) => value !== undefined && value !== null && value !== false,
  )
  const [searchSql, patterns] = search
  const values: unknown[] = []
  const conditions = [
    ...came.map(([, filter]) => filter),
    ...patterns.map((one): Filter => [searchSql, one]),
  ].map(([sql, value]) => {
    if (!sql.includes('$')) return sql
    values.push(value)
    return sql.replaceAll('$', `$${values.length}`)
  })
  const set = came.map(([name]) => ` ${name}`).join('')
  return {
    where: conditions.length > 0 ? ` where ${conditions.map((sql) => `(${sql})`).join(' and ')}` : '',
    isFiltered: came.length > 0,
    isSearched: patterns.length > 0,
    nameOf: (list) => (patterns.length > 0 ? null : `${list}${set}`),
    values,
  }
}

/** Text to search for, as a pattern for `ilike` in which nothing but itself matches. */
const pattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The most characters of a search. */
const MOST_SEARCHED_CHARACTERS = 200

/** What a list is searched for, as a query parameter. */
export const searchText = z.string().max(MOST_SEARCHED_CHARACTERS).optional()

/** The one pattern of a search for a phrase; none where no text was typed. */
export const phraseOf = (text = ''): string[] => (text ? [pattern(text)] : [])

/** More words than these find nothing more. */
const MOST_WORDS = 8

/** The patterns of a search, of which a row must match each; none where no text was typed. */
export const patternsOf = (text = ''): string[] => wordsOf(text).slice(0, MOST_WORDS).map(pattern)

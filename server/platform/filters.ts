/** The WHERE of a list (docs/decisions/0264). */

/** SQL with `$` where the filter's value goes, and the value. Without a value (undefined, null or false) the filter is left out. */
type Filter = readonly [sql: string, value: unknown]

export interface Filters {
  /** ` where …`, or nothing where no filter came. */
  where: string
  /** The filters that came, as a part of the statement's name: each set of filters is a statement of its own. */
  named: string
  /** The values of `where`, from $1 on. */
  values: unknown[]
}

/**
 * The conditions of the filters that came, and no others. A condition such as `$1 is null or a.b = $1` in a prepared statement is
 * planned for any value, and so reads the whole table.
 */
export function filtersOf(filters: Record<string, Filter>): Filters {
  const came = Object.entries(filters).filter(
    ([, [, value]]) => value !== undefined && value !== null && value !== false,
  )
  const values: unknown[] = []
  const conditions = came.map(([, [sql, value]]) => {
    if (!sql.includes('$')) return sql
    values.push(value)
    return sql.replaceAll('$', `$${values.length}`)
  })
  return {
    where: conditions.length > 0 ? ` where ${conditions.map((sql) => `(${sql})`).join(' and ')}` : '',
    named: came.map(([name]) => ` ${name}`).join(''),
    values,
  }
}

/** Arrays as PostgreSQL reads them: many rows travel as one array a column, which it reads sooner than JSON. */

/** Text that needs no quotes in an array: not empty, not NULL, and nothing in it that an array gives a meaning. */
const PLAIN = /^(?!null$)[\w.:+-]+$/i
const SPECIAL = /["\\]/g

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return PLAIN.test(text) ? text : `"${text.replace(SPECIAL, '\\$&')}"`
}

/**
 * One column of many rows. Objects go as their JSON; a column in which nobody has a value goes as an empty array, which
 * `unnest` beside a longer one fills up with nulls.
 */
export function columnOf<T>(rows: readonly T[], value: (row: T) => unknown): string {
  let text = ''
  let empty = true
  for (const row of rows) {
    const one = element(value(row))
    if (one !== 'NULL') empty = false
    text += text === '' ? one : `,${one}`
  }
  return empty ? '{}' : `{${text}}`
}

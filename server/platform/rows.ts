/**
 * SQL whose rows have a checked shape (docs/decisions/0282). A shape is a zod schema of the columns that a statement selects. Its type
 * is the type of the rows. Tests parse each row against it, so that a renamed or retyped column fails at the statement that reads it.
 * In development a row of another shape is a warning, once per statement. In production rows are not parsed.
 *
 * On a connection of `openDatabase` numeric is a string, int8 a number, and date and timestamptz are strings. A plain client of pg
 * (server/backup) returns other values: a statement for it casts its columns.
 */
import type pg from 'pg'
import { z } from 'zod'

const environment = process.env['NODE_ENV'] ?? 'development'
/** The statements that have been warned of. */
const warned = new Set<string>()

type Queryable = pg.Pool | pg.ClientBase
/** SQL, or a prepared statement with its name. */
type Statement = string | { name: string; text: string }

/** Shapes that many statements have. */
export const IdRow = z.object({ id: z.number() })
export const TextIdRow = z.object({ id: z.string() })
export const CountRow = z.object({ count: z.number() })
export const NameRow = z.object({ name: z.string() })
export const UsernameRow = z.object({ username: z.string() })
export const UpcRow = z.object({ upc: z.string() })
/** A deleted row, by its entity and its key. */
export const GoneRow = z.object({ entity: z.string(), entity_id: z.string() })
export type GoneRow = z.infer<typeof GoneRow>
/** The value of a fact or of a sequence, as text. */
export const ValueRow = z.object({ value: z.string() })

/**
 * @param shape one that transforms nothing: the rows are returned as the database gives them
 * @throws an Error in tests that names the columns that are not of the shape
 */
export async function queryRows<Shape extends z.ZodType>(
  client: Queryable,
  shape: Shape,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<z.output<Shape>[]> {
  return checked(shape, await readRows(client, statement, values), statement)
}

/** The first row; undefined where the statement returns none. */
export async function queryRow<Shape extends z.ZodType>(
  client: Queryable,
  shape: Shape,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<z.output<Shape> | undefined> {
  const [row] = await queryRows(client, shape, statement, values)
  return row
}

/** The rows of a `select` as the wire has them: PostgreSQL writes them as JSON, so that a day is text and a price a decimal string. */
export async function queryJsonRows<Shape extends z.ZodType>(
  client: Queryable,
  shape: Shape,
  select: Statement,
  values: readonly unknown[] = [],
): Promise<z.output<Shape>[]> {
  const text = `select row_to_json(t) as json from (${textOf(select)}) t`
  const statement = typeof select === 'string' ? text : { name: select.name, text }
  const rows = await readRows(client, statement, values)
  return checked(
    shape,
    rows.map(({ json }) => json),
    statement,
  )
}

/** The row of a statement that always returns one, such as an aggregate or an insert. @throws an Error where it returns none */
export async function queryOnlyRow<Shape extends z.ZodType>(
  client: Queryable,
  shape: Shape,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<z.output<Shape>> {
  const row = await queryRow(client, shape, statement, values)
  if (row === undefined) throw new Error(`A statement returned no row: ${textOf(statement)}`)
  return row
}

const textOf = (statement: Statement) => (typeof statement === 'string' ? statement : statement.text)

async function readRows(client: Queryable, statement: Statement, values: readonly unknown[]) {
  const { rows } =
    typeof statement === 'string'
      ? await client.query(statement, [...values])
      : await client.query({ ...statement, values: [...values] })
  return rows as Record<string, unknown>[]
}

function checked<Shape extends z.ZodType>(shape: Shape, rows: unknown[], statement: Statement) {
  if (environment !== 'production') for (const row of rows) check(shape, row, statement)
  return rows as z.output<Shape>[]
}

/** @throws an Error in tests where the row is not of the shape */
function check(shape: z.ZodType, row: unknown, statement: Statement): void {
  const read = shape.safeParse(row)
  if (read.success) return
  const text = textOf(statement)
  const message = `A row is not of its shape (${z.prettifyError(read.error).replaceAll('\n', ' ')}): ${text}`
  if (environment === 'test') throw new Error(message)
  if (!warned.has(text)) process.emitWarning(message)
  warned.add(text)
}

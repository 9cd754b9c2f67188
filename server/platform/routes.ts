/** The shape of a file of routes: the app typed by zod, and what it works with. */
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { MOST_COUNTED } from '#contract/pages.ts'
import type { Context } from './context.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
export type Routes = (app: App, context: Context) => Promise<void>

/** The routes of a file that adds them in parts: each part in its order. */
export const routesOf =
  (...parts: ((app: App, context: Context) => void)[]): Routes =>
  async (app, context) => {
    for (const add of parts) add(app, context)
  }

/** An address holds no more; A285 asks for 100 products at a time. */
const MOST_REPEATED_VALUES = 1_000

/** A query parameter that may be given once or repeated. */
export const repeated = <T extends z.ZodType>(one: T) =>
  z
    // A copy: the OpenAPI document leaves a schema out of a union that another parameter has as well.
    .union([one.clone(), z.array(one).max(MOST_REPEATED_VALUES)])
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.output<T>[])

/**
 * A body that the command behind the call checks itself, because it answers each fault as it answers an edit's; the
 * OpenAPI document says what it takes.
 */
export const describedBy = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return z.unknown().meta({ ...shape, 'x-checked-by': 'the command' })
}

/** Query parameters are text; `1`, `true` and `True` are yes. */
export const flag = z
  .enum(['0', '1', 'true', 'false', 'True', 'False'], 'must be 1 or 0')
  .transform((text) => text === '1' || text.toLowerCase() === 'true')

/** A whole number in a path or query, tested as text and never by Number() (readings, "Orders, quantities, weights"). */
export const numberText = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a number')
  .transform(Number)
  .refine((n) => n <= 2_147_483_647, 'is too large')

/** The parameters of a path that names a row by its number. */
export const IdParams = z.object({ id: numberText })

/** A268: `limit` and `offset` page a list; `no_page=1` gives all of it as a plain array. */
export const paging = {
  no_page: flag.optional(),
  limit: numberText.refine((n) => n >= 1 && n <= 1000, 'must be 1 to 1000').optional(),
  offset: numberText.optional(),
}

/** The column that a list is sorted by, one of these, with '-' before it the other way round. */
export const ordering = (columns: readonly string[]) =>
  z.string().regex(new RegExp(`^-?(${columns.join('|')})$`), `must be one of ${columns.join(', ')}`)

/**
 * An `ordering` as the name of its column and the SQL of its direction.
 *
 * @param mayBeEmpty whether a row can have no value there: it comes last either way
 */
export function directed(
  text: string,
  mayBeEmpty: (column: string) => boolean = () => false,
): { column: string; direction: string } {
  const isDown = text.startsWith('-')
  const column = isDown ? text.slice(1) : text
  return { column, direction: `${isDown ? 'desc' : 'asc'}${mayBeEmpty(column) ? ' nulls last' : ''}` }
}

/** A268's paged answer. */
export const paged = <T extends z.ZodType>(row: T) =>
  z.union([
    z.array(row),
    z.object({
      count: z
        .int()
        .describe(`How many there are in all; ${MOST_COUNTED + 1} means more than ${MOST_COUNTED}`),
      results: z.array(row),
    }),
  ])

/** What the OpenAPI document groups calls by. */
interface Tagged {
  tags: string[]
}

/** The schema of a call that lists rows, page by page (A268), and takes nothing else. */
export const listing = <Row extends z.ZodType>(about: Tagged, summary: string, row: Row) => ({
  ...about,
  summary,
  querystring: z.object(paging),
  response: { 200: paged(row) },
})

/** The schema of a call that changes the row of its path's number, and answers with what is there then. */
export const changing = <Body extends z.ZodType, Row extends z.ZodType>(
  about: Tagged,
  summary: string,
  body: Body,
  row: Row,
) => ({ ...about, summary, params: IdParams, body, response: { 200: row } })

/**
 * What a call may hold, checked in two steps: how much there is of it, then what it is. Counting comes first, because
 * zod looks at every element of an array before it looks at the array's length, and remembers a fault for each.
 */
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { fieldMessages } from '#contract/sync/outcome.ts'
import { Problem, wrongField } from './problem.ts'
import { isStorable } from './storable.ts'

type Shape = z.core.JSONSchema.BaseSchema

/** The shapes that a value may have at one place: one, or the alternatives of a union. */
const alternatives = (shape: Shape): Shape[] => {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])] as Shape[]
  return [shape, ...inner.flatMap(alternatives)]
}
const isShape = (shape: unknown): shape is Shape => typeof shape === 'object' && shape !== null

/** Shapes of what lies below, in any of the alternatives. */
const below = (shapes: readonly Shape[], pick: (shape: Shape) => unknown): Shape[] =>
  shapes.map(pick).filter(isShape).flatMap(alternatives)

const most = (shapes: readonly Shape[], limit: 'maxItems' | 'maxProperties') =>
  Math.max(-1, ...shapes.map((shape) => shape[limit] ?? -1))

/** Where a shape has a list that nothing bounds; null where it has none. A call with one is not registered. */
function unbounded(shapes: readonly Shape[], path: string): string | null {
  if (shapes.some((shape) => 'x-checked-by' in shape)) return null
  const lists = shapes.some(({ items }) => items !== undefined)
  const records = shapes.some(({ additionalProperties }) => isShape(additionalProperties))
  if (lists && most(shapes, 'maxItems') < 0) return path
  if (records && most(shapes, 'maxProperties') < 0) return path
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))
  for (const name of names) {
    const found = unbounded(
      below(shapes, ({ properties }) => properties?.[name]),
      `${path}.${name}`,
    )
    if (found) return found
  }
  const elements = below(shapes, ({ items, additionalProperties }) => items ?? additionalProperties)
  return elements.length > 0 ? unbounded(elements, `${path}[]`) : null
}

interface Fault {
  /** From the innermost name outwards: a call without a fault needs no path. */
  path: PropertyKey[]
  what: string
}

/**
 * The first place at which a value holds too much, or text that no column takes; null where there is none. Only what
 * the shapes name is looked at, so that nobody can make the server walk what no call has.
 */
function tooMuch(value: unknown, shapes: readonly Shape[]): Fault | null {
  // An edit of a push, a line of a receipt: each is answered by itself, by whoever reads it (`describedBy`).
  if (shapes.some((shape) => 'x-checked-by' in shape)) return null
  const found = (what: string): Fault => ({ path: [], what })
  if (typeof value === 'string')
    return isStorable(value) ? null : found('holds a character that cannot be stored')
  if (typeof value !== 'object' || value === null) return null
  const list = Array.isArray(value)
  const limit = most(shapes, list ? 'maxItems' : 'maxProperties')
  if (limit >= 0) {
    const count = list ? value.length : Object.keys(value).length
    if (count > limit) return found(`holds ${count}, which is more than ${limit}`)
  }
  const look = (name: PropertyKey, inner: readonly Shape[]): Fault | null => {
    const fault = tooMuch((value as Record<PropertyKey, unknown>)[name], inner)
    fault?.path.push(name)
    return fault
  }
  const known = list ? [] : new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))
  for (const name of known) {
    const fault = look(
      name,
      below(shapes, ({ properties }) => properties?.[name]),
    )
    if (fault) return fault
  }
  const elements = below(shapes, ({ items, additionalProperties }) => (list ? items : additionalProperties))
  if (elements.length === 0) return null
  for (const name of list ? value.keys() : Object.keys(value)) {
    const fault = look(name, elements)
    if (fault) return fault
  }
  return null
}

/**
 * Fastify's validator of a body, query or path. Answers 400 with `{field: message}`, at most 20 of them, and the same
 * in words. Throws, when the server starts, for a list without a bound.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, method, url, httpPart }) => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  delete json.$schema
  const shapes = alternatives(json)
  const open = unbounded(shapes, `${method} ${url}`)
  if (open) throw new Error(`${open} takes a list of any length: give it a max`)
  return (data) => {
    // An id in an address that cannot be one is as unknown as any other: whoever looks for it says so.
    const fault = httpPart === 'params' ? null : tooMuch(data, shapes)
    if (fault) return { error: wrongField(fault.path.toReversed().join('.') || 'body', fault.what) }
    const parsed = schema.safeParse(data)
    if (parsed.success) return { value: parsed.data }
    const fields = fieldMessages(parsed.error)
    const lines = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
    return { error: new Problem(400, lines.join('\n'), fields) }
  }
}

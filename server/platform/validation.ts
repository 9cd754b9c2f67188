/**
 * Checks what a call holds in two steps: first how much, then what. Counting comes first, because zod checks every
 * element of an array before it checks the array's length, and stores a fault for each.
 */
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { fieldMessages } from '#contract/sync/outcome.ts'
import { Problem, wrongField } from './problem.ts'
import { isStorable } from './storable.ts'

type Shape = z.core.JSONSchema.BaseSchema

/** Returns the shapes that a value may have at one place: one, or the alternatives of a union. */
const alternatives = (shape: Shape): Shape[] => {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])] as Shape[]
  return [shape, ...inner.flatMap(alternatives)]
}
const isShape = (shape: unknown): shape is Shape => typeof shape === 'object' && shape !== null

/** Returns the shapes one level below, in any of the alternatives. */
const below = (shapes: readonly Shape[], pick: (shape: Shape) => unknown): Shape[] =>
  shapes.map(pick).filter(isShape).flatMap(alternatives)

const most = (shapes: readonly Shape[], limit: 'maxItems' | 'maxProperties') =>
  Math.max(-1, ...shapes.map((shape) => shape[limit] ?? -1))

/** Returns where a shape has a list without a bound; null where it has none. A call with one is not registered. */
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
  /** From the innermost name outwards, so that a call without a fault builds no path. */
  path: PropertyKey[]
  what: string
}

/**
 * Returns the first place where a value holds too much, or text that no column can store; null where there is none.
 * Checks only what the shapes name, so that a client cannot make the server walk data that no call has.
 */
function tooMuch(value: unknown, shapes: readonly Shape[]): Fault | null {
  // The code that reads an edit of a push or a line of a receipt answers each one by itself (`describedBy`).
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
 * messages as text. Throws, when the server starts, for a list without a bound.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, method, url, httpPart }) => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  delete json.$schema
  const shapes = alternatives(json)
  const open = unbounded(shapes, `${method} ${url}`)
  if (open) throw new Error(`${open} takes a list of any length: give it a max`)
  return (data) => {
    // An invalid id in an address is the same as an unknown id: the code that looks it up answers so.
    const fault = httpPart === 'params' ? null : tooMuch(data, shapes)
    if (fault) return { error: wrongField(fault.path.toReversed().join('.') || 'body', fault.what) }
    const parsed = schema.safeParse(data)
    if (parsed.success) return { value: parsed.data }
    const fields = fieldMessages(parsed.error)
    const lines = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
    return { error: new Problem(400, lines.join('\n'), fields) }
  }
}

/**
 * Reads JSON bodies. Counts the values of a body in its bytes before it is parsed: a few kilobytes decompress to
 * megabytes of brackets, and each value costs parsers, validators and rules far more than its bytes.
 */
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/**
 * The most values that one body may hold, at all depths: more than the largest call has (a push of 500 edits, one of
 * some orders of 1,000 lines, 1 MB of receipt lines). A device that receives 413 sends fewer edits at once.
 */
const MOST_VALUES = 100_000

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{') as unknown as [
  number,
  number,
  number,
  number,
  number,
]

/**
 * Returns whether a JSON text in UTF-8 holds more than `most` values: each opening bracket and each comma outside of
 * strings counts as one. Stops at the first value that is too many. Text that is not JSON is counted in the same way.
 */
export function holdsMoreThan(most: number, body: Uint8Array): boolean {
  let values = 1
  let inText = false
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]
    if (inText) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if ((sign === COMMA || sign === LIST || sign === OBJECT) && ++values > most) return true
  }
  return false
}

/** Reads JSON as Fastify does, but answers 413 for a body of too many values before it is parsed. */
export function addJsonBodies(app: FastifyInstance): void {
  // A poisoned key is removed, so that the good edits sent with it are not refused.
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (holdsMoreThan(MOST_VALUES, body))
      done(new Problem(413, `The call holds more than ${MOST_VALUES} values.`, { code: 'too_many_values' }))
    else void parse(request, body as never, done)
  })
}

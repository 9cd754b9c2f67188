import { expect, it } from 'vitest'
import { z } from 'zod'
import { holdsMoreThan } from './json-body.ts'
import { validatorCompiler } from './validation.ts'

type Validated = { error?: { body: Record<string, unknown> }; value?: unknown }
function validate(schema: z.ZodType, data: unknown): Validated {
  const validator = validatorCompiler({ schema, method: 'POST', url: '/test', httpPart: 'body' })
  return validator(data) as Validated
}
const schema = z.object({ name: z.string(), tags: z.array(z.object({ text: z.string() })).max(3) })

it('a field that a call does not have is never looked into', () => {
  const untouched = new Proxy(
    {},
    { ownKeys: () => expect.fail('was walked'), get: () => expect.fail('was read') },
  )
  const body = { name: 'a', tags: [{ text: 'b', other: untouched }], other: untouched }
  expect(validate(schema, body)).toEqual({ value: { name: 'a', tags: [{ text: 'b' }] } })
})

it('a field that the call has is named with its whole path', () => {
  expect(validate(schema, { name: 'a', tags: [{ text: 'b' }, { text: '\0' }] }).error?.body).toMatchObject({
    'tags.1.text': 'holds a character that cannot be stored',
  })
  expect(validate(schema, { name: 'a', tags: [1, 2, 3, 4] }).error?.body).toMatchObject({
    tags: 'holds 4, which is more than 3',
  })
})

it('the values of a JSON text are counted at all depths, and not those in texts', () => {
  const count = (text: string) => {
    let most = 1
    while (holdsMoreThan(most, Buffer.from(text))) most++
    return most
  }
  expect(count('7')).toBe(1)
  expect(count('[1,2,{"a":3,"b":[4]}]')).toBe(7)
  expect(count(String.raw`["[,{\"[,{","\\",",,,"]`)).toBe(4)
})

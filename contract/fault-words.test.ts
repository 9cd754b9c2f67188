import { expect, it } from 'vitest'
import { z } from 'zod'
// It is set where values are made.
import './values.ts'

const saysOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

it('the fault of a value is said in plain words, and not in those of a library', () => {
  const said = (
    [
      [z.string(), undefined],
      [z.string(), 5],
      [z.number(), 'five'],
      [z.boolean(), 'yes'],
      [z.array(z.string()), 'a'],
      [z.object({}), 'a'],
      [z.date(), 'a'],
      [z.string().min(1), ''],
      [z.string().min(3), 'ab'],
      [z.string().max(2), 'abc'],
      [z.array(z.string()).min(1), []],
      [z.array(z.string()).max(2), ['a', 'b', 'c']],
      [z.int().positive(), 0],
      [z.number().min(2), 1],
      [z.int().max(99), 100],
      [z.number().lt(5), 5],
      [z.enum(['u', 'c']), 'x'],
      [z.literal(true), false],
      [z.uuid(), 'x'],
      [z.iso.time(), 'x'],
      [z.union([z.string(), z.number()]), true],
      [z.union([z.string(), z.number()]), undefined],
    ] as const
  ).map(([schema, value]) => saysOf(schema, value))
  expect(said).toEqual([
    'is needed',
    'must be a text',
    'must be a number',
    'must be true or false',
    'must be a list',
    'must be an object',
    'is not right',
    'is needed',
    'must have at least 3 characters',
    'must have at most 2 characters',
    'must hold at least 1 entry',
    'must hold at most 2 entries',
    'must be more than 0',
    'must be at least 2',
    'must be at most 99',
    'must be less than 5',
    'must be one of u, c',
    'must be true',
    'must be the id of a row',
    'is not written as it must be',
    'is not right',
    'is needed',
  ])
})

it('a schema’s own words stay', () => {
  expect(saysOf(z.string().regex(/^\d+$/, 'must be digits'), 'a')).toBe('must be digits')
})

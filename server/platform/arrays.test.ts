import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../tests/setup/database.ts'
import { columnOf } from './arrays.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function read(type: string, values: readonly unknown[]): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ value: unknown }>(
    `select unnest($1::${type}[]) as value, unnest($2::int[]) as n order by n`,
    [columnOf(values, (value) => value), columnOf([...values.keys()], (n) => n)],
  )
  return rows.map(({ value }) => value)
}

const STORABLE = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))

it('gives PostgreSQL any text as it is, and nothing for nothing', async () => {
  const odd = ['', 'NULL', 'null', '"', '\\', '{a,b}', ' a ', 'a,b', "it's", 'Brie “doux”', '-1.5e3', null]
  expect(await read('text', odd)).toEqual(odd)
  const some = fc.array(fc.option(STORABLE), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(some, async (texts) => {
      expect(await read('text', texts)).toEqual(texts)
    }),
    { numRuns: 40 },
  )
})

it('gives PostgreSQL numbers, decimals, truths, moments and JSON', async () => {
  expect(await read('int', [0, -7, null, 2_147_483_647])).toEqual([0, -7, null, 2_147_483_647])
  expect(await read('numeric', ['12.50', '-0.05', null])).toEqual(['12.50', '-0.05', null])
  expect(await read('boolean', [true, null, false])).toEqual([true, null, false])
  const moment = '2026-11-21T12:00:00.125Z'
  expect(await read('timestamptz', [moment])).toEqual([moment])
  const said = [{ note: 'a "b" \\ c', adds: { unit_quantity: 1 } }, null, {}]
  expect(await read('jsonb', said)).toEqual(said)
})

it('fills a column up with nulls in which nobody has a value', async () => {
  expect(await read('text', [null, undefined, null])).toEqual([null, null, null])
})

import { expect, it } from 'vitest'
import { testDatabase } from './database.ts'

it('gives each test a migrated database of its own, and takes it away', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  await one.pool.query("insert into companies (name) values ('Harbor Grill')")
  expect((await two.pool.query('select from companies')).rowCount).toBe(0)
  await one.drop()
  await expect(one.pool.query('select 1')).rejects.toThrow('after calling end')
  const { rowCount } = await two.pool.query('select from pg_database where datname = $1', [
    one.url.split('/').at(-1),
  ])
  expect(rowCount).toBe(0)
  await two.drop()
})

import { expect, it } from 'vitest'
import { openDatabase, withLock } from '#server/platform/database.ts'
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

it('ends a statement, a wait for a lock and an idle transaction in time, but not work under a lock of its own', async () => {
  const database = await testDatabase()
  const timeouts = { statement: 400, lock: 50, idleInTransaction: 400 }
  const { pool, close } = openDatabase(database.url, { timeouts })
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  const holder = await database.pool.connect()
  await holder.query('begin; lock table orders')
  await expect(pool.query('select from orders')).rejects.toMatchObject({ code: '55P03' })
  holder.release(true)
  const idle = await pool.connect()
  const ended = new Promise((resolve) => idle.once('error', resolve))
  await idle.query('begin')
  expect(await ended).toMatchObject({ code: '25P03' })
  idle.release(true)
  const slept = await withLock(pool, 1, (client) => client.query('select pg_sleep(0.5)'))
  expect(slept.rowCount).toBe(1)
  await close()
  await database.drop()
})

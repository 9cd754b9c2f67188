import { expect, it } from 'vitest'
import { transaction } from '#server/platform/context.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

it('a transaction in which a statement failed unnoticed ends as an error: nothing of it was stored', async () => {
  const done = transaction(flow.pool, async (client) => {
    await client.query(`insert into companies (name) values ('Half a company')`)
    await client.query('select 1 / 0').catch(() => undefined)
  })
  await expect(done).rejects.toThrow('The transaction was not committed: ROLLBACK.')
  const { rowCount } = await flow.pool.query(`select from companies where name = 'Half a company'`)
  expect(rowCount).toBe(0)
})

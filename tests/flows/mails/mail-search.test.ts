/** The outbox, searched and sorted by the server where it holds more mails than a page. */
import { expect, it } from 'vitest'
import { makeMail, makeOrder } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

const ask = (query: string) => flow.server.call(flow.house.as.office, 'GET', `mails?${query}`)
const idsOf = async (query: string) =>
  (await ask(`no_page=1&${query}`)).body.map(({ id }: { id: string }) => id)

it('mails are found by every word of subject, addresses, order and what the mail server said', async () => {
  const { id: order } = await makeOrder(flow.pool, orderAt(flow.house.location))
  const invoice = await makeMail(flow.pool, {
    order_id: order,
    subject: 'Invoice from Larder',
    to_address: 'Chef@bistro.example',
    cc: ['books@example.com', 'owner@example.com'],
  })
  const refused = await makeMail(flow.pool, {
    subject: 'Set a new password',
    to_address: 'cook@bistro.example',
    state: 'refused',
    server_said: '550 no such mailbox',
  })
  expect(await idsOf('search=invoice')).toEqual([invoice.id])
  expect(await idsOf(`search=${order}%20LARDER`)).toEqual([invoice.id])
  expect(await idsOf('search=owner@')).toEqual([invoice.id])
  expect(await idsOf('search=bistro%20mailbox')).toEqual([refused.id])
  expect(await idsOf('search=bistro&state=refused')).toEqual([refused.id])
  expect(await idsOf('search=invoice%20mailbox')).toEqual([])
  expect(await idsOf('search=%25')).toEqual([])
  const { body } = await ask('search=bistro&limit=1')
  expect([body.count, body.results.length]).toEqual([2, 1])
  await flow.pool.query('delete from mails')
})

it('mails are sorted by a column either way, the newest first among equal ones', async () => {
  const made = (to_address: string, state: string, created_at: string) =>
    makeMail(flow.pool, { to_address, state, created_at })
  const ann = await made('Ann@example.com', 'sent', '2026-03-01T08:00:00Z')
  const bea = await made('bea@example.com', 'refused', '2026-03-02T08:00:00Z')
  const cy = await made('cy@example.com', 'sent', '2026-03-03T08:00:00Z')
  expect(await idsOf('ordering=to')).toEqual([ann.id, bea.id, cy.id])
  expect(await idsOf('ordering=-to')).toEqual([cy.id, bea.id, ann.id])
  expect(await idsOf('ordering=state')).toEqual([bea.id, cy.id, ann.id])
  await flow.pool.query(`update mails set server_said = '250 ok' where id = $1`, [bea.id])
  for (const ordering of ['server_said', '-server_said'])
    expect((await idsOf(`ordering=${ordering}`))[0]).toBe(bea.id)
  expect(await idsOf('ordering=created_at')).toEqual([ann.id, bea.id, cy.id])
  expect((await ask('ordering=text_body')).body.message).toContain('ordering: must be one of created_at,')
})

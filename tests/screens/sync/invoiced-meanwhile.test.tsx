/** What `/sync` asks where an order was invoiced while a picker was offline. */
import { screen, waitFor } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { makeOrder, makeUser } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { makeFilled } from '../picklist/pick-list.ts'
import { press } from '../reading.ts'
import { expectCard, openScan, storedItem } from '../scan/scan.ts'

const PIECES = 2

it('an order invoiced while a picker was offline is one card, and “Unlock and apply” applies all edits once', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Ham: {}, Ice: {} })
  const manager = await makeUser(larder.pool, 'manager')
  const office = await larder.sit('office')
  await openScan(office, order.id, 'Ham', 'Ice')
  await office.kept()
  office.goOffline()
  const keyboard = createKeyboard()
  for (let piece = 1; piece <= PIECES; piece++)
    for (const [name, { product }] of Object.entries(items)) {
      await keyboard.scan(product)
      await expectCard(name, `${piece} of 2`)
    }
  const db = openDatabase(office.person.id)
  const unsent = await db.outbox.count()
  const invoice = { confirm_unsent: true, confirm_nothing: true }
  const made = await larder.server.call(manager.username, 'POST', `orders/${order.id}/generateinvoice`, {
    body: invoice,
  })
  expect(made.status).toBeLessThan(300)

  office.goOnline()
  await office.open('/sync')
  await screen.findByRole('heading', { name: `Order ${order.id} was invoiced: ${unsent} changes wait` })
  await screen.findByRole('heading', { name: '1 needs you' })
  await press('Unlock and apply')
  await screen.findByRole('heading', { name: 'Nothing needs you' })
  await waitFor(async () => expect(await db.outbox.count()).toBe(0))
  db.close()
  for (const { id } of Object.values(items))
    expect(await storedItem(larder.pool, id)).toMatchObject({ unit_quantity: PIECES })
})

it('“Unlock and apply” of an exported invoice shows the question of the server, and the next press goes on', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Ham: {} })
  const manager = await makeUser(larder.pool, 'manager')
  const office = await larder.sit('office')
  await openScan(office, order.id, 'Ham')
  await office.kept()
  office.goOffline()
  await createKeyboard().scan(items['Ham']!.product)
  await expectCard('Ham', '1 of 2')
  const body = { confirm_unsent: true, confirm_nothing: true }
  const path = `orders/${order.id}/generateinvoice`
  expect((await larder.server.call(manager.username, 'POST', path, { body })).status).toBeLessThan(300)
  office.goOnline()
  await office.open('/sync')
  const ofUnlock = at('POST', `orders/${order.id}/unlock`)
  const mend = office.network.answer(ofUnlock, { message: 'It was exported.', code: 'exported' }, 409)
  await press('Unlock and apply')
  await screen.findByText('It was exported.')
  mend()
  await press('Unlock anyway')
  await screen.findByRole('heading', { name: 'Nothing needs you' })
  const bodies = office.network.calls.filter(ofUnlock).map((call) => call.body ?? null)
  expect(bodies).toEqual([null, { confirm_exported: true }])
  await waitFor(async () =>
    expect(await storedItem(larder.pool, items['Ham']!.id)).toMatchObject({ unit_quantity: 1 }),
  )
})

it('the card of an order that was merged into another and invoiced there names that one and acts on it', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Ham: {} })
  const manager = await makeUser(larder.pool, 'manager')
  const { rows } = await larder.pool.query(
    'select company_id, company_location_id from orders where id = $1',
    [order.id],
  )
  const base = await makeOrder(larder.pool, rows[0])
  const office = await larder.sit('office')
  await openScan(office, order.id, 'Ham')
  await office.kept()
  office.goOffline()
  await createKeyboard().scan(items['Ham']!.product)
  await expectCard('Ham', '1 of 2')
  const call = async (path: string, body: object) =>
    expect((await larder.server.call(manager.username, 'POST', path, { body })).status).toBe(200)
  await call('mergeorders/', { base_order: base.id, orders_to_merge: [order.id], confirm_unsent: true })
  await call(`orders/${base.id}/generateinvoice`, { confirm_unsent: true, confirm_nothing: true })

  office.goOnline()
  await office.open('/sync')
  await screen.findByRole('heading', { name: new RegExp(`^Order ${base.id} was invoiced: `) })
  screen.getByText(`Order ${order.id} was merged into it.`)
  await press('Unlock and apply')
  await screen.findByRole('heading', { name: 'Nothing needs you' })
  await waitFor(async () =>
    expect(await storedItem(larder.pool, items['Ham']!.id)).toMatchObject({ unit_quantity: 1 }),
  )
})

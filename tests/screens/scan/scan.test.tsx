/** The scan screen beside its journeys in tests/e2e: its summary, what is pressed on an item, and what is sent of it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct, makeUser } from '../../factories/business.ts'
import { TODAY } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { list, makeFilled, openList } from '../picklist/pick-list.ts'
import { fact, findButton, isAt, isEnabled, press, typeDay } from '../reading.ts'
import {
  cards,
  choose,
  current,
  expectCard,
  expectCurrent,
  expectPressed,
  findCard,
  openScan,
  save,
  storedItem,
} from './scan.ts'

it('A027 A050 the scan of an order lists its items alone, and its summary says all six facts', async (larder) => {
  const { order } = await makeFilled(larder.pool, {
    Apples: { picked: true, unit_quantity: 2 },
    Beans: { out_of_stock: true },
    Cress: {},
  })
  await makeFilled(larder.pool, { Dates: {} })
  const [year, month, day] = order.delivery_date.split('-')
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await isAt('/scan?from=order')
  for (const name of ['Apples', 'Beans', 'Cress']) await findCard(name)
  expect(cards()).toHaveLength(3)
  for (const [label, text] of [
    ['Start date', `${month}/${day}/${year}`],
    ['End date', `${month}/${day}/${year}`],
    ['Bulk pull', 'No'],
    ['Included orders', `#${order.id}`],
    ['Items', '3'],
    ['Picked', '2'],
    ['Left', '1'],
  ] as const)
    expect(await fact(label), label).toBe(text)
})

it('A026 A048 the scan takes orders, bulk and dates from the generator that opened it', async (larder) => {
  const { rows } = await larder.pool.query<{ day: string; shown: string }>(
    `select (${TODAY} + n)::text as day, to_char(${TODAY} + n, 'MM/DD/YYYY') as shown from generate_series(3, 4) n`,
  )
  const [first, last] = rows
  const { upc } = await makeProduct(larder.pool, { name: 'Eggs' })
  const orders: number[] = []
  for (const row of rows) {
    const { order } = await makeFilled(larder.pool, { Eggs: { product: upc } }, { delivery_date: row.day })
    orders.push(order.id)
  }
  const picker = await larder.sit('picker')
  await picker.open('/orders/picklist')
  await picker.kept()
  await typeDay('Start date', first!.shown)
  await typeDay('End date', last!.shown)
  for (const id of orders)
    await within(await screen.findByRole('list', { name: 'Listed orders' })).findByText(String(id))
  await userEvent.click(await screen.findByLabelText('Bulk Pull'))
  await press('Scan')
  await isAt('/scan?from=picklist')
  await screen.findByRole('list', { name: 'Items' })
  // Both orders have one product.
  await findCard('Eggs')
  expect(cards()).toHaveLength(1)
  for (const [label, text] of [
    ['Start date', first!.shown],
    ['End date', last!.shown],
    ['Bulk pull', 'Yes'],
    ['Included orders', orders.map((id) => `#${id}`).join(', ')],
    ['Items', '1'],
  ] as const)
    expect(await fact(label), label).toBe(text)
})

it('A049 the scan at a typed address shows no items and a link to them', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/scan?from=picklist')
  await screen.findByText('There are no items to scan')
  await press('Go to the pick list generator')
  await isAt('/orders/picklist')
  await picker.open('/scan?from=order')
  await press('Go to the orders')
  await isAt('/orders')
})

it('A010 A251 picking and linking are not for customers', async (larder) => {
  const { upc } = await makeProduct(larder.pool)
  const { items } = await makeFilled(larder.pool, { Figs: { product: upc } })
  const buyer = await larder.sit('buyer')
  await buyer.open('/scan?from=order')
  await isAt('/orders')
  const { username } = buyer.person
  const patch = await larder.server.call(username, 'PATCH', `orderitems/${items['Figs']!.id}`, {
    body: { picked: true },
  })
  expect([403, 404]).toContain(patch.status)
  const link = { barcode: '99887766', product: upc }
  expect((await larder.server.call(username, 'POST', 'barcodealternates/', { body: link })).status).toBe(403)
})

it('A170 A172 Picked stores true with the whole ordered quantity, and pressed again nothing', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Grapes: { units_ordered: 3, cases_ordered: 1 } })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await press('Picked', current())
  await expectPressed('Picked', true)
  await save()
  expect(await storedItem(larder.pool, items['Grapes']!.id)).toEqual({
    scanned: true,
    picked: true,
    unit_quantity: 3,
    case_quantity: 1,
  })
  await press('Picked', current())
  await expectPressed('Picked', false)
  await save()
  expect(await storedItem(larder.pool, items['Grapes']!.id)).toEqual({
    scanned: null,
    picked: false,
    unit_quantity: 0,
    case_quantity: 0,
  })
})

it('A171 A172 A173 A174 Scanned stores false and moves on, pressed again nothing, and Picked replaces it', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Honey: {}, Ice: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await choose('Honey')
  await press('Scanned', current())
  await expectCurrent('Ice')
  within(current()).getByText('Pending')
  await choose('Honey')
  await expectPressed('Scanned', true)
  await save()
  expect(await storedItem(larder.pool, items['Honey']!.id)).toMatchObject({
    scanned: false,
    unit_quantity: 0,
  })
  await press('Scanned', current())
  await expectPressed('Scanned', false)
  await save()
  expect(await storedItem(larder.pool, items['Honey']!.id)).toMatchObject({ scanned: null })

  await press('Scanned', current())
  await expectCurrent('Ice')
  await choose('Honey')
  await press('Picked', current())
  await expectPressed('Picked', true)
  await expectPressed('Scanned', false)
  await save()
  expect(await storedItem(larder.pool, items['Honey']!.id)).toMatchObject({ scanned: true, picked: true })
})

it('A175 Skip stores false and moves to the next pending item', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Jam: {}, Kale: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await choose('Jam')
  await press('Skip', current())
  await expectCurrent('Kale')
  await expectCard('Jam', 'Set aside')
  await save()
  expect(await storedItem(larder.pool, items['Jam']!.id)).toMatchObject({ scanned: false, picked: false })
})

it('A216 A217 A218 the quantity fields take digits, never less than 0, and only in ordered units', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, {
    Leeks: { units_ordered: 1, cases_ordered: 0 },
    Melons: { units_ordered: 0, cases_ordered: 1 },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await choose('Leeks')
  const quantity = (name: string) =>
    within(within(current()).getByRole('group', { name })).getByRole<HTMLInputElement>('spinbutton')
  expect([quantity('Units').disabled, quantity('Cases').disabled]).toEqual([false, true])
  expect(quantity('Units').min).toBe('0')
  await press('Units: one less', current())
  expect(quantity('Units').value).toBe('0')
  // `fireEvent` returns false where the page takes the key away from the field.
  const taken = [...'-+.e1'].filter((key) => !fireEvent.keyDown(quantity('Units'), { key }))
  expect(taken).toEqual(['-', '+', '.', 'e'])
  fireEvent.change(quantity('Units'), { target: { value: '1' } })
  fireEvent.keyDown(quantity('Units'), { key: 'Enter' })
  await expectCard('Leeks', '1 of 1')
  await press('Units: one more', current())
  await waitFor(() => expect(quantity('Units').value).toBe('2'))
  await save()
  expect(await storedItem(larder.pool, items['Leeks']!.id)).toMatchObject({ unit_quantity: 2 })

  await choose('Melons')
  expect([quantity('Units').disabled, quantity('Cases').disabled]).toEqual([true, false])
})

it('A221 what is pasted into Units or Cases with a sign, a point or letters is 0, whatever key the keyboard reports', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, {
    Turnips: { units_ordered: 3, unit_quantity: 2, cases_ordered: 3, case_quantity: 2 },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Turnips')
  for (const [name, text] of [
    ['Units', '-3'],
    ['Cases', '1.5'],
  ] as const) {
    const quantity = within(within(current()).getByRole('group', { name })).getByRole<HTMLInputElement>(
      'spinbutton',
    )
    expect(quantity.value).toBe('2')
    fireEvent.keyDown(quantity, { key: 'Unidentified', keyCode: 229 })
    fireEvent.change(quantity, { target: { value: text } })
    fireEvent.blur(quantity)
    await waitFor(() => expect(quantity.value).toBe('0'))
  }
  await save()
  expect(await storedItem(larder.pool, items['Turnips']!.id)).toMatchObject({
    unit_quantity: 0,
    case_quantity: 0,
  })
})

it('the last act can be undone', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Nuts: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  await choose('Nuts')
  expect(isEnabled(await findButton('Undo'))).toBe(false)
  await press('Picked', current())
  await expectCard('Nuts', 'Done')
  const undo = await findButton('Undo Picked, Nuts')
  expect(undo.textContent).toContain('Picked, Nuts')
  await press('Undo Picked, Nuts')
  await expectCard('Nuts', 'Pending')
  await screen.findByText('Undone: Picked, Nuts')
  expect(isEnabled(await findButton('Undo'))).toBe(false)
  await save()
  expect(await storedItem(larder.pool, items['Nuts']!.id)).toEqual({
    scanned: null,
    picked: false,
    unit_quantity: 0,
    case_quantity: 0,
  })
})

it('A322 a failed autosave shows in the status alone, and is sent again', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Onions: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id)
  const isPush = at('POST', 'sync/push')
  const mend = picker.network.fail(isPush, 503)
  const pushes = () => picker.network.calls.filter(isPush).length
  const before = pushes()
  await press('Picked', current())
  await waitFor(() => expect(pushes()).toBeGreaterThan(before))
  expect(screen.getByRole('status', { name: 'Saving status' }).textContent).toContain('1 not sent')
  expect(screen.queryByRole('dialog')).toBeNull()
  mend()
  await waitFor(async () =>
    expect(await storedItem(larder.pool, items['Onions']!.id)).toMatchObject({
      scanned: true,
      picked: true,
    }),
  )
})

it('a line that another picker has just changed shows their name, on the scan and on the pick list', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Plums: { units_ordered: 4 }, Quinces: {} })
  const { username } = await makeUser(larder.pool, 'picker')
  const count = async (unit_quantity: number) => {
    const call = await larder.server.call(username, 'PATCH', `orderitems/${items['Plums']!.id}`, {
      body: { unit_quantity },
    })
    expect(call.status).toBe(200)
  }
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Plums', 'Quinces')
  expect(screen.queryByText(username)).toBeNull()
  await count(2)
  // When the network is back, the screen receives what happened meanwhile.
  picker.goOffline()
  picker.goOnline()
  await expectCard('Plums', '2 of 4')
  await expectCard('Plums', `Changed by ${username}`)
  expect((await findCard('Quinces')).textContent).not.toContain(username)

  await openList(picker, [order.id])
  expect(await within(await list()).findAllByText(username)).toHaveLength(1)
})

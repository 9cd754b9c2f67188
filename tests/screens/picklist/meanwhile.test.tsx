/** The pick list where another person changes the same, and where an answer is lost. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { makePiece, makeProduct, makeUser } from '../../factories/business.ts'
import { dialog, pieces, rows, WEIGHED } from '../weight-lot.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { fill, findButton, findDialog, hasButton, noDialog, press } from '../reading.ts'
import { PUSH } from '../refused-push.ts'
import { check, field, makeFilled, openList, save, storedItem } from './pick-list.ts'

/** Another person, by calls of the API. */
async function another({ server, pool }: Larder) {
  const { username } = await makeUser(pool, 'manager')
  return async (method: 'PATCH' | 'POST', path: string, body: Record<string, unknown>) => {
    const { status } = await server.call(username, method, path, { body })
    expect(status).toBeLessThan(300)
  }
}
/** The device gets what happened meanwhile. */
function hear(seat: Seat): void {
  seat.goOffline()
  seat.goOnline()
}
const expectUnits = (value: string) =>
  waitFor(async () => expect((await field('Units Picked, Apples')).value).toBe(value))

it('an Undo leaves what another person has changed since, and the next Undo takes back the act before', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: { units_ordered: 9 }, Beans: {} })
  const change = await another(larder)
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await fill('Units Picked, Beans', '1')
  fireEvent.blur(await field('Units Picked, Beans'))
  await fill('Units Picked, Apples', '5')
  fireEvent.blur(await field('Units Picked, Apples'))
  await findButton('Undo unit quantity of Apples')
  await save()
  await change('PATCH', `orderitems/${items['Apples']!.id}`, { unit_quantity: 7 })
  hear(office)
  await expectUnits('7')
  await press('Undo unit quantity of Apples')
  await screen.findByText(/Somebody else changed/)
  await expectUnits('7')
  await press('Undo unit quantity of Beans')
  await waitFor(async () => expect((await field('Units Picked, Beans')).value).toBe('0'))
  await save()
  expect(await storedItem(larder.pool, items['Apples']!.id)).toMatchObject({ unit_quantity: 7 })
})

it('a quantity that another person changes while one is typed is not overwritten until it is typed again', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: { units_ordered: 9 } })
  const change = await another(larder)
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await fill('Units Picked, Apples', '4')
  await change('PATCH', `orderitems/${items['Apples']!.id}`, { unit_quantity: 6, units_ordered: 8 })
  hear(office)
  // The other field of the row shows that the device has heard of it.
  await waitFor(async () => expect((await field('Units Ordered, Apples')).value).toBe('8'))
  fireEvent.blur(await field('Units Picked, Apples'))
  await screen.findByText('It became 6 while 4 was typed. Type it again if it is right.')
  await expectUnits('6')
  await fill('Units Picked, Apples', '4')
  fireEvent.blur(await field('Units Picked, Apples'))
  await save()
  expect(await storedItem(larder.pool, items['Apples']!.id)).toMatchObject({ unit_quantity: 4 })
})

it('A290 a substitute that another person adds while the editor is open is not removed by Save', async (larder) => {
  const pears = await makeProduct(larder.pool, { name: 'Pears of Paumotu' })
  const { upc: sloes } = await makeProduct(larder.pool, { name: 'Sloes' })
  const { order, items } = await makeFilled(larder.pool, { Plums: {} })
  const { product } = items['Plums']!
  const change = await another(larder)
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Substitute Plums')
  await press('Edit substitutions', await findDialog('Acceptable substitutions'))
  const editor = await findDialog('Edit substitutions')
  await fill('Add a substitute', 'Sloes', editor)
  await press(/^Sloes/, await within(editor).findByRole('list', { name: 'Products' }))
  await change('PATCH', `productedit/${product}`, { acceptable_substitutions: [pears.upc] })
  hear(foreman)
  const db = openDatabase(foreman.person.id)
  await waitFor(async () =>
    expect((await db.products.get(product))!.acceptable_substitutions).toEqual([{ upc: pears.upc }]),
  )
  db.close()
  await press('Save', editor)
  await within(editor).findByText(/^Somebody else changed/)
  // The person's additions lie over the list as it is now, and the next Save is for that list.
  await findButton('Remove Sloes', editor)
  await press('Save', editor)
  await findDialog('Acceptable substitutions')
  const found = await larder.pool.query('select acceptable_substitutions from products where upc = $1', [
    product,
  ])
  expect(found.rows).toEqual([{ acceptable_substitutions: [pears.upc, sloes] }])
})

it('a new item whose answer was lost is on the order once after a second Confirm', async (larder) => {
  const flour = await makeProduct(larder.pool, { name: 'Flour of the mill' })
  // The device does not keep an order of that day: the server stores the item.
  const { order } = await makeFilled(larder.pool, { Apples: {} }, { delivery_date: '2020-02-03' })
  const office = await larder.sit('office')
  await openList(office, [order.id])
  await press('Add New Item')
  const form = await findDialog('Add New Item')
  await fill('Product', flour.name, form)
  await press(new RegExp(flour.name), form)
  await fill('Units Ordered', '3', form)
  office.network.lose(PUSH)
  const mend = office.network.fail((call) => PUSH(call) && office.network.calls.filter(PUSH).length > 1, 502)
  await press('Confirm', form)
  await within(form).findByRole('alert')
  mend()
  await press('Confirm', form)
  await noDialog()
  const found = await larder.pool.query(
    'select units_ordered from order_items where order_id = $1 and product = $2',
    [order.id, flour.upc],
  )
  expect(found.rows).toEqual([{ units_ordered: 3 }])
})

it('a piece that another person weighs while the dialog is open has its row, and is not weighed twice', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Ham', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, { Ham: { product: upc, units_ordered: 2 } })
  const change = await another(larder)
  const picker = await larder.sit('picker')
  await openList(picker, [order.id])
  await press('Weight / Lot, Ham')
  await findDialog('Weight / Lot')
  const weights = () =>
    within(dialog()).getAllByRole<HTMLInputElement>('textbox', { name: / Weight \(lbs\)$/ })
  fireEvent.change(weights()[0]!, { target: { value: '4.25' } })
  await change('POST', 'ordersubitems/', {
    order_item: items['Ham']!.id,
    unit_type: 'u',
    weight_lbs: '5.000',
  })
  hear(picker)
  await waitFor(() => expect(weights().map(({ value }) => value)).toEqual(['4.25', '5.00']))
  expect(rows()).toHaveLength(2)
  await press('Save', dialog())
  await noDialog()
  const stored = await pieces(larder.pool, items['Ham']!.id)
  expect(stored).toHaveLength(2)
  expect(new Set(stored.map(({ weight }) => weight))).toEqual(new Set(['4.25', '5']))
})

/** Opens the dialog of a weighed item and returns its weight fields. */
async function openWeights(seat: Seat, order: number) {
  await openList(seat, [order])
  await press('Weight / Lot, Ham')
  await findDialog('Weight / Lot')
  return () => within(dialog()).getAllByRole<HTMLInputElement>('textbox', { name: / Weight \(lbs\)$/ })
}

it('a weight typed over another person’s correction is refused once, with the correction, and then saved', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Ham', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, {
    Ham: { product: upc, units_ordered: 3, unit_quantity: 2 },
  })
  const ham = items['Ham']!
  const ours = await makePiece(larder.pool, ham, { weight_lbs: '4' })
  const other = await makePiece(larder.pool, ham, { weight_lbs: '4.1' })
  const change = await another(larder)
  const picker = await larder.sit('picker')
  const weights = await openWeights(picker, order.id)
  expect(weights().map(({ value }) => value)).toEqual(['4.00', '4.10', ''])
  fireEvent.change(weights()[0]!, { target: { value: '4.5' } })
  fireEvent.change(weights()[2]!, { target: { value: '3' } })
  await change('PATCH', `ordersubitems/${ours.id}`, { weight_lbs: '4.75' })
  await change('PATCH', `ordersubitems/${other.id}`, { weight_lbs: '5' })
  hear(picker)
  await waitFor(() => expect(weights()[1]!.value).toBe('5.00'))
  await press('Save', dialog())
  await within(dialog()).findByRole('alert')
  await within(dialog()).findByText('Now stored: 4.75 lb')
  expect(weights()[0]!.value).toBe('4.5')
  await press('Save', dialog())
  await noDialog()
  const stored = await pieces(larder.pool, ham.id)
  expect(stored.map(({ weight }) => weight).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    '3',
    '4.5',
    '5',
  ])
})

it('a new weight whose answer was lost and that is then corrected is one piece', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Ham', ...WEIGHED })
  // The device does not keep an order of that day: the server stores the pieces.
  const { order, items } = await makeFilled(
    larder.pool,
    { Ham: { product: upc, units_ordered: 2 } },
    { delivery_date: '2020-02-03' },
  )
  const office = await larder.sit('office')
  const weights = await openWeights(office, order.id)
  fireEvent.change(weights()[1]!, { target: { value: '5' } })
  office.network.lose(PUSH)
  const mend = office.network.fail((call) => PUSH(call) && office.network.calls.filter(PUSH).length > 1, 502)
  await press('Save', dialog())
  await within(dialog()).findByRole('alert')
  mend()
  // The dialog has the piece that is stored.
  await waitFor(() => expect(weights()[1]!.value).toBe('5.00'))
  fireEvent.change(weights()[0]!, { target: { value: '4' } })
  fireEvent.change(weights()[1]!, { target: { value: '5.5' } })
  await press('Save', dialog())
  await noDialog()
  const stored = await pieces(larder.pool, items['Ham']!.id)
  expect(stored.map(({ weight }) => weight).toSorted((a, b) => Number(a) - Number(b))).toEqual(['4', '5.5'])
})

it('a piece of another person does not take the row with the focus, and is not above the limit', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Ham', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, { Ham: { product: upc, units_ordered: 2 } })
  const change = await another(larder)
  const picker = await larder.sit('picker')
  const weights = await openWeights(picker, order.id)
  fireEvent.change(weights()[1]!, { target: { value: '3' } })
  fireEvent.focus(weights()[0]!)
  await change('POST', 'ordersubitems/', {
    order_item: items['Ham']!.id,
    unit_type: 'u',
    weight_lbs: '4.2',
  })
  hear(picker)
  await waitFor(() => expect(weights().map(({ value }) => value)).toEqual(['', '3', '4.20']))
  await press('Save', dialog())
  await noDialog()
  const stored = await pieces(larder.pool, items['Ham']!.id)
  expect(stored.map(({ weight }) => weight).toSorted((a, b) => Number(a) - Number(b))).toEqual(['3', '4.2'])
})

/** Opens the list of an order that the device keeps and of one whose edits need the server. */
async function openWithOld(larder: Larder, over: Record<string, unknown> = {}) {
  const { upc } = await makeProduct(larder.pool, { name: 'Quinces' })
  const quinces = { Quinces: { product: upc } }
  const kept = await makeFilled(larder.pool, { ...quinces, Medlars: {} })
  const old = await makeFilled(larder.pool, quinces, { delivery_date: '2020-02-03' })
  const office = await larder.sit('office')
  await openList(office, [kept.order.id, old.order.id], over)
  return { office, kept, old }
}
const ERROR = /^There was an error saving the PickList changes/

it('why a press was not stored stays to be read when the press after it is stored', async (larder) => {
  const { office, kept, old } = await openWithOld(larder)
  const marks = await screen.findAllByRole('checkbox', { name: 'Picked, Quinces' })
  const markOf = ({ items }: typeof kept) =>
    marks.find((mark) => mark.closest('tr')!.dataset['row'] === items['Quinces']!.id)!
  const mend = office.network.fail(PUSH, 502)
  fireEvent.click(markOf(old))
  fireEvent.click(markOf(kept))
  await findButton('Undo picked: Quinces')
  mend()
  await save()
  await screen.findByText(ERROR)
  expect(await storedItem(larder.pool, kept.items['Quinces']!.id)).toMatchObject({ picked: true })
  expect(await storedItem(larder.pool, old.items['Quinces']!.id)).toMatchObject({ picked: false })
})

it('Undo takes back the part of an act that the device has stored, where the server did not take the rest', async (larder) => {
  const { office, kept } = await openWithOld(larder, { bulk: true })
  fireEvent.click(await check('Picked, Medlars'))
  await findButton('Undo picked: Medlars')
  const mend = office.network.fail(PUSH, 502)
  fireEvent.click(await check('Picked, Quinces'))
  await screen.findByText(ERROR)
  await press('Undo picked: Quinces')
  await findButton('Undo picked: Medlars')
  mend()
  await save()
  expect(await storedItem(larder.pool, kept.items['Quinces']!.id)).toMatchObject({
    picked: false,
    unit_quantity: 0,
  })
  expect(await storedItem(larder.pool, kept.items['Medlars']!.id)).toMatchObject({ picked: true })
})

it('a change of an item that somebody deleted meanwhile can only be given up, as under Sync', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: {}, Beans: {} })
  const { username } = await makeUser(larder.pool, 'manager')
  const office = await larder.sit('office')
  await openList(office, [order.id])
  office.goOffline()
  fireEvent.click(await check('Picked, Apples'))
  await findButton('Undo picked: Apples')
  await larder.server.call(username, 'DELETE', `orderitems/${items['Apples']!.id}`)
  office.goOnline()
  const failed = (await screen.findByText(ERROR)).closest('section')!
  await findButton('Give it up', failed)
  expect(hasButton(/^Use /, failed)).toBe(false)
  await press('Give it up', failed)
  await waitFor(() => expect(screen.queryByText(ERROR)).toBeNull())
})

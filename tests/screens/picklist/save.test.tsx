/** Saving a pick list: what is said of it, and where it leads. And its spreadsheet. */
import { PICK_LIST_AUTOSAVE_MS } from '#contract/spec.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { makeProduct, makeWarehouse } from '../../factories/business.ts'
import { downloads } from '../bulk/bulk.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import {
  choose,
  findButton,
  findDialog,
  findField,
  hasButton,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'
import { refusePush } from '../refused-push.ts'
import { watchTimers } from '../timers.ts'
import { check, leave, list, makeFilled, openList, storedItem } from './pick-list.ts'

const SAVED = 'Changes to the PickList has been successfully saved'
/** Dry & Chill, by its id. */
const DRY = '3'

/** Opens the list of two orders, the first of apples and the other of beans. */
async function openTwo({ pool, sit }: Larder) {
  const made = [await makeFilled(pool, { Apples: {} }), await makeFilled(pool, { Beans: {} })]
  const foreman = await sit('foreman')
  await openList(
    foreman,
    made.map(({ order }) => order.id),
  )
  return { made, foreman }
}

it('A116 A238 the list is edited, saved and left, and a new item has a product, an order and quantities', async (larder) => {
  const { made } = await openTwo(larder)
  expect((await findField('Units Picked, Apples')).disabled).toBe(false)
  await findButton('Save')
  await findButton('Cancel')
  await press('Add New Item')
  const add = await findDialog('Add New Item')
  await findField('Product', add)
  const orders = within(add).getByRole('combobox', { name: /^Order/ })
  expect([...orders.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    '',
    ...made.map(({ order }) => String(order.id)),
  ])
  for (const label of ['Units Ordered', 'Cases Ordered'])
    expect((await findField(label, add)).inputMode).toBe('numeric')
  await press('Cancel', add)
  await noDialog()
  await list()
})

it('A192 a change is sent within 15 s', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Cress: {} })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  const delays = watchTimers()
  await userEvent.click(await check('Picked, Cress'))
  await waitFor(() => expect(delays()).toContain(PICK_LIST_AUTOSAVE_MS))
})

it('A194 A320 A321 a refused save shows the server’s words, and a save of two orders offers neither Order nor Invoice', async (larder) => {
  const { made, foreman } = await openTwo(larder)
  const mend = await refusePush(foreman.network, 'The bin is closed.', async () => {
    await userEvent.click(await check('Picked, Apples'))
    await waitFor(async () => expect((await check('Picked, Apples')).checked).toBe(true))
    await press('Save')
  })
  const alert = await within(await findDialog('Save')).findByRole('alert')
  expect(alert.textContent).toContain('There was an error saving the PickList changes')
  expect(alert.textContent).toContain('The bin is closed.')
  expect(screen.queryByText(SAVED)).toBeNull()
  await leave()
  mend()
  await press('Try again')

  await press('Save')
  const saved = await findDialog('Save')
  await within(saved).findByText(SAVED)
  for (const way of ['Order', 'Invoice']) expect(hasButton(way, saved)).toBe(false)
  expect(await storedItem(larder.pool, made[0]!.items['Apples']!.id)).toMatchObject({ picked: true })
})

it('A193 Order after a save opens the order, Invoice its invoice, generated from the picked items', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Apples: { picked: true, unit_quantity: 2 }, Beans: {} })
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await press('Save')
  await press('Order', await findDialog('Save'))
  await isAt(`/order/${order.id}`)
  history.back()
  await list()
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Save')
  const saved = await findDialog('Save')
  await press('Invoice', saved)
  await press('Bill what is picked', saved)
  await isAt(`/order/${order.id}/invoice`)
  const { rows } = await larder.pool.query('select invoiced from orders where id = $1', [order.id])
  expect(rows).toEqual([{ invoiced: true }])
})

it('A291 A292 A293 A331 a warehouse’s spreadsheet is fetched for the list’s orders, and its export confirmed', async (larder) => {
  const files = downloads()
  const { made, foreman } = await openTwo(larder)
  expect(isEnabled(await findButton('Export xlsx'))).toBe(false)
  await choose('Export warehouse', DRY)
  await press('Export xlsx')
  await screen.findByText('Table data has been exported to CSV successfully check your downloads section.')
  const [asked] = foreman.network.calls.filter(at('GET', 'productedit'))
  expect([...asked!.query]).toEqual([
    ['no_page', '1'],
    ['include_inactive', 'true'],
    ['warehouse', '3'],
    ...made.map(({ order }) => ['order', String(order.id)]),
  ])
  expect(files).toHaveLength(1)
})

it('without a network the spreadsheet of a warehouse has the products that the location filter hides', async (larder) => {
  await makeWarehouse(larder.pool, 5, 'Cold room')
  const frozen = await makeProduct(larder.pool, { name: 'Ice', warehouse_id: 5 })
  const { order } = await makeFilled(larder.pool, { Apples: {}, Ice: { product: frozen.upc } })
  const files = downloads()
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id], { filter: 5 })
  await screen.findByText('Ice')
  expect(screen.queryByText('Apples')).toBeNull()
  foreman.goOffline()
  await choose('Export warehouse', DRY)
  await press('Export csv')
  await waitFor(() => expect(files).toHaveLength(1))
})

it('A332 A347 C364 a spreadsheet is named by its warehouse, and nothing is saved without rows', async (larder) => {
  await makeWarehouse(larder.pool, 4, 'Freezer')
  const { order } = await makeFilled(larder.pool, { Apples: {} })
  const files = downloads()
  const foreman = await larder.sit('foreman')
  await openList(foreman, [order.id])
  await choose('Export warehouse', 'Freezer')
  await press('Export csv')
  await screen.findByText("Couldn't find any information from the selected warehouse and orders.")
  expect(files).toEqual([])
  await choose('Export warehouse', DRY)
  await press('Export xlsx')
  await waitFor(() => expect(files).toHaveLength(1))
  const [link] = vi.mocked(HTMLAnchorElement.prototype.click).mock.contexts as HTMLAnchorElement[]
  expect(link!.download).toMatch(/^Dry & Chill .*\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.xlsx$/)
  expect(screen.queryByText(/^Couldn't find any information/)).toBeNull()
})

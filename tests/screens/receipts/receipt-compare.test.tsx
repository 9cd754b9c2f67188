/** Orders compared with receipts: the choices, the comparison, and the server's part in each choice. */
import { addDays } from '#contract/day.ts'
import { showDay } from '#src/ui/format.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TODAY } from '../../factories/zone.ts'
import { chooseDay } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fill, findButton, findDialog, findField, findTable, isAt, press } from '../reading.ts'
import { canPress, currentStep, isCompare, makeBought, region, steps, tick, writes } from './receipts.ts'

it('C023 C086 C087 C088 an address without a known mode compares, and the receipt page has its four tabs', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=zzz')
  expect(await steps('Comparing receipts')).toEqual(['Select Orders', 'Difference Generated'])
  const tabs = within(screen.getByRole('navigation', { name: 'Receipt pages' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Receipt Difference', '/receiptDifference?action=receipt'],
    ['Upload Receipt', '/receipt/upload'],
    ['Receipt API', '/receiptDifference?action=convert'],
    ['Receipt Viewer', '/receiptDifference?action=viewer'],
  ])
  for (const [tab, list] of [
    ['Upload Receipt', 'Uploading a receipt'],
    ['Receipt API', 'Converting receipts'],
    ['Receipt Viewer', 'Viewing a receipt'],
    ['Receipt Difference', 'Comparing receipts'],
  ] as const) {
    await userEvent.click(screen.getByRole('link', { name: tab }))
    await screen.findByRole('list', { name: list })
  }
})

it('C264 C265 C312 C313 orders of the chosen days and receipts are each added by a button that needs a selection', async (larder) => {
  const { orders, receipt } = await makeBought(larder.pool, { day: '2020-03-02', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  const [ofOrders, ofReceipts] = [await region('Orders'), await region('Receipts')]
  await within(ofReceipts).findByText(receipt.name)
  const query = (path: string) =>
    office.network.calls.filter((call) => call.path === path).map((call) => `${call.query}`)
  expect(new Set(query('receipts'))).toEqual(new Set(['no_page=1&pricing_type=shelf']))
  await chooseDay('Start date', '03/02/2020')
  await chooseDay('End date', '03/02/2020')
  await within(ofOrders).findByText(new RegExp(`^${orders[0]} · `))
  expect(query('orders')).toContain('no_page=1&start_date=2020-03-02&end_date=2020-03-02')
  expect([canPress('Add', ofOrders), canPress('Add', ofReceipts)]).toEqual([false, false])
  await tick(new RegExp(`^${orders[0]} · `), ofOrders)
  expect([canPress('Add', ofOrders), canPress('Add', ofReceipts)]).toEqual([true, false])
  await press('Add', ofOrders)
  await tick(new RegExp(receipt.name), ofReceipts)
  expect(canPress('Add', ofReceipts)).toBe(true)
  await press('Add', ofReceipts)
  await within(ofReceipts).findByRole('button', { name: `Remove ${receipt.name}` })
})

it('B243 a receipt of documented fields alone can be chosen, and whether it is short is not known', async (larder) => {
  const office = await larder.sit('office')
  const receipt = { id: 41, description: 'Run 9', total: '6.30', warehouse: 2, pricing_type: 's' }
  office.network.answer(at('GET', 'receipts'), [{ ...receipt, user_uploaded: true, date: '2020-03-10' }])
  await office.open('/receiptDifference?action=viewer')
  await screen.findByText('Run 9')
  expect((await findTable('Receipts')).column('State')).toEqual(['–'])
  await office.open('/receiptDifference')
  const receipts = await region('Receipts')
  const box = await within(receipts).findByLabelText(/^Run 9/)
  expect(box.closest('li')!.textContent).toBe('Run 903/10/2020 · $6.30')
})

it('a ticked receipt stays ticked while another one is searched, and both are added', async (larder) => {
  const { pool } = larder
  const first = await makeBought(pool, { day: '2020-03-08', orders: 1 })
  const second = await makeBought(pool, { day: '2020-03-09', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  const receipts = await region('Receipts')
  await tick(new RegExp(first.receipt.name), receipts)
  await fill('Search receipts', second.receipt.name, receipts)
  await tick(new RegExp(second.receipt.name), receipts)
  await press('Add', receipts)
  await within(receipts).findByRole('button', { name: `Remove ${first.receipt.name}` })
  within(receipts).getByRole('button', { name: `Remove ${second.receipt.name}` })
})

it('C168 C194 C195 C318 each of the six choices calculates the differences again, and contracts hide prices', async (larder) => {
  const { orders, receipt } = await makeBought(larder.pool, { day: '2020-03-03', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  await chooseDay('Start date', '03/03/2020')
  await chooseDay('End date', '03/03/2020')
  const [ofOrders, ofReceipts] = [await region('Orders'), await region('Receipts')]
  await tick(new RegExp(`^${orders[0]} · `), ofOrders)
  await press('Add', ofOrders)
  await tick(new RegExp(receipt.name), ofReceipts)
  await press('Add', ofReceipts)
  const compared = () => office.network.calls.filter(isCompare).map(({ body }) => body)
  /** Returns the body that the server receives because of this choice. */
  async function bodyOf(act: () => unknown) {
    const before = compared().length
    await act()
    await waitFor(() => expect(compared().length).toBeGreaterThan(before))
    return compared().at(-1)
  }
  const all = {
    order_ids: orders,
    receipt_ids: [receipt.id],
    use_current_pricing: false,
    price_margin: 0.2,
    show_pricing_differences: false,
  }
  expect(await bodyOf(() => press('Next'))).toEqual(all)
  await region('Results')
  const shown = screen.getByRole<HTMLInputElement>('switch', { name: /^Show pricing differences/ })
  expect(await bodyOf(() => userEvent.click(shown))).toEqual({ ...all, show_pricing_differences: true })
  const margin = screen.getByRole('slider', { name: 'Price margin' })
  const priced = { ...all, show_pricing_differences: true, price_margin: 0.21 }
  expect(await bodyOf(() => fireEvent.change(margin, { target: { value: '0.21' } }))).toEqual(priced)
  const current = screen.getByRole('switch', { name: 'Use current pricing' })
  expect(await bodyOf(() => userEvent.click(current))).toEqual({ ...priced, use_current_pricing: true })
  await bodyOf(() => chooseDay('Start date', '03/01/2020'))
  const byContract = {
    ...priced,
    use_current_pricing: true,
    show_pricing_differences: false,
    receipt_ids: [],
  }
  expect(await bodyOf(() => choose('Pricing type', 'Contract'))).toEqual(byContract)
  await waitFor(() =>
    expect(
      office.network.calls
        .filter(({ path }) => path === 'receipts')
        .at(-1)
        ?.query.get('pricing_type'),
    ).toBe('contract'),
  )
  expect([shown.checked, shown.disabled]).toEqual([false, true])
  expect(await bodyOf(() => press(/^Remove/, ofOrders))).toEqual({ ...byContract, order_ids: [] })
})

it('C089 C093 C094 C096 Next and Back move between the two steps, and Finish asks first and writes nothing', async (larder) => {
  const { orders } = await makeBought(larder.pool, { day: '2020-03-04', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  await chooseDay('Start date', '03/04/2020')
  await chooseDay('End date', '03/04/2020')
  const ofOrders = await region('Orders')
  await tick(new RegExp(`^${orders[0]} · `), ofOrders)
  expect(currentStep()).toContain('Select Orders')
  await press('Add', ofOrders)
  await press('Next')
  await region('Results')
  expect(currentStep()).toContain('Difference Generated')
  await press('Back')
  await waitFor(() => expect(currentStep()).toContain('Select Orders'))
  expect(screen.queryByRole('region', { name: 'Results' })).toBeNull()
  await press('Next')
  await press('Finish')
  await press('Confirm', await findDialog('Finish?'))
  await isAt('/orders')
  expect(writes(office.network.calls)).toEqual([])
})

it('C401 the days begin with tomorrow, and Today chooses today’s orders with one press', async (larder) => {
  const { rows } = await larder.pool.query<{ today: string }>(`select ${TODAY}::text as today`)
  const { today } = rows[0]!
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  await region('Orders')
  const tomorrow = showDay(addDays(today, 1))
  // A new device goes by its own day until it receives the distributor's.
  for (const label of ['Start date', 'End date'])
    await waitFor(async () => expect((await findField(label)).value).toBe(tomorrow))
  await press('Today')
  await waitFor(() =>
    expect(
      office.network.calls.filter(({ path }) => path === 'orders').map(({ query }) => `${query}`),
    ).toContain(`no_page=1&start_date=${today}&end_date=${today}`),
  )
  expect((await findButton('Today')).getAttribute('aria-pressed')).toBe('true')
})

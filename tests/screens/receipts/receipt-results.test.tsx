/** The findings of the receipt comparison: looked through on its page, and marked as ignored on the next. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { chooseDay } from '../bulk/bulk.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { findTable, hasButton, isAt, noDialog, press, type Table } from '../reading.ts'
import {
  canPress,
  currentStep,
  group,
  isCompare,
  makeBought,
  newest,
  region,
  tick,
  writes,
} from './receipts.ts'

const NOTHING = 'There are no difference results or they are all hidden.'
const IDS = ['0198c0de-0000-7000-8000-00000000000', '0198c0de-0000-7000-8000-00000000001']
/** Returns the order items of a group, whose calls the server would not know. */
const items = (n: number) => ({ referenced_order_items: IDS.map((id) => `${id}${n}`) })

let days = 0
/** Chooses two orders, in which the server finds these groups. The second group is of the second order. */
async function openResults(server: TestServer, office: Seat) {
  const date = `2020-05-${String(++days).padStart(2, '0')}`
  const { orders } = await makeBought(server.database.pool, { day: date, orders: 2 })
  const [one, two] = orders as [number, number]
  const found = (over: object = {}) => [
    group(1, ['FOO'], { ...items(1), referenced_orders: [one], ...over }),
    group(2, ['PRICE'], { ...items(2), referenced_orders: [two] }),
    group(3, [], { referenced_order_items: [], referenced_orders: [one] }),
  ]
  const finds = (over: object = {}) => office.network.answer(isCompare, { difference_groups: found(over) })
  finds()
  await office.open('/receiptDifference')
  await chooseDay('Start date', `05/${date.slice(8)}/2020`)
  await chooseDay('End date', `05/${date.slice(8)}/2020`)
  const choices = await region('Orders')
  for (const id of orders) await tick(new RegExp(`^${id} · `), choices)
  await press('Add', choices)
  await userEvent.click(screen.getByRole('switch', { name: 'Use current pricing' }))
  await press('Next')
  const table = await findTable('Receipt difference')
  return { orders, table, finds }
}
const listed = ({ element }: Table) =>
  within(element)
    .queryAllByRole('link', { name: /^Item/ })
    .map(({ textContent }) => textContent)
const lists = async (table: Table, ...numbers: number[]) =>
  waitFor(() => expect(listed(table)).toEqual(numbers.map((n) => `Item ${n}`)))

it('C171 C173 C174 C102 a row shows its product, categories and figures, and links to product and order', async (larder) => {
  const { orders, table } = await openResults(larder.server, await larder.sit('office'))
  await lists(table, 1, 2, 3)
  const [row] = table.rows
  expect(row?.textContent).toMatch(/IC1.*41 in stock.*FOO.*Hide3900\s*7\.506\.3038-512-1/)
  for (const [label, path] of [
    ['Item 1', '/product/061'],
    [String(orders[0]), `/order/${orders[0]}`],
  ] as const) {
    const link = within(row!).getByRole('link', { name: label })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank'])
  }
  await press('FOO')
  await lists(table, 1)
})

it('C196 C197 C198 C366 rows are hidden and shown, one by one and by whether they are errors', async (larder) => {
  const { table } = await openResults(larder.server, await larder.sit('office'))
  await press('Hide Item 1')
  await press('Hide Item 2')
  await lists(table, 3)
  screen.getByText('Hidden rows: 2')
  await press('Show hidden')
  await lists(table, 1, 2, 3)
  await press('Show Item 1')
  await press('Show hidden')
  await lists(table, 1, 3)
  screen.getByText('Hidden rows: 1')
  await press('Show hidden')
  await press('Hide errors')
  await lists(table, 3)
  await press('Hide non-errors')
  await screen.findByText(NOTHING)
  await press('Hide errors')
  await lists(await findTable('Receipt difference'), 1, 2)
  await press('Hide non-errors')
  await lists(await findTable('Receipt difference'), 1, 2, 3)
})

it('C199 the print view and the condensed view are switched on and off', async (larder) => {
  const { table } = await openResults(larder.server, await larder.sit('office'))
  const results = await region('Results')
  const all = table.labels
  await press('Condensed view')
  await waitFor(() => expect(table.labels).toHaveLength(all.length - 6))
  expect(results.hasAttribute('data-condensed')).toBe(true)
  await press('Print view')
  await waitFor(() => expect(results.hasAttribute('data-print')).toBe(true))
  expect(hasButton('Hide Item 1')).toBe(false)
  await press('Print view')
  await waitFor(() => expect(results.hasAttribute('data-print')).toBe(false))
  await press('Condensed view')
  await waitFor(() => expect(table.labels).toEqual(all))
  expect(results.hasAttribute('data-condensed')).toBe(false)
})

it('C097 C098 C099 C103 the missing items open with all choices, and Back restores them', async (larder) => {
  const office = await larder.sit('office')
  const { orders } = await openResults(larder.server, office)
  await press('FOO')
  await press('Hide Item 1')
  await screen.findByText('Hidden rows: 1')
  await press('Missing items')
  await isAt('/missingItems')
  await screen.findByRole('heading', { name: 'Receipt difference results' })
  expect((await screen.findByRole('button', { name: 'FOO' })).getAttribute('aria-pressed')).toBe('true')
  expect(newest(office.network.calls, isCompare).body).toMatchObject({
    order_ids: expect.arrayContaining(orders),
    use_current_pricing: true,
  })
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await isAt('/receiptDifference')
  await waitFor(() => expect(currentStep()).toContain('Difference Generated'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Use current pricing' }).checked).toBe(true)
  expect(within(await region('Orders')).getAllByRole('button', { name: /^Remove/ })).toHaveLength(2)
  expect((await screen.findByRole('button', { name: 'FOO' })).getAttribute('aria-pressed')).toBe('true')
  await screen.findByText('Hidden rows: 1')

  // The browser's own Back, and the page loaded again, restore the results too.
  await press('Missing items')
  await isAt('/missingItems')
  history.back()
  await isAt('/receiptDifference')
  await waitFor(() => expect(currentStep()).toContain('Difference Generated'))
  await screen.findByText('Hidden rows: 1')
})

it('C016 C100 the missing items without a comparison are empty, and Back leads to the comparison', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/missingItems')
  await screen.findByText(NOTHING)
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await isAt('/receiptDifference')
})

it('C101 C102 C203 the missing items have eight columns, and are narrowed by category and by order', async (larder) => {
  const { orders } = await openResults(larder.server, await larder.sit('office'))
  await press('Missing items')
  const table = await findTable('Missing items')
  await lists(table, 1, 2, 3)
  expect(table.labels).toEqual([
    'Ignore Qty Diff',
    'Inventory Item',
    'Units Picked',
    'Units Ordered',
    'Unit Difference',
    'Cases Picked',
    'Cases Ordered',
    'Case Difference',
  ])
  await press('FOO')
  await lists(table, 1)
  await press('FOO')
  await press(new RegExp(`^${orders[1]} · `))
  await lists(table, 2)
  for (const [label, path] of [
    ['Item 2', '/product/062'],
    [String(orders[1]), `/order/${orders[1]}`],
  ] as const) {
    const link = within(table.element).getByRole('link', { name: label })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank'])
  }
  await press(new RegExp(`^${orders[1]} · `))
  await lists(table, 1, 2, 3)
})

it('C201 C202 C336 C376 ticked rows are ignored by a call for each order item, and each failure is named', async (larder) => {
  const office = await larder.sit('office')
  const { finds } = await openResults(larder.server, office)
  await press('Missing items')
  const table = await findTable('Missing items')
  await lists(table, 1, 2, 3)
  const saveNow = async () => {
    await press('Save')
    await press('Confirm', await screen.findByRole('dialog'))
  }
  expect(canPress('Save')).toBe(false)
  await tick('Ignore Item 1')
  office.network.answer(at('PATCH', `orderitems/${IDS[0]}1`), {})
  const mend = office.network.answer(at('PATCH', `orderitems/${IDS[1]}1`), { message: 'locked' }, 423)
  expectOnConsole(/There was an error processing order item: .* ApiError: The server answered 423\./)
  await saveNow()
  const said = within(await screen.findByRole('dialog'))
  expect((await said.findByRole('alert')).textContent).toContain(
    'There was an error while saving the differences',
  )
  expect(said.getByRole('alert').textContent).toContain(
    `There was an error processing order item: ${IDS[1]}1`,
  )
  await userEvent.click(said.getByText('Continue'))
  await noDialog()
  mend()
  office.network.answer(at('PATCH', `orderitems/${IDS[1]}1`), {})
  const before = writes(office.network.calls).length
  await saveNow()
  await screen.findByText('The differences are ignored.')
  expect(writes(office.network.calls).slice(before)).toEqual(
    IDS.map((id) => ({ call: `PATCH orderitems/${id}1`, body: { ignore_missing_items: true } })),
  )
  finds({ ignore_missing_items: true })
  await userEvent.keyboard('{Escape}')
  await lists(table, 2, 3)
  expect(canPress('Save')).toBe(false)
})

it('missing items of an invoiced order cannot be ticked, and lines of orders outside the filter are named', async (larder) => {
  const office = await larder.sit('office')
  const { orders, finds } = await openResults(larder.server, office)
  const [one, two] = orders as [number, number]
  finds({ referenced_orders: [one, two] })
  await press('Missing items')
  const table = await findTable('Missing items')
  await lists(table, 1, 2, 3)
  await press(new RegExp(`^${one} · `))
  await tick('Ignore Item 1')
  await press('Save')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(`Lines of order ${two} are ignored along with them.`)
  await press('Cancel', dialog)
  finds({ referenced_orders: [one, two], invoiced_orders: [two] })
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  await press('Missing items')
  expect((await screen.findByLabelText<HTMLInputElement>('Ignore Item 1')).disabled).toBe(true)
  await screen.findByText(`Order ${two} is invoiced: unlock to ignore its difference.`)
})

it('C377 a ticked row of no order item is refused, and nothing is sent', async (larder) => {
  const office = await larder.sit('office')
  await openResults(larder.server, office)
  await press('Missing items')
  await tick('Ignore Item 3')
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText(/No referenced order items found/)
  expect(writes(office.network.calls)).toEqual([])
})

it('C356 a failed calculation shows a dialog, with the server’s words as text', async (larder) => {
  const office = await larder.sit('office')
  await openResults(larder.server, office)
  for (const [body, words] of [
    ['<h1>Bad <b>gateway</b></h1>', 'Bad gateway'],
    [{ message: 'no such margin' }, '{"message":"no such margin"}'],
  ] as const) {
    office.network.answer(isCompare, body, 500)
    await userEvent.click(screen.getByRole('switch', { name: 'Use current pricing' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('There was an error while calculating the receipt information')
    await dialog.findByText(words)
    await userEvent.click(dialog.getByText('Continue'))
    await noDialog()
  }
})

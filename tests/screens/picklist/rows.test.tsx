/** The rows of several orders, who sees what of them, and picking them one by one or all at once. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { makeProduct } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { fill, findButton, hasButton, isAt, isEnabled, press } from '../reading.ts'
import { PUSH } from '../refused-push.ts'
import {
  check,
  field,
  findCard,
  list,
  makeFilled,
  openCards,
  openList,
  rowOf,
  save,
  storedItem,
} from './pick-list.ts'

/** Returns order and bin of each row, from the top. */
const shown = async () =>
  [...(await list()).querySelectorAll<HTMLElement>('tr[data-row]')].map((row) => [
    Number(row.querySelector('[data-column=order]')!.textContent),
    row.querySelector<HTMLInputElement>('[data-field=bin]')!.value,
  ])
const paper = async () => [...(await list()).querySelectorAll<HTMLTableRowElement>('tbody tr')]
/** Returns the text under a heading, in a row on paper. */
function onPaper(row: HTMLTableRowElement, heading: string): string {
  const headings = [...row.closest('table')!.querySelectorAll('th')]
  return row.cells[headings.findIndex(({ textContent }) => textContent === heading)]!.textContent
}

async function print(): Promise<void> {
  await userEvent.click(await screen.findByRole('link', { name: 'Print' }))
  await isAt('/orders/picklist/details/print?from=picklist')
  await screen.findByRole('button', { name: 'Hide Prices' })
}

/** Makes two orders whose bins cross each other. One of them is a bin of the item's own. */
async function makeTwo(pool: pg.Pool): Promise<[number, number]> {
  const inBin = async (bin: string, warehouse_id = 3) =>
    (await makeProduct(pool, { name: `Of ${bin}`, bin, warehouse_id })).upc
  const one = await makeFilled(pool, {
    a: { product: await inBin('A-10-1') },
    b: { product: await inBin('A-02-1'), bin_override: 'Z-99-9' },
  })
  const two = await makeFilled(pool, {
    c: { product: await inBin('A-09-1', 2) },
    d: { product: await inBin('B-01-1') },
  })
  return [one.order.id, two.order.id]
}

it('A006 A099 A100 A118 two orders’ rows are sorted by bin or by order, each with its own bin, also on paper', async (larder) => {
  const [one, two] = await makeTwo(larder.pool)
  const manager = await larder.sit('manager')
  for (const [sorting, rows] of [
    [
      'bin',
      [
        [two, 'A-09-1'],
        [one, 'A-10-1'],
        [two, 'B-01-1'],
        [one, 'Z-99-9'],
      ],
    ],
    [
      'order',
      [
        [one, 'A-10-1'],
        [one, 'Z-99-9'],
        [two, 'A-09-1'],
        [two, 'B-01-1'],
      ],
    ],
  ] as const) {
    await openList(manager, [two, one], { sorting })
    await waitFor(async () => expect(await shown()).toEqual(rows))
    await print()
    const printed = (await paper()).map((row) => [Number(onPaper(row, 'Order')), onPaper(row, 'Bin')])
    expect(printed).toEqual(rows)
  }
})

it('A024 A102 a location filter lists only its items, on the screen and on paper', async (larder) => {
  const orders = await makeTwo(larder.pool)
  const manager = await larder.sit('manager')
  for (const [filter, bins] of [
    [3, ['A-10-1', 'B-01-1', 'Z-99-9']],
    [2, ['A-09-1']],
  ] as const) {
    await openList(manager, orders, { sorting: 'bin', filter })
    await waitFor(async () => expect((await shown()).map(([, bin]) => bin)).toEqual(bins))
    expect((await field(`Units Picked, Of ${bins[0]}`)).disabled).toBe(false)
    await print()
    expect((await paper()).map((row) => onPaper(row, 'Bin'))).toEqual(bins)
  }
  await openList(manager, orders, { filter: 3 })
  await fill('Filter', 'nothing of this name')
  await print()
  await fill('Filter', 'nothing of this name')
  await screen.findByText('There is nothing to print')
})

it('A121 on paper a press hides every price, and another shows it again', async (larder) => {
  const manager = await larder.sit('manager')
  await openList(manager, await makeTwo(larder.pool))
  await print()
  const table = await list()
  const priced = [...table.querySelectorAll('th[data-price]')].map(({ textContent }) => textContent)
  expect(priced).toEqual(['Unit Price', 'Case Price', 'Coupon', 'Final Price'])
  for (const { children } of await paper())
    expect([...children].filter((cell) => cell.hasAttribute('data-price'))).toHaveLength(priced.length)
  const isHidden = () => table.closest('[data-hide-prices]') !== null
  expect(isHidden()).toBe(false)
  await press('Hide Prices')
  expect(isHidden()).toBe(true)
  await press('Show Prices')
  expect(isHidden()).toBe(false)
})

it('the printed list begins with the columns for a person with a pen, and remembers that prices are hidden', async (larder) => {
  const manager = await larder.sit('manager')
  await openList(manager, await makeTwo(larder.pool))
  await print()
  const heads = [...(await list()).querySelectorAll('th')].map(({ textContent }) => textContent)
  expect(heads.slice(0, 7)).toEqual([
    'Bin',
    'Name',
    'Units Ordered',
    'Units Picked',
    'Cases Ordered',
    'Cases Picked',
    'Picked',
  ])
  await press('Hide Prices')
  await press('Back')
  await findButton('All picked')
  await userEvent.click(await screen.findByRole('link', { name: 'Print' }))
  await findButton('Show Prices')
})

const ALL = [
  'Picked',
  'Out of Stock',
  'Order',
  'Warehouse',
  'Bin',
  'UPC',
  'Item Code',
  'Name',
  'Combined Stock',
  'Units Ordered',
  'Units Picked',
  'Cases Ordered',
  'Cases Picked',
  'Coupon',
  'Taxable',
  'Final Price',
  'Substitution',
  'Actions',
]
async function headsOf(seat: Seat, order: number): Promise<(string | null)[]> {
  await openList(seat, [order])
  await rowOf('Apples')
  return within(await list())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
}
const links = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('A033 A035 A117 the office has every column, and links to the edit pages', async (larder) => {
  const apples = await makeProduct(larder.pool, { name: 'Apples' })
  const { order } = await makeFilled(larder.pool, { Apples: { product: apples.upc } })
  expect(await headsOf(await larder.sit('manager'), order.id)).toEqual(ALL)
  expect(links('Edit Apples')).toEqual([`/product/${apples.upc}`])
  expect(links(apples.upc)).toEqual([`/product/${apples.upc}`])
  expect(links(apples.item_code)).toEqual([`/itemcodes/${apples.item_code}`])
  expect(links('Import')).toEqual(['/inventory/bulk'])
  for (const name of ['Add New Item', 'Delete Apples']) expect(hasButton(name), name).toBe(true)

  await headsOf(await larder.sit('picker'), order.id)
  for (const name of ['Edit Apples', apples.upc, apples.item_code, 'Import'])
    expect(links(name), name).toEqual([])
  const barred = await findButton('Import')
  expect([isEnabled(barred), barred.title]).toEqual([false, 'Only the office may import an inventory.'])
})

it('A252 A253 A256 a picker has no UPC, and cannot add or delete', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Apples: {} })
  const picker = await larder.sit('picker')
  expect(await headsOf(picker, order.id)).toEqual(ALL.filter((name) => name !== 'UPC'))
  for (const name of ['Add New Item', 'Delete Apples', 'Locked']) expect(hasButton(name), name).toBe(false)
  const path = `orderitems/${items['Apples']!.id}`
  expect((await larder.server.call(picker.person.username, 'DELETE', path)).status).toBe(403)
})

it('A233 an item that is sold by the case has no fields for units, and the reverse', async (larder) => {
  const upc = async (name: string, unit_type: string) =>
    (await makeProduct(larder.pool, { name, unit_type })).upc
  const { order } = await makeFilled(larder.pool, {
    Apples: { product: await upc('Apples', 'Unit') },
    Beans: { product: await upc('Beans', 'Case'), units_ordered: 0, cases_ordered: 1 },
  })
  await openList(await larder.sit('manager'), [order.id])
  for (const [name, units, cases] of [
    ['Apples', true, false],
    ['Beans', false, true],
  ] as const)
    for (const which of ['Ordered', 'Picked']) {
      expect((await field(`Units ${which}, ${name}`)).disabled, `units of ${name}`).toBe(!units)
      expect((await field(`Cases ${which}, ${name}`)).disabled, `cases of ${name}`).toBe(!cases)
    }
})

it('A197 A199 A235 A236 an item is picked and unpicked, and out of stock all but its mark is closed', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Apples', unit_type: 'Unit' })
  const { order, items } = await makeFilled(larder.pool, { Apples: { product: upc, units_ordered: 3 } })
  await openList(await larder.sit('manager'), [order.id])
  const picks = async (picked: boolean, units: string) =>
    waitFor(async () =>
      expect([(await check('Picked, Apples')).checked, (await field('Units Picked, Apples')).value]).toEqual([
        picked,
        units,
      ]),
    )
  const toggle = async (name: string) => userEvent.click(await check(`${name}, Apples`))
  await toggle('Picked')
  await picks(true, '3')
  await toggle('Picked')
  await picks(false, '0')
  await toggle('Picked')
  await picks(true, '3')
  await toggle('Out of Stock')
  await picks(false, '0')
  for (const name of ['Units Ordered', 'Units Picked', 'Coupon amount', 'Coupon note', 'Bin'])
    expect((await field(`${name}, Apples`)).disabled, name).toBe(true)
  for (const [name, closed] of [
    ['Picked', true],
    ['Taxable', true],
    ['Out of Stock', false],
  ] as const)
    expect((await check(`${name}, Apples`)).disabled, name).toBe(closed)
  await save()
  expect(await storedItem(larder.pool, items['Apples']!.id)).toMatchObject({
    picked: false,
    out_of_stock: true,
    unit_quantity: 0,
  })
  await toggle('Out of Stock')
  await waitFor(async () => expect((await field('Units Picked, Apples')).disabled).toBe(false))
  await picks(false, '0')
})

it('A198 All picked picks every item that is in stock, and does not change the others', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, {
    Apples: {},
    Beans: {},
    Corn: { out_of_stock: true },
  })
  await openList(await larder.sit('manager'), [order.id])
  await press('All picked')
  await screen.findByText('2 lines marked')
  for (const name of ['Apples', 'Beans'])
    await waitFor(async () => expect((await check(`Picked, ${name}`)).checked).toBe(true))
  // The mistake of one press is undone as a whole.
  await press('Undo all picked')
  for (const name of ['Apples', 'Beans'])
    await waitFor(async () => expect((await check(`Picked, ${name}`)).checked).toBe(false))
  await press('All picked')
  await save()
  const stored = async (name: string) => storedItem(larder.pool, items[name]!.id)
  for (const name of ['Apples', 'Beans'])
    expect(await stored(name)).toMatchObject({ picked: true, unit_quantity: 2, out_of_stock: false })
  expect(await stored('Corn')).toMatchObject({ picked: false, unit_quantity: 0, out_of_stock: true })
})

it('an Undo that did not reach the server is tried again by the next Undo, which takes back no earlier act', async (larder) => {
  // The device does not keep an order of that day: an Undo is stored by the server.
  const items = { Dates: { units_ordered: 30 } }
  const { order } = await makeFilled(larder.pool, items, { delivery_date: '2020-02-03' })
  const picker = await larder.sit('picker')
  await openCards(picker, [order.id])
  const card = await findCard('Dates')
  const counted = () => within(card).getByRole<HTMLInputElement>('textbox', { name: /^Units Picked/ })
  const has = (units: string) => waitFor(() => expect(counted().value).toBe(units))
  for (const units of ['1', '2', '3']) {
    fireEvent.click(await findButton('Units Picked: one more', card))
    await has(units)
  }
  const mend = picker.network.fail(PUSH)
  await press(/^Undo/)
  await screen.findByText(/There was an error saving the PickList changes/)
  await has('3')
  mend()
  await press(/^Undo/)
  await has('2')
})

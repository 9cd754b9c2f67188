/** Every product with the order lists that it is on: found, put on a list, taken off. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { makePlace, saves } from './order-lists.ts'
import { choose, fill, findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'

const rows = () =>
  within(screen.getByRole('list', { name: 'Products' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('C118 C121 C263 C324 products are searched from three letters on, once after the last, and name their lists by location', async (larder) => {
  const { name, products } = await makePlace(larder.server)
  await makeProduct(larder.pool, { name: 'Unlisted' })
  const office = await larder.sit('office')
  await office.open('/orderlistPrototype')
  await screen.findByRole('heading', { name: 'Orderlist Management' })
  const count = products.length + 1
  const line = await screen.findByText(`${count} of ${count} products`)
  expect(office.network.calls.some(at('GET', 'productsbyorderlist'))).toBe(true)
  const said: (string | null)[] = []
  const watch = new MutationObserver(() => said.push(line.textContent))
  watch.observe(line, { subtree: true, childList: true, characterData: true })
  const { upc } = products[0]!
  // Two find nothing out, and what is typed on is found once: each search on the way would be seen.
  for (let length = 1; length <= upc.length; length++) await fill('Search', upc.slice(0, length))
  await screen.findByText(`1 of ${count} products`)
  watch.disconnect()
  expect(new Set(said)).toEqual(new Set([`1 of ${count} products`]))
  expect(rows()).toHaveLength(1)
  expect(rows()[0]).toContain('Olive Oil')
  expect(rows()[0]).toContain(name)
  await fill('Search', 'wa')
  await screen.findByText(`${count} of ${count} products`)
  await fill('Search', 'wal')
  await screen.findByText(`1 of ${count} products`)
  expect(rows()[0]).toContain('Walnut Oil')
})

it('C120 C325 C331 a product is taken off a list and put on it again under a category', async (larder) => {
  const { name, list, products } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open('/orderlistPrototype')
  const { upc } = products[0]!
  await fill('Search', upc)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Order lists of Olive Oil')
  const dialog = await findDialog('Olive Oil')
  await fill('Order list', name, dialog)
  const row = await within(dialog).findByRole('listitem', { name })
  expect(row.textContent).toContain('In Oils')
  const mend = office.network.answer(
    at('POST', `orderlists/${list}/removeproduct`),
    { category_name: 'is odd' },
    400,
  )
  await press('Remove', row)
  await within(row).findByText('category_name: is odd')
  mend()
  await press('Remove', row)
  await waitFor(() => expect(row.textContent).toContain('Not on it'))
  expect(rows()[0]).not.toContain(name)
  await press('Choose a category', row)
  const add = await findButton('Add', row)
  expect(isEnabled(add)).toBe(false)
  expect(office.network.calls.some(at('GET', `orderlists/${list}`))).toBe(true)
  await choose('Category', 'Dry', row)
  await press('Add', row)
  await waitFor(() => expect(row.textContent).toContain('In Dry'))
  expect(saves(office.network.calls).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', `orderlists/${list}/removeproduct`, { upc, category_name: 'Oils' }],
    ['POST', `orderlists/${list}/removeproduct`, { upc, category_name: 'Oils' }],
    ['POST', `orderlists/${list}/addproduct`, { upc, category_name: 'Dry' }],
  ])
  const { rows: stored } = await larder.pool.query(
    'select category_name from order_list_rows where order_list_id = $1 and product = $2',
    [list, upc],
  )
  expect(stored).toEqual([{ category_name: 'Dry' }])
})

it('C219 an interrupted move shows a note until the product is back in its place', async (larder) => {
  const { pool } = larder
  const { name, list, products } = await makePlace(larder.server)
  const { upc } = products[0]!
  const other = await makeProduct(pool, { name: 'Olive Oil, large', item_code: products[0]!.item_code })
  const listed = async () =>
    (
      await pool.query<{ product: string }>(
        'select product from order_list_rows where order_list_id = $1 order by position',
        [list],
      )
    ).rows.map(({ product }) => product)
  const before = await listed()
  const office = await larder.sit('office')
  await office.open('/orderlistPrototype')
  await fill('Search', other.upc)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Order lists of Olive Oil, large')
  const dialog = await findDialog('Olive Oil, large')
  await fill('Order list', name, dialog)
  const row = await within(dialog).findByRole('listitem', { name })
  await press('Choose a category', row)
  await choose('Category', 'Oils', row)
  const mend = office.network.fail(at('POST', `orderlists/${list}/addproduct`), 503)
  await press('Move', row)
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain(`Olive Oil was to be moved on the list ${name}. It is off the list now.`)
  expect(await listed()).not.toContain(upc)
  await press('Put back', note)
  await waitFor(async () => expect(isEnabled(await findButton('Put back', note))).toBe(true))
  expect(note.textContent).toContain('503')
  mend()
  await press('Put back', note)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await listed()).toEqual(before)
})

it('the dialog waits for a change that runs, and shows its refusal also if the search names another list', async (larder) => {
  const { name, list, products } = await makePlace(larder.server)
  const other = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open('/orderlistPrototype')
  await fill('Search', products[0]!.upc)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Order lists of Olive Oil')
  const dialog = await findDialog('Olive Oil')
  await fill('Order list', name, dialog)
  const row = await within(dialog).findByRole('listitem', { name })
  const removal = at('POST', `orderlists/${list}/removeproduct`)
  office.network.answer(removal, { category_name: 'is odd' }, 400)
  const release = office.network.hold(removal)
  await press('Remove', row)
  await waitFor(() => expect(office.network.calls.some(removal)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await fill('Order list', other.name, dialog)
  await within(dialog).findByRole('listitem', { name: other.name })
  release()
  await within(dialog).findByText('category_name: is odd')
  await userEvent.keyboard('{Escape}')
  await noDialog()
})

it('C219 a move whose removal is not answered says that the product may be off the list', async (larder) => {
  const { pool } = larder
  const { name, list, products } = await makePlace(larder.server)
  const { upc } = products[0]!
  const other = await makeProduct(pool, { name: 'Olive Oil, large', item_code: products[0]!.item_code })
  const office = await larder.sit('office')
  await office.open('/orderlistPrototype')
  await fill('Search', other.upc)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Order lists of Olive Oil, large')
  const dialog = await findDialog('Olive Oil, large')
  await fill('Order list', name, dialog)
  const row = await within(dialog).findByRole('listitem', { name })
  await press('Choose a category', row)
  await choose('Category', 'Oils', row)
  const mend = office.network.fail(at('POST', `orderlists/${list}/removeproduct`), 503)
  await press('Move', row)
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain(
    `Olive Oil was to be moved on the list ${name}. It may be off the list now.`,
  )
  mend()
  await press('Move again', note)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const { rows: listed } = await pool.query<{ product: string }>(
    'select product from order_list_rows where order_list_id = $1 order by position',
    [list],
  )
  const upcs = listed.map(({ product }) => product)
  expect([upcs[0], upcs.includes(upc)]).toEqual([other.upc, false])
})

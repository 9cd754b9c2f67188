/** The inventory: its pages, its search, and what stays in sight while the server is asked. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at, type Call } from '../network.ts'
import { address, fill, findButton, findField, findTable, isAt, isEnabled, press } from '../reading.ts'

const pool = (server: TestServer) => server.database.pool
const offset = (call: Call) => at('GET', 'products')(call) && call.query.get('offset') === '100'
const pages = () => screen.getByRole('navigation', { name: 'Inventory pages' }).textContent

it('turning a page and typing leave what is listed until there is an answer, and beside a failure too', async ({
  server,
  sit,
}) => {
  await makeProduct(pool(server), { name: 'Zucchini' })
  await Promise.all(Array.from({ length: 100 }, () => makeProduct(pool(server))))
  const office = await sit('office')
  await office.open('/inventory')
  const table = await findTable('Inventory')
  await screen.findByText(/^1–100 of \d+$/)
  const names = () => table.column('Name').join()
  const before = names()
  expect(before).not.toBe('')
  const previous = await findButton('Previous page')
  expect([isEnabled(previous), previous.title]).toEqual([false, 'This is the first page.'])

  const release = office.network.hold(offset)
  await press('Next page')
  await screen.findByText('Loading products')
  expect(names()).toBe(before)
  release()
  await waitFor(() => expect(pages()).toMatch(/^101–/))
  await waitFor(() => expect(names()).not.toBe(before))
  const second = names()

  const mend = office.network.fail(
    (call) => at('GET', 'products')(call) && call.query.get('search') === 'zucc',
  )
  await fill('Search inventory', 'zucc')
  await screen.findByText('The server answered 502.')
  expect(names()).toBe(second)
  mend()
  await press('Try again')
  await waitFor(() => expect(names()).toBe('Zucchini'))
})

it('C054 C056 a row that is pressed opens its product, and the way back has the same search, switches and page', async ({
  server,
  sit,
}) => {
  const { upc } = await makeProduct(pool(server), { name: 'Quince', active: false })
  const office = await sit('office')
  await office.open('/inventory?page=2')
  await userEvent.click(await screen.findByRole('switch', { name: 'Show Inactive' }))
  await fill('Search inventory', 'quinc')
  await isAt('/inventory?inactive=true&q=quinc')
  const table = await findTable('Inventory')
  await waitFor(() => expect(table.column('Name')).toEqual(['Quince']))
  await userEvent.click(within(table.rows[0]!).getByText(upc))
  await isAt(`/product/${upc}`)
  history.back()
  await isAt('/inventory?inactive=true&q=quinc')
  await waitFor(async () => expect((await findTable('Inventory')).column('Name')).toEqual(['Quince']))
  expect((await findField('Search inventory')).value).toBe('quinc')
  // Its entry in the drawer begins anew.
  await press('Menu')
  await userEvent.click(await screen.findByRole('link', { name: 'Inventory' }))
  await isAt('/inventory')
  await waitFor(async () => expect((await findField('Search inventory')).value).toBe(''))

  await office.open('/itemcodes')
  const codes = await findTable('Item Codes')
  await waitFor(() => expect(codes.rows.length).toBeGreaterThan(0))
  await userEvent.click(within(codes.rows[0]!).getByText('1'))
  await waitFor(() => expect(address()).toMatch(/^\/itemcodes\/IC/))
})

it('C058 item codes have picture, name, both prices and stock, as a table and as cards', async ({
  server,
  sit,
}) => {
  const { upc, item_code } = await makeProduct(pool(server))
  await pool(server).query(
    `update products set unit_type = 'Case', display_case_price = 31.5, combined_stock_level = 7 where upc = $1`,
    [upc],
  )
  await pool(server).query(`update item_codes set name = 'Medlar' where item_code = $1`, [item_code])
  const office = await sit('office')
  await office.open('/itemcodes?q=medlar')
  const table = await findTable('Item Codes')
  await waitFor(() => expect(table.column('Name')).toEqual(['Medlar']))
  const said = ['Item Code', 'Unit Price', 'Case Price', 'Stock'].map((label) => table.column(label)[0])
  expect(said).toEqual([item_code, 'N/A', '31.50', '7'])
  expect(table.column('Picture')).toHaveLength(1)
  await userEvent.click(screen.getByText('Cards'))
  const card = within(await screen.findByRole('list', { name: 'Item Codes' })).getByRole('listitem')
  expect(card.textContent).toContain('unit N/A · case $31.50stock 7')
})

it('C151 an item code names its products, and which of them customers see', async ({ server, sit }) => {
  const { upc, item_code } = await makeProduct(pool(server), { name: 'Damson' })
  const office = await sit('office')
  await office.open('/orders')
  await office.kept()
  await office.open(`/itemcodes/${item_code}`)
  const products = within(await screen.findByRole('region', { name: 'Products' }))
  await products.findByRole('link', { name: 'Damson' })
  expect(products.getByRole('listitem').textContent).toBe(`Damson · ${upc} · the one that customers see`)
})

it('C373 a save of an item code that fails says so over the server’s words, and keeps what was typed', async ({
  server,
  sit,
}) => {
  const { item_code } = await makeProduct(pool(server))
  const office = await sit('office')
  await office.open(`/itemcodes/${item_code}`)
  await fill('Name', 'Sloe')
  office.network.fail(at('PATCH', `itemcodes/${item_code}`))
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  const alert = await screen.findByRole('alert')
  within(alert).getByText('There was an error while saving/updating the item code')
  expect(alert.textContent).toContain('The server answered 502.')
  await press('Continue')
  expect((await findField('Name')).value).toBe('Sloe')
})

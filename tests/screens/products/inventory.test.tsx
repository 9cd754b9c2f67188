/** The inventory: its pages, its search, and what stays in sight while the server is asked. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at, type Call } from '../network.ts'
import { typeAtOnce } from './products.ts'
import { address, fill, findButton, findField, findTable, isAt, isEnabled, press } from '../reading.ts'

const offset = (call: Call) => at('GET', 'products')(call) && call.query.get('offset') === '100'
/** Signs the office in at a new item code. */
async function sitAtItemCode({ pool, sit }: Larder) {
  const { item_code } = await makeProduct(pool)
  const office = await sit('office')
  await office.open(`/itemcodes/${item_code}`)
  return { item_code, office }
}
const pages = () => screen.getByRole('navigation', { name: 'Inventory pages' }).textContent

it('the list stays during a page change and typing until there is an answer, and beside a failure too', async (larder) => {
  await makeProduct(larder.pool, { name: 'Zucchini' })
  await Promise.all(Array.from({ length: 100 }, () => makeProduct(larder.pool)))
  const office = await larder.sit('office')
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
  // The rows that stay keep their own numbers.
  expect(pages()).toMatch(/^101–/)
  mend()
  await press('Try again')
  await waitFor(() => expect(names()).toBe('Zucchini'))
  await waitFor(() => expect(pages()).toMatch(/^1–1 of 1/))
})

it('C054 C056 a row that is pressed opens its product, and the way back has the same search, switches and page', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Quince', active: false })
  const office = await larder.sit('office')
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
  // The entry in the drawer opens the inventory from the start.
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

it('a page of the inventory whose rows have gone leads to the last page that has some', async (larder) => {
  await makeProduct(larder.pool, { name: 'Medlar' })
  const office = await larder.sit('office')
  await office.open('/inventory?q=medlar&page=2')
  await isAt('/inventory?q=medlar')
  const table = await findTable('Inventory')
  await waitFor(() => expect(table.column('Name')).toEqual(['Medlar']))
})

it('C058 item codes have picture, name, both prices and stock, as a table and as cards', async (larder) => {
  const { upc, item_code } = await makeProduct(larder.pool)
  await larder.pool.query(
    `update products set unit_type = 'Case', display_case_price = 31.5, combined_stock_level = 7 where upc = $1`,
    [upc],
  )
  await larder.pool.query(`update item_codes set name = 'Medlar' where item_code = $1`, [item_code])
  const office = await larder.sit('office')
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

it('C151 an item code shows its products, and which of them customers see', async (larder) => {
  const { upc, item_code } = await makeProduct(larder.pool, { name: 'Damson' })
  const office = await larder.sit('office')
  await office.open('/orders')
  await office.kept()
  await office.open(`/itemcodes/${item_code}`)
  const products = within(await screen.findByRole('region', { name: 'Products' }))
  await products.findByRole('link', { name: 'Damson' })
  expect(products.getByRole('listitem').textContent).toBe(`Damson · ${upc} · the one that customers see`)
})

it('C373 a failed save of an item code says so above the server’s words, and keeps the typed values', async (larder) => {
  const { item_code, office } = await sitAtItemCode(larder)
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

it('C049 C051 C052 C053 the inventory has columns and pages, and loads inactive or not primary products on request', async (larder) => {
  await makeProduct(larder.pool, { active: false })
  const { item_code } = await makeProduct(larder.pool)
  await makeProduct(larder.pool, { item_code, is_primary: false })
  await Promise.all(Array.from({ length: 101 }, () => makeProduct(larder.pool)))
  const { rows } = await larder.pool.query(
    `select count(*) filter (where active and is_primary)::int as shown,
            count(*) filter (where is_primary)::int as inactive, count(*)::int as every from products`,
  )
  const [{ shown, inactive, every }] = rows
  expect(new Set([shown, inactive, every]).size).toBe(3)
  const office = await larder.sit('office')
  await office.open('/inventory')
  const table = await findTable('Inventory')
  for (const label of ['Picture', 'UPC', 'Name', 'Item Code', 'Unit Price', 'Case Price', 'Stock'])
    table.header(label)
  await waitFor(() => expect(pages()).toContain(`1–100 of ${shown}`))
  await press('Next page')
  await waitFor(() => expect(pages()).toMatch(new RegExp(`^101–\\d+ of ${shown}`)))
  expect(Object.fromEntries(office.network.calls.findLast(at('GET', 'products'))!.query)).toEqual({
    limit: '100',
    offset: '100',
    include_inactive: 'false',
    include_nonprimary: 'false',
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Show Inactive' }))
  await waitFor(() => expect(pages()).toContain(`1–100 of ${inactive}`))
  await userEvent.click(await screen.findByRole('switch', { name: 'Show Non Primary' }))
  await waitFor(() => expect(pages()).toContain(`1–100 of ${every}`))
})

it('C019 C057 C059 a search of the inventory sends one call for all its letters, and shows loading and no results', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Sorb apple' })
  const office = await larder.sit('office')
  await office.open('/inventory')
  const table = await findTable('Inventory')
  const links = ['Add Item', 'Import/Export'].map((name) => screen.getByRole('link', { name }))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/product/add', '/inventory/bulk'])
  const searches = () =>
    office.network.calls.filter(at('GET', 'products')).map(({ query }) => query.get('search'))
  const before = searches().length
  await typeAtOnce('Search inventory', upc)
  await waitFor(() => expect(table.column('Name')).toEqual(['Sorb apple']))
  expect(searches().slice(before)).toEqual([upc])
  const release = office.network.hold(at('GET', 'products'))
  await fill('Search inventory', 'no such thing')
  await screen.findByText('Loading products')
  release()
  await screen.findByText('No products found with the provided search criteria')
})

it('a picker sees the catalogue, cannot add, and has no link to an item code', async (larder) => {
  const { item_code } = await makeProduct(larder.pool)
  const picker = await larder.sit('picker')
  await picker.open('/inventory')
  const add = await findButton('Add Item')
  expect([isEnabled(add), add.title]).toEqual([false, 'Only the office may add a product.'])
  await picker.open('/itemcodes')
  await findTable('Item Codes')
  await fill('Search item codes', item_code)
  await screen.findByText(item_code)
  expect(screen.queryByRole('link', { name: item_code })).toBeNull()
  await userEvent.click(screen.getByText(item_code))
  await isAt(`/itemcodes?q=${item_code}`)
})

it('C009 C010 C055 C382 an item code is found, and its form has no add, export or switch', async (larder) => {
  const { item_code } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  await office.open('/itemcodes')
  await findTable('Item Codes')
  for (const name of ['Add Item', 'Import/Export']) expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  await fill('Search item codes', 'no code has this')
  await screen.findByText('No products found with the provided search criteria')
  screen.getByText('Try fewer or other words.')
  await fill('Search item codes', item_code)
  await userEvent.click(await screen.findByRole('link', { name: item_code }))
  await isAt(`/itemcodes/${item_code}`)
  await findField('Name')
  await office.open('/inventory/12')
  await screen.findByRole('heading', { name: 'Inventory Customer' })
})

it('C072 C073 C138 C139 an item code is renamed after a question, and Cancel does not rename it', async (larder) => {
  const { item_code } = await makeProduct(larder.pool)
  await larder.pool.query(`update item_codes set name = 'Rowan' where item_code = $1`, [item_code])
  const office = await larder.sit('office')
  const saves = () => office.network.calls.filter(at('PATCH', `itemcodes/${item_code}`))
  await office.open(`/itemcodes/${item_code}`)
  await waitFor(async () => expect((await findField('Name')).value).toBe('Rowan'))
  await fill('Name', 'Another name')
  await press('Cancel')
  await isAt('/itemcodes')
  await office.open(`/itemcodes/${item_code}`)
  await waitFor(async () => expect((await findField('Name')).value).toBe('Rowan'))
  await fill('Name', 'Another name')
  await press('Save')
  const dialog = await screen.findByRole('dialog')
  expect(saves()).toEqual([])
  await press('Confirm', dialog)
  await within(dialog).findByText('The item code has been added/updated successfully')
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await isAt('/itemcodes')
  const { rows } = await larder.pool.query('select name from item_codes where item_code = $1', [item_code])
  expect(rows).toEqual([{ name: 'Another name' }])
})

it('C072 C302 an item code is saved with the typed name and picture, and nothing else', async (larder) => {
  const { item_code, office } = await sitAtItemCode(larder)
  const [name, url] = ['Rowan berries', 'https://pictures.example/rowan.jpg']
  await fill('Name', name)
  await fill('Picture (url)', url)
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('The item code has been added/updated successfully')
  const calls = office.network.calls.filter(({ path }) => path === `itemcodes/${item_code}`)
  expect(calls[0]!.method).toBe('GET')
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { name, url }],
  ])
  const { rows } = await larder.pool.query('select name, url from item_codes where item_code = $1', [
    item_code,
  ])
  expect(rows).toEqual([{ name, url }])
})

it('the picture that another user gave an item code meanwhile stays when its name is saved', async (larder) => {
  const { item_code } = await sitAtItemCode(larder)
  await fill('Name', 'Rowan berries')
  const url = 'https://pictures.example/rowan.jpg'
  await larder.pool.query('update item_codes set url = $2 where item_code = $1', [item_code, url])
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText(/^Somebody else has changed it meanwhile\./)
  await press('Continue')
  await waitFor(async () => expect((await findField('Picture (url)')).value).toBe(url))
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('The item code has been added/updated successfully')
  const { rows } = await larder.pool.query('select name, url from item_codes where item_code = $1', [
    item_code,
  ])
  expect(rows).toEqual([{ name: 'Rowan berries', url }])
})

it('an item code that cannot be read shows the reason, is fetched again, and an unknown one says so', async (larder) => {
  const { item_code } = await makeProduct(larder.pool)
  const office = await larder.sit('office')
  const mend = office.network.answer(at('GET', `itemcodes/${item_code}`), { message: 'Not now.' }, 500)
  await office.open(`/itemcodes/${item_code}`)
  await screen.findByRole('heading', { name: `Item code ${item_code}` })
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  mend()
  await press('Try again')
  await findField('Name')
  await office.open('/itemcodes/of-nobody')
  await screen.findByText('There is no such item code')
  expect(screen.getByRole('link', { name: 'Go to the item codes' }).getAttribute('href')).toBe('/itemcodes')
})

/** The picker of products, as the form opens it for the substitutes of a product. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeProduct } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findDialog, press } from '../reading.ts'
import { findForm, typeAtOnce } from './products.ts'

/** The picker over the form of a product, and another one of this name to choose. */
async function openPicker({ database: { pool } }: TestServer, office: Seat, name = 'Capers') {
  const { upc } = await makeProduct(pool)
  const wanted = await makeProduct(pool, { name, url: '/products/meat.png' })
  await office.open(`/product/${upc}`)
  await press('Add substitution', await findForm())
  return { wanted, dialog: await findDialog('Add substitution') }
}
const searches = ({ network }: Seat) =>
  network.calls.filter(at('GET', 'products')).map(({ query }) => query.get('search'))

it('B058 B061 B224 the picker loads a hundred at a time, only products that are sold', async (larder) => {
  const { pool } = larder
  await Promise.all(Array.from({ length: 100 }, () => makeProduct(pool)))
  await makeProduct(pool, { name: 'Not sold', active: false })
  const office = await larder.sit('office')
  const { dialog } = await openPicker(larder.server, office)
  const pages = await within(dialog).findByRole('navigation', { name: 'Products pages' })
  await waitFor(() => expect(pages.textContent).toMatch(/^1–100 of 102/))
  await press('Next page', pages)
  await waitFor(() => expect(pages.textContent).toMatch(/^101–102 of 102/))
  const { query } = office.network.calls.findLast(at('GET', 'products'))!
  expect(Object.fromEntries(query)).toEqual({
    limit: '100',
    offset: '100',
    include_inactive: 'false',
    include_nonprimary: 'false',
  })
})

it('B059 B060 a search sends one call after the last letter, and shows loading and no results', async (larder) => {
  const office = await larder.sit('office')
  const { dialog } = await openPicker(larder.server, office)
  await within(dialog).findByRole('table', { name: 'Products' })
  await waitFor(() => expect(searches(office)).not.toEqual([]))
  const before = searches(office).length
  const release = office.network.hold(at('GET', 'products'))
  await typeAtOnce('Search products', 'no such', dialog)
  await within(dialog).findByText('Loading products')
  await waitFor(() => expect(searches(office).slice(before)).toEqual(['no such']))
  release()
  await within(dialog).findByText('No products found with the provided search criteria')
})

it('B097 a product shows its prices, by the pound where it is weighed', async (larder) => {
  const office = await larder.sit('office')
  const { dialog } = await openPicker(larder.server, office, 'Priced capers')
  await makeProduct(larder.pool, {
    name: 'Priced veal',
    weight_type: 'r/w',
    display_unit_price_per_lb: '4.25',
    display_case_price_per_lb: '3.90',
  })
  await fill('Search products', 'priced', dialog)
  const table = await within(dialog).findByRole('table', { name: 'Products' })
  const textOf = async (name: string, part: 'tr' | 'li') =>
    (await within(dialog).findByText(name)).closest(part)!.textContent
  await within(table).findByText('Priced veal')
  for (const [name, ...prices] of [
    ['Priced capers', '2.50', '24.00'],
    ['Priced veal', '4.25 per lb', '3.90 per lb'],
  ] as const)
    for (const price of prices) expect(await textOf(name, 'tr')).toContain(price)
  await userEvent.click(within(dialog).getByText('Cards'))
  await within(dialog).findByRole('list', { name: 'Products' })
  for (const [name, ...prices] of [
    ['Priced capers', 'unit $2.50', '$24.00'],
    ['Priced veal', 'unit $4.25 per lb'],
  ] as const)
    for (const price of prices) expect(await textOf(name, 'li')).toContain(price)
})

it('B062 C297 a product shows with its picture, and is chosen from the table or from the cards', async (larder) => {
  const office = await larder.sit('office')
  const { wanted, dialog } = await openPicker(larder.server, office, 'Wanted capers')
  // One picture of the two kinds that a product may name is none.
  const gif = await makeProduct(larder.pool, { name: 'Wanted gif', url: '/products/meat.gif' })
  await fill('Search products', 'wanted', dialog)
  const table = await within(dialog).findByRole('table', { name: 'Products' })
  await within(table).findByText(gif.upc)
  for (const name of ['Picture', 'Name', 'Item Code', 'Unit Price', 'Case Price', 'Units per Case', 'Stock'])
    within(table).getByRole('columnheader', { name })
  const row = within(table).getByText(wanted.upc).closest('tr')!
  expect(row.textContent).toContain(wanted.item_code)
  expect(within(dialog).queryByRole('button', { name: 'Picture of Wanted gif' })).toBeNull()
  await press('Picture of Wanted capers', row)
  await screen.findByRole('img', { name: 'Wanted capers' })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(dialog).getByText('Cards'))
  const cards = await within(dialog).findByRole('list', { name: 'Products' })
  await press('Choose Wanted capers', cards)
  const substitutions = within(await findForm()).getByRole('region', { name: 'Acceptable substitutions' })
  await within(substitutions).findByText(/Wanted capers/)
})

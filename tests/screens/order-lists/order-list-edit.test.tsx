/** A customer's order list is edited on the device and saved on request. A failure is said where it happened. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeOrderList, makeProduct } from '../../factories/business.ts'
import { heldFile } from '../held-file.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { importFile, importOf, makePlace, names, saveList, saves, showsNames } from './order-lists.ts'
import { choose, fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'

const NONE = "The orderlist doesn't have any categories."

it('C079 C260 C261 C326 C330 categories and products are added when complete, and saved by one call', async (larder) => {
  const { path, id, list, company, products } = await makePlace(larder.server)
  const mango = await makeProduct(larder.pool, { name: 'Mango' })
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  const [read] = office.network.calls.filter(at('GET', 'orderlists'))
  expect(`${read?.query}`).toBe(`no_page=1&company_id=${company}`)
  const place = (await findField('Customer Location')) as unknown as HTMLSelectElement
  const chosen = (await findField('Order List')) as unknown as HTMLSelectElement
  expect(place.value).toBe(String(id))
  const addCategory = await findButton('Add category')
  const can = (button: HTMLElement, yes: boolean) => waitFor(() => expect(isEnabled(button)).toBe(yes))
  await can(addCategory, false)
  await fill('Category name', 'Staff meals')
  await can(addCategory, true)
  const wanted = chosen.value
  await userEvent.selectOptions(chosen, '')
  await can(addCategory, false)
  await userEvent.selectOptions(chosen, wanted)
  await fill('Category name', 'Staff meals')
  await can(addCategory, true)
  await userEvent.selectOptions(place, '')
  await can(addCategory, false)
  await userEvent.selectOptions(place, String(id))
  await fill('Category name', 'Staff meals')
  await press('Add category')
  await showsNames('Oils', 'Dry', 'Frozen', 'Staff meals')

  await press('Products')
  expect((await findButton('Products')).getAttribute('aria-pressed')).toBe('true')
  await choose('Category', 'Staff meals')
  await screen.findByText('There are no products assigned to this category')
  const addProduct = await findButton('Add product')
  await can(addProduct, false)
  await fill('Product', 'Mango')
  const found = within(await screen.findByRole('list', { name: 'Products found' }))
  await userEvent.click(await found.findByText('Mango'))
  await can(addProduct, true)
  await userEvent.selectOptions(await findField('Category'), '')
  await can(addProduct, false)
  await choose('Category', 'Staff meals')
  await press('Add product')
  const listed = await screen.findByRole('list', { name: 'Products of Staff meals' })
  expect(within(listed).getAllByRole('listitem')).toHaveLength(1)
  await press('Categories')
  await showsNames('Oils', 'Dry', 'Frozen', 'Staff meals')
  expect(saves(office.network.calls)).toEqual([])
  await saveList()
  const [sent, ...others] = saves(office.network.calls)
  expect([sent?.method, sent?.path, others]).toEqual(['PATCH', `orderlists/${list}`, []])
  expect(sent?.body).toMatchObject({
    id: list,
    company_location: id,
    visible: true,
    categories: [
      { category_name: 'Oils', rows: products.map(({ upc }) => ({ product_id: upc })) },
      { category_name: 'Dry', rows: [] },
      { category_name: 'Frozen', rows: [] },
      { category_name: 'Staff meals', rows: [{ product_id: mango.upc }] },
    ],
  })
})

it('C327 C328 C353 a new list needs a category, is posted, and then has the number that the server gave it', async (larder) => {
  const { path, id } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await press('New order list')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(NONE))
  await fill('Category name', 'Oils')
  await press('Add category')
  await saveList()
  await fill('Category name', 'Dry')
  await press('Add category')
  await saveList()
  const { rows } = await larder.pool.query<{ id: number; category_names: string[] }>(
    'select id, category_names from order_lists order by id desc limit 1',
  )
  expect(rows[0]?.category_names).toEqual(['Oils', 'Dry'])
  const [made, changed] = saves(office.network.calls)
  expect([made?.method, made?.path]).toEqual(['POST', 'orderlists'])
  expect(made?.body).toMatchObject({
    id: expect.anything(),
    company_location: id,
    categories: [{ category_name: 'Oils', rows: [] }],
  })
  expect([changed?.method, changed?.path]).toEqual(['PATCH', `orderlists/${rows[0]?.id}`])
})

it('C221 C259 C353 C378 C379 a file without categories or of another kind is refused; one of other products warns and can be saved', async (larder) => {
  const { path } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  const wrongKind = "The imported file it's not compatible. Please use a .csv or .xlsx file."
  for (const [name, content, said] of [
    ['list.csv', '\r\n,only a note\r\n', NONE],
    ['list.txt', 'Oils', wrongKind],
    ['list.xlsx', 'no workbook', wrongKind],
  ] as const) {
    await importFile(name, content)
    await within(await screen.findByRole('alert')).findByText(said)
  }
  await importFile('list.csv', 'Oils\r\n77\r\n1.2E+11\r\n\r\nDry\r\n')
  const question = await findDialog('Replace the categories?')
  expect(question.textContent).toContain('2 categories and 1 product')
  await press('Cancel', question)
  await noDialog()
  await showsNames('Oils', 'Dry', 'Frozen')
  await importFile('list.csv', 'Oils\r\n77\r\n\r\nDry\r\n')
  await press('Replace', await findDialog('Replace the categories?'))
  await showsNames('Oils', 'Dry')
  await screen.findByText('undefined (undefined)')
  expect(saves(office.network.calls)).toEqual([])
  await saveList()
  expect(saves(office.network.calls)).toHaveLength(1)
})

it('a file that was chosen for one list does not replace the categories of another', async (larder) => {
  const place = await makePlace(larder.server)
  const { upc } = place.products[0]!
  const other = await makeOrderList(larder.pool, [], {
    company_location_id: place.id,
    category_names: ['Bread'],
    public_name: 'Bakery',
  })
  const office = await larder.sit('office')
  await office.open(place.path)
  await choose('Order List', String(place.list))
  await showsNames('Oils', 'Dry', 'Frozen')
  const { file, release } = heldFile('list.csv', ['Fats', upc])
  await importOf(file)
  await choose('Order List', String(other))
  await showsNames('Bread')
  release()
  const dialog = await findDialog('Replace the categories?')
  const replace = await findButton('Replace', dialog)
  expect([isEnabled(replace), replace.title]).toEqual([
    false,
    'Another order list was chosen while the file was read. Import the file again.',
  ])
  await press('Cancel', dialog)
  await noDialog()
  await showsNames('Bread')
  await importFile('list.csv', `Fats\n${upc}`)
  await press('Replace', await findDialog('Replace the categories?'))
  await showsNames('Fats')
})

it('a product that a colleague has added since is found for an imported file', async (larder) => {
  const place = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(place.path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await findButton('Import').then((button) => waitFor(() => expect(isEnabled(button)).toBe(true)))
  // The device does not receive the product.
  office.network.hold(({ path }) => path.startsWith('sync/'))
  const { upc } = await makeProduct(larder.pool, { name: 'Dill' })
  await importFile('new.csv', `Herbs\n${upc}\n404`)
  const dialog = await findDialog('Replace the categories?')
  expect(dialog.textContent).not.toContain(upc)
  expect(dialog.textContent).toContain('404')
  await press('Replace', dialog)
  await showsNames('Herbs')
})

it('C359 C351 C352 products that do not load are fetched again, and a failed save shows why in a dialog', async (larder) => {
  const { path } = await makePlace(larder.server)
  const office = await larder.sit('office')
  const missing = /There was an error while getting products information/
  const comes = office.network.fail(
    ({ path: to, query }) => to === 'products' && query.has('include_inactive'),
  )
  await office.open(path)
  await screen.findByText(missing)
  comes()
  await press('Try again')
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull())
  await showsNames('Oils', 'Dry', 'Frozen')
  await fill('Category name', 'Staff meals')
  await press('Add category')
  const mend = office.network.answer(
    at('PATCH', /^orderlists\/\d+$/),
    { message: 'The list is on fire.' },
    400,
  )
  await press('Save')
  await press('Confirm', await findDialog('Save this order list?'))
  const alert = await within(await screen.findByRole('dialog')).findByRole('alert')
  expect(alert.textContent).toContain('There was an error while saving the orderlist information')
  expect(alert.textContent).toContain('The list is on fire.')
  mend()
  await press('Continue')
  await noDialog()
  expect(names()).toEqual(['Oils', 'Dry', 'Frozen', 'Staff meals'])
  await saveList()
})

it('A338 C271 C272 C292 with few loaded products a search asks the server once, 300 ms after the last key; with special signs it does not', async (larder) => {
  const { path } = await makePlace(larder.server)
  const office = await larder.sit('office')
  const products = Array.from({ length: 50 }, (_, n) => ({
    upc: `00${n}`,
    name: `Thing a#b ${n}`,
    active: true,
  }))
  office.network.answer(at('GET', 'products'), products)
  const isSearch = (call: (typeof office.network.calls)[number]) =>
    call.path === 'products' && call.query.has('search')
  office.network.answer(isSearch, [{ upc: '0999', name: 'Eggs, brown', active: true }])
  const searched = () => office.network.calls.filter(isSearch).map(({ query }) => `${query}`)
  await office.open(path)
  await press('Products')
  const found = () =>
    within(screen.getByRole('list', { name: 'Products found' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  for (const typed of ['e', 'eg', 'egg']) {
    expect(searched()).toEqual([])
    await fill('Product', typed)
  }
  const typedAt = performance.now()
  await waitFor(() => expect(found()).toEqual(['Eggs, brown0999']))
  expect(performance.now() - typedAt).toBeGreaterThanOrEqual(299)
  await fill('Product', 'a#b')
  await waitFor(() => expect(found()).toHaveLength(50))
  await fill('Product', 'a|b')
  await screen.findByText('No product has these words.')
  expect(searched()).toEqual(['no_page=1&search=egg'])
  office.goOffline()
  await screen.findByText('The server is not in reach. What you change is kept in this tab.')
})

it('the open category stays open where one before it is removed', async (larder) => {
  const { path } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await press('Show the products of Dry')
  const shown = async () => {
    const field = (await findField('Category')) as unknown as HTMLSelectElement
    return field.selectedOptions[0]?.textContent
  }
  expect(await shown()).toBe('Dry')
  await press('Categories')
  await press('Remove the category Oils')
  await showsNames('Dry', 'Frozen')
  await press('Products')
  expect(await shown()).toBe('Dry')
})

/** Saves and loses the answer. Then adds this category. */
async function saveUnanswered(category: string): Promise<void> {
  await press('Save')
  await press('Confirm', await findDialog('Save this order list?'))
  await press('Continue', await screen.findByRole('dialog'))
  await noDialog()
  await fill('Category name', category)
  await press('Add category')
}

it('an own save without an answer is no clash with the next save', async (larder) => {
  const { path, list } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await fill('Category name', 'Bar')
  await press('Add category')
  office.network.lose(at('PATCH', /^orderlists\/\d+$/))
  await saveUnanswered('Staff meals')
  await showsNames('Oils', 'Dry', 'Frozen', 'Bar', 'Staff meals')
  await saveList()
  const { rows } = await larder.pool.query('select category_names from order_lists where id = $1', [list])
  expect(rows).toEqual([{ category_names: ['Oils', 'Dry', 'Frozen', 'Bar', 'Staff meals'] }])
})

it('a new list whose save was not answered is changed by the next save, and not made twice', async (larder) => {
  const { path, id } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await press('New order list')
  await fill('Category name', 'Bar')
  await press('Add category')
  office.network.lose(at('POST', 'orderlists'))
  await saveUnanswered('Staff meals')
  await showsNames('Bar', 'Staff meals')
  await saveList()
  const { rows } = await larder.pool.query(
    'select category_names from order_lists where company_location_id = $1 order by id',
    [id],
  )
  expect(rows).toEqual([
    { category_names: ['Oils', 'Dry', 'Frozen'] },
    { category_names: ['Bar', 'Staff meals'] },
  ])
})

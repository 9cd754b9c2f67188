/** A customer's order lists: moving rows, files with mistakes in them, what is left unsaved, and who may open a list. */
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from '../larder.tsx'
import { importFile, makePlace, saveList, saves, showsNames } from './order-lists.ts'
import {
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  hasButton,
  isAt,
  noDialog,
  press,
} from '../reading.ts'

it('rows are moved by the keyboard: each move is announced, and the focus follows, in both sub-views', async (larder) => {
  const { path, products } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  const handle = await findButton('Reorder Oils, 1 of 3')
  expect(document.getElementById(handle.getAttribute('aria-describedby')!)?.textContent).toContain(
    'Press arrow up',
  )
  handle.focus()
  await userEvent.keyboard('{ArrowDown}')
  await showsNames('Dry', 'Oils', 'Frozen')
  expect(screen.getByText('Oils is now 2 of 3.').getAttribute('role')).toBe('status')
  expect(document.activeElement).toBe(await findButton('Reorder Oils, 2 of 3'))
  await userEvent.keyboard('{End}')
  await showsNames('Dry', 'Frozen', 'Oils')
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Home}')
  await showsNames('Oils', 'Dry', 'Frozen')
  // A button that ends where there is no further place gives the focus to the row's handle.
  await press('Move Dry down')
  expect(document.activeElement).toBe(await findButton('Reorder Dry, 3 of 3'))
  await press('Move Dry up')
  expect(document.activeElement).toBe(await findButton('Move Dry up'))

  await press('Show the products of Oils')
  const listed = () =>
    within(screen.getByRole('list', { name: 'Products of Oils' }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent)
  ;(await findButton('Reorder Olive Oil, 1 of 3')).focus()
  await userEvent.keyboard('{ArrowDown}')
  await screen.findByText('Olive Oil is now 2 of 3.')
  expect(listed()).toEqual(['Walnut Oil', 'Olive Oil', 'Ghee'])
  expect(document.activeElement).toBe(await findButton('Reorder Olive Oil, 2 of 3'))
  await saveList()
  const { rows } = await larder.pool.query(
    'select product from order_list_rows where product = any($1) order by position',
    [products.map(({ upc }) => upc)],
  )
  expect(rows.map(({ product }) => product)).toEqual([products[1]!.upc, products[0]!.upc, products[2]!.upc])
})

it('C221 C259 the mistakes of a file are listed by row before it replaces anything, and after; nothing is sent', async (larder) => {
  const { path, products } = await makePlace(larder.server)
  const [oil, walnut] = products.map(({ upc }) => upc)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  const file = ['Fats', oil, '5.06E+12', oil, '', 'Fats', walnut, '777'].join('\n')
  const report = [
    ['Row 3: 5.06E+12', /A spreadsheet has made this number of a code/],
    [`Row 4: ${oil}`, /The product is in row 2 already/],
    ['Row 6: Fats', /The category is in row 1 already/],
    ['Row 8: 777', /There is no such product/],
  ] as const
  async function expectReport(place: HTMLElement) {
    const found = await within(place).findByRole('region', { name: 'What was found in list.csv' })
    within(found).getByText('4 rows of list.csv are not taken as they are in the file:')
    const rows = within(found).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(report.map(([row]) => row))
    for (const [n, [, words]] of report.entries()) expect(rows[n]?.textContent).toMatch(words)
  }
  await importFile('list.csv', file)
  const question = await findDialog('Replace the categories?')
  expect(question.textContent).toContain('1 category and 3 products')
  await expectReport(question)
  await press('Cancel', question)
  await noDialog()
  await showsNames('Oils', 'Dry', 'Frozen')
  await importFile('list.csv', file)
  await press('Replace', await findDialog('Replace the categories?'))
  await noDialog()
  await showsNames('Fats')
  await expectReport(document.body)
  screen.getByText('undefined (undefined)')
  expect(saves(office.network.calls)).toEqual([])
  await press('Discard changes')
  await showsNames('Oils', 'Dry', 'Frozen')
  expect(screen.queryByRole('region', { name: /^What was found/ })).toBeNull()
})

it('C220 unsaved changes raise a question, are restored after Back and a reload, and are gone after a discard', async (larder) => {
  const { path, id, list } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await userEvent.click(screen.getByRole('link', { name: 'Customer Location' }))
  await isAt(`/customer/${id}`)
  history.back()
  await isAt(path)
  await fill('Category name', 'Staff meals')
  await press('Add category')
  await userEvent.click(screen.getByRole('link', { name: 'Customer Location' }))
  await press('Leave', await findDialog('Leave without saving?'))
  await isAt(`/customer/${id}`)
  await userEvent.click(await screen.findByRole('link', { name: 'Order Lists' }))
  await showsNames('Oils', 'Dry', 'Frozen', 'Staff meals')
  screen.getByText('What you typed before is here again. It is not saved.')
  await press('New order list')
  await fill('Category name', 'Only mine')
  await press('Add category')

  await office.open(path)
  await screen.findByText('What you typed before is here again. It is not saved.')
  await showsNames('Oils', 'Dry', 'Frozen', 'Staff meals')
  const made = within(await findField('Order List')).getByRole('option', { name: /new list/ })
  await choose('Order List', made.textContent)
  await showsNames('Only mine')
  await press('Discard it')
  const stored = within(await findField('Order List')).getByRole('option', {
    name: new RegExp(`\\(list ${list}\\)`),
  })
  await choose('Order List', stored.textContent)
  await showsNames('Oils', 'Dry', 'Frozen')
  expect(saves(office.network.calls)).toEqual([])
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  expect(screen.queryByText('What you typed before is here again. It is not saved.')).toBeNull()
})

it('a list that was saved here shows what a colleague has saved since, when the lists are read again', async (larder) => {
  const { path, list } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  await fill('Category name', 'Staff meals')
  await press('Add category')
  await saveList()
  const body = { categories: [{ category_name: 'Theirs', rows: [] }] }
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orderlists/${list}`, { body })
  expect(status).toBe(200)
  await press('New order list')
  await fill('Category name', 'Mine')
  await press('Add category')
  await saveList()
  const stored = await within(await findField('Order List')).findByRole('option', {
    name: new RegExp(`\\(list ${list}\\)`),
  })
  await choose('Order List', stored.textContent)
  await showsNames('Theirs')
})

it('a list is opened to the public under a required name, and its page is one press away', async (larder) => {
  const { path, list } = await makePlace(larder.server)
  const office = await larder.sit('office')
  await office.open(path)
  await showsNames('Oils', 'Dry', 'Frozen')
  expect(screen.queryByRole('link', { name: 'Open its public page' })).toBeNull()
  fireEvent.click(await screen.findByRole('switch', { name: 'Anybody may open it' }))
  await within(await screen.findByRole('alert')).findByText(
    'A list that anybody may open needs a public name.',
  )
  expect((await findButton('Save')).getAttribute('aria-disabled')).toBe('true')
  await fill('Public name', 'Oil Bar')
  await saveList()
  const [sent] = saves(office.network.calls)
  expect([sent?.method, sent?.path]).toEqual(['PATCH', `orderlists/${list}`])
  expect(sent?.body).toMatchObject({ public_name: 'Oil Bar', is_public: true, visible: true })
  const link = await screen.findByRole('link', { name: 'Open its public page' })
  expect(link.getAttribute('href')).toBe('/demo/Oil-Bar')
  expect(hasButton('Discard changes')).toBe(true)
})

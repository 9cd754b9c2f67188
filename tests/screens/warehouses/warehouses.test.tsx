/** The warehouses: their list, and the wizard that sets one up and changes it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeWarehouse } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fill, findDialog, findField, findTable, isAt, noDialog, press } from '../reading.ts'

const name = () => findField('Name')
/** What this seat asked of warehouses and receipts, and wrote, as `METHOD path?query`. */
const callsOf = ({ network }: Seat) =>
  network.calls
    .filter(({ path }) => /^(warehouses|receiptformats|receiptline)/.test(path))
    .map(({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query.toString()}` : ''}`)
const writes = ({ network }: Seat) =>
  network.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('warehouses'))
const stepNames = async () =>
  within(await screen.findByRole('list', { name: 'Steps of the warehouse' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^\d+/, ''))

/** Confirms the question of Save, and waits for what it says when it is saved. */
async function confirm(title: string): Promise<HTMLElement> {
  await press('Save')
  const dialog = await findDialog(title)
  await press('Confirm', dialog)
  return dialog
}
/** Walks a new warehouse through its steps up to the mapping of one column more than a packing list has. */
async function walk(called: string): Promise<void> {
  await fill('Name', called)
  await press('Next')
  await choose('Receipt format', 'Packing list')
  await press('Add column')
  await fill('Column 5', 'Item')
  await press('Next')
  await choose('Item', 'Item code')
}
const idOf = async (server: TestServer, called: string) =>
  (await server.database.pool.query<{ id: number }>('select id from warehouses where name = $1', [called]))
    .rows[0]!.id

it('C021 C112 C113 C305 Setup lists the warehouses with the fixed one, and fetches all of them', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'warehouses'), [
    { id: 303, name: 'Dry & Chill', csv_header_mapping: {}, unit_type_mapping: {} },
  ])
  await office.open('/setup')
  await screen.findByRole('heading', { level: 1, name: 'Setup' })
  const table = await findTable('Warehouses')
  await within(table.element).findByRole('link', { name: 'Edit warehouse 1, Head office' })
  within(table.element).getByRole('link', { name: 'Edit warehouse 303, Dry & Chill' })
  expect(new Set(callsOf(office))).toEqual(new Set(['GET warehouses?no_page=1']))
})

it('C022 C027 C028 C111 the list of the bare path leads to each warehouse, and its button to a new one', async (larder) => {
  await makeWarehouse(larder.pool, 303, 'Dry & Chill')
  const office = await larder.sit('office')
  await office.open('/warehouse')
  const table = await findTable('Warehouses')
  expect(table.labels).toEqual(['id', 'name'])
  const link = await within(table.element).findByRole('link', { name: /^Edit warehouse 303,/ })
  expect(link.getAttribute('href')).toBe('/warehouse/303')
  await userEvent.click(link)
  await isAt('/warehouse/303')
  await waitFor(async () => expect((await name()).value).toBe('Dry & Chill'))
  await office.open('/warehouse')
  await userEvent.click(await screen.findByRole('link', { name: 'Add Warehouse' }))
  await isAt('/warehouses/add')
  expect((await name()).value).toBe('')
  await screen.findByRole('heading', { level: 1, name: 'Add Warehouse' })
  await office.open('/warehouse/add')
  expect((await name()).value).toBe('')
  await screen.findByRole('heading', { level: 1, name: 'Add Warehouse' })
})

it('C115 C117 C310 the wizard asks for a name, then for the columns of a known receipt, then for their meaning', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/warehouses/add')
  await name()
  expect(await stepNames()).toEqual(['Warehouse Information', 'Warehouse Receipt', 'Warehouse Mapping'])
  await press('Next')
  await screen.findByText('Please fill this in.')
  expect(callsOf(office)).toEqual(
    expect.arrayContaining([
      'GET receiptformats?no_page=1',
      'GET receiptlineheaders?no_page=1',
      'GET receiptlineunittypemappings?no_page=1',
    ]),
  )
  await fill('Name', 'Annexe')
  await press('Next')
  await choose('Receipt format', 'Packing list')
  expect((await findField('Column 2')).value).toBe('Pieces')
  expect(screen.queryByLabelText('Name')).toBeNull()
  await press('Add column')
  await fill('Column 5', 'Item')
  await press('Next')
  expect(screen.queryByLabelText('Column 2')).toBeNull()
  await choose('Item', 'Item code')
  expect((await findField('Item')).value).toBe('item_code')
  expect(writes(office)).toEqual([])
})

it('C307 C311 C359 C386 a warehouse whose mapping is refused says so, and is made once for any number of saves', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/warehouses/add')
  await walk('Annexe of the refused')
  const mend = office.network.answer(at('POST', 'warehousesmaps'), { category: 'is odd' }, 400)
  await press('Save')
  let dialog = await findDialog('Add warehouse Annexe of the refused?')
  expect(writes(office)).toEqual([])
  await press('Confirm', dialog)
  const alert = await within(dialog).findByRole('alert')
  expect(alert.querySelector('p')?.textContent).toBe('category: is odd')
  mend()
  await press('Continue', dialog)
  await noDialog()
  dialog = await confirm('Add warehouse Annexe of the refused?')
  await within(dialog).findByText('The warehouse has been saved.')
  const id = await idOf(larder.server, 'Annexe of the refused')
  expect(writes(office).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST warehouses',
    'POST warehousesmaps',
    'POST warehousesmaps',
  ])
  expect(writes(office)[0]!.body).toEqual([{ name: 'Annexe of the refused' }])
  expect(writes(office)[2]!.body).toContainEqual({ field: 'item_code', warehouse: id, category: 'Item' })
})

it('a name that is corrected after its mapping was refused is saved with it', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/warehouses/add')
  await walk('Annex of the wrong name')
  const mend = office.network.answer(at('POST', 'warehousesmaps'), { category: 'is odd' }, 400)
  await press('Save')
  let dialog = await findDialog('Add warehouse Annex of the wrong name?')
  await press('Confirm', dialog)
  await within(dialog).findByRole('alert')
  mend()
  await press('Continue', dialog)
  await noDialog()
  for (let step = 0; step < 2; step++) await press('Back')
  await fill('Name', 'Annexe of the right name')
  for (let step = 0; step < 2; step++) await press('Next')
  dialog = await confirm('Add warehouse Annexe of the right name?')
  await within(dialog).findByText('The warehouse has been saved.')
  expect(await idOf(larder.server, 'Annexe of the right name')).toEqual(expect.any(Number))
  expect(writes(office).filter(({ path }) => path === 'warehouses')).toHaveLength(1)
})

it('C014 C116 C166 C309 a warehouse opens with its saved values, is left unchanged, and sends only its changes', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/warehouse/add')
  await walk('Annexe')
  let dialog = await confirm('Add warehouse Annexe?')
  await within(dialog).findByText('The warehouse has been saved.')
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await isAt('/setup')
  const id = await idOf(larder.server, 'Annexe')
  await userEvent.click(await screen.findByRole('link', { name: `Edit warehouse ${id}, Annexe` }))
  await isAt(`/warehouse/${id}`)
  await waitFor(async () => expect((await name()).value).toBe('Annexe'))
  await fill('Name', 'Annexe II')
  await press('Cancel')
  await isAt('/setup')
  await office.open(`/warehouse/${id}`)
  await waitFor(async () => expect((await name()).value).toBe('Annexe'))
  await fill('Name', 'Annexe II')
  for (const _ of ['receipt', 'mapping']) await press('Next')
  expect((await findField('Item')).value).toBe('item_code')
  await choose('Item', 'Product name')
  const before = writes(office).length
  dialog = await confirm('Save warehouse Annexe?')
  await within(dialog).findByText('The warehouse has been saved.')
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await isAt('/setup')
  const sent = writes(office).slice(before)
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT warehouses/${id}`,
    expect.stringMatching(/^PUT warehousesmaps\/\d+$/),
  ])
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Annexe II' },
    { field: 'product_name', warehouse: id, category: 'Item' },
  ])
})

const addMap = ({ database }: TestServer, map: [warehouse: number, category: string, field: string]) =>
  database.pool.query(
    `insert into warehouse_maps (warehouse_id, kind, category, field) values ($1, 'column', $2, $3)`,
    map,
  )
const mapsOf = async ({ database }: TestServer, warehouse: number) =>
  (
    await database.pool.query<{ map: string }>(
      `select category || ' ' || field as map from warehouse_maps where warehouse_id = $1 order by 1`,
      [warehouse],
    )
  ).rows.map(({ map }) => map)

it('a mapping that another user has added since the rows were typed shows beside them, and stays', async (larder) => {
  await makeWarehouse(larder.pool, 305, 'Annexe of two')
  await addMap(larder.server, [305, 'UPC', 'product'])
  const office = await larder.sit('office')
  const openColumns = async () => {
    await office.open('/warehouse/305')
    await waitFor(async () => expect((await name()).value).toBe('Annexe of two'))
    await press('Next')
  }
  await openColumns()
  await press('Add column')
  await fill('Column 2', 'Pieces')
  await addMap(larder.server, [305, 'Amount', 'total'])
  await openColumns()
  expect((await findField('Column 2')).value).toBe('Pieces')
  expect((await findField('Column 3')).value).toBe('Amount')
  await press('Next')
  await choose('Pieces', 'Quantity')
  const dialog = await confirm('Save warehouse Annexe of two?')
  await within(dialog).findByText('The warehouse has been saved.')
  expect(await mapsOf(larder.server, 305)).toEqual(['Amount total', 'Pieces quantity', 'UPC product'])
})

it('two columns can exchange their headings', async (larder) => {
  await makeWarehouse(larder.pool, 306, 'Annexe of exchange')
  await addMap(larder.server, [306, 'Qty', 'quantity'])
  await addMap(larder.server, [306, 'Pieces', 'total'])
  const office = await larder.sit('office')
  await office.open('/warehouse/306')
  await waitFor(async () => expect((await name()).value).toBe('Annexe of exchange'))
  await press('Next')
  await fill('Column 1', 'Pieces')
  await fill('Column 2', 'Qty')
  await press('Next')
  const dialog = await confirm('Save warehouse Annexe of exchange?')
  await within(dialog).findByText('The warehouse has been saved.')
  expect(await mapsOf(larder.server, 306)).toEqual(['Pieces quantity', 'Qty total'])
})

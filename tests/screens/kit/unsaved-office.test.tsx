/** Office screens beside the forms: what was changed and not saved is asked about, and what was saved is seen elsewhere. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeCompany, makeLocation, makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findDialog, findField, findTable, isAt, noDialog, press } from '../reading.ts'

const stays = async () => press('Stay', await findDialog('Leave without saving?'))
const leaves = async () => press('Leave', await findDialog('Leave without saving?'))

it('a person who leaves is asked about unsaved margins of a product, and Cancel discards them', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Medlar' })
  const office = await larder.sit('office')
  await office.open(`/product/${upc}/fees`)
  await fill('Amount', '2')
  await press('Add Margin')
  await userEvent.click(screen.getByRole('link', { name: 'Product' }))
  await stays()
  await screen.findByText('Changes that are not saved yet.')
  await userEvent.click(screen.getByRole('link', { name: 'Product' }))
  await leaves()
  await isAt(`/product/${upc}`)
  await office.open(`/product/${upc}/fees`)
  await fill('Amount', '2')
  await press('Add Margin')
  await press('Cancel')
  await isAt('/inventory')
  await noDialog()
})

it('a person who leaves is asked about a margin that is typed and not added, of a product and of a location', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Sorb' })
  const { id } = await makeLocation(larder.pool, { company_id: await makeCompany(larder.pool) })
  const office = await larder.sit('office')
  for (const [path, tab] of [
    [`/product/${upc}/fees`, 'Product'],
    [`/customer/${id}/fees`, 'Order Lists'],
  ] as const) {
    await office.open(path)
    await fill('Amount', '2')
    await userEvent.click(screen.getByRole('link', { name: tab }))
    await screen.findByText(/is lost when you leave/)
    await stays()
    expect((await findField('Amount')).value).toBe('2')
    await press('Cancel')
    await waitFor(() => expect(location.pathname).not.toBe(path))
    await noDialog()
  }
})

it('a person who leaves is asked about unsaved fees of a location as well', async (larder) => {
  const { id } = await makeLocation(larder.pool, { company_id: await makeCompany(larder.pool) })
  await larder.pool.query(
    `insert into fee_templates (kind, type, amount, description, company_location_id) values ('margin', 'f', 1, 'Ice', $1)`,
    [id],
  )
  const office = await larder.sit('office')
  await office.open(`/customer/${id}/fees`)
  await press('Remove Ice')
  await userEvent.click(screen.getByRole('link', { name: 'Order Lists' }))
  await stays()
  await screen.findByText('Changes that are not saved yet.')
})

it('a person who leaves is asked about an edited imported row, and the inventory shows it once it is saved', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Quince', unit_type: 'Unit' })
  const office = await larder.sit('office')
  await office.open('/inventory?q=quinc')
  await waitFor(async () => expect((await findTable('Inventory')).column('Name')).toEqual(['Quince']))
  await userEvent.click(screen.getByRole('link', { name: 'Import/Export' }))
  const csv = [
    'Warehouse,Bin Location,UPC,Name,Unit Price,Case Price,Unit Type,Units per Case,Weight Type,Average Unit Weight,Average Case Weight,Stock Level',
    `Dry,A-1,${upc},Quince,2.00,,Unit,1,,,,5`,
  ].join('\n')
  await userEvent.upload(await findField('The file to import'), new File([csv], 'may.csv'))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'Quince, ripe')
  history.back()
  await stays()
  await press('Save')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('1 row · 1 saved')
  const release = office.network.hold(at('GET', 'products'))
  history.back()
  await isAt('/inventory?q=quinc')
  await noDialog()
  // The screen does not show the earlier answer again.
  await screen.findByText('Loading products')
  expect(screen.queryByText('Quince')).toBeNull()
  release()
  await waitFor(async () => expect((await findTable('Inventory')).column('Name')).toEqual(['Quince, ripe']))
})

it('a person who leaves is asked about a receipt’s corrected rows, and Cancel discards them', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/receipt/upload')
  const csv = ['UPC,Qty,C/U,Ext. Value', '0614141000001,none,U,5.00', '0614141000002,1,U,5.00'].join('\n')
  await userEvent.upload(await findField('The receipt’s file'), new File([csv], 'may.csv'))
  await press('Next')
  await findTable('Invalid rows')
  const quantity = screen.getByDisplayValue('none')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '2')
  await userEvent.click(screen.getByRole('link', { name: 'Receipt Viewer' }))
  await stays()
  screen.getByDisplayValue('2')
  await press('Cancel')
  await waitFor(() => expect(location.pathname).toBe('/receiptDifference'))
  await noDialog()
})

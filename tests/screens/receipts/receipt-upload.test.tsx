/** A receipt out of a file: read, looked at, corrected, and saved whole or in part. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeWarehouse } from '../../factories/business.ts'
import { heldFile } from '../held-file.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import {
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'
import { canPress, currentStep, region, steps, writes } from './receipts.ts'

const HEADER = 'UPC,Item,Qty,C/U,Ext. Value'
const uploadFile = async (file: File) =>
  fireEvent.change(await findField('The receipt’s file'), { target: { files: [file] } })
const upload = (rows: string[], name = 'may.csv') => uploadFile(new File([rows.join('\n')], name))
const rowsOf = (name: string) => {
  const place = screen.queryByRole('region', { name })
  return place ? [...place.querySelectorAll('tbody tr')] : []
}
const has = (name: string, count: number) => waitFor(() => expect(rowsOf(name)).toHaveLength(count))

async function openUpload(server: TestServer, office: Seat) {
  const { pool } = server.database
  await makeWarehouse(pool, 2, 'Cash & Carry')
  await makeWarehouse(pool, 4, 'Freezer')
  await makeWarehouse(pool, 5, 'Head office')
  await pool.query(
    `insert into warehouse_maps (warehouse_id, kind, category, field) values (4, 'column', 'Code', 'product')
       on conflict do nothing`,
  )
  await office.open('/receipt/upload')
}
/** Opens the preview of a file whose receipt has a name. */
async function preview(rows: string[], name: string) {
  await upload(rows)
  await press('Next')
  await fill('Receipt name', name)
}

it('C018 C090 C104 C211 C245 C246 C247 a file of another kind, without header or rows is refused in words, and another is read', async (larder) => {
  await openUpload(larder.server, await larder.sit('office'))
  expect(await steps('Uploading a receipt')).toEqual(['Upload CSV', 'Preview Data'])
  expect((await findField('The receipt’s file')).accept).toBe('.csv,.xlsx')
  expect(canPress('Next')).toBe(false)
  const unprocessed = "The imported file couldn't be processed"
  for (const [rows, name, said] of [
    [[HEADER], 'may.pdf', "The imported file it's not compatible. Please use a .csv or .xlsx file."],
    [['Code,Qty', '1,2'], 'may.csv', `${unprocessed} (couldn't find the headers from the imported data).`],
    [[HEADER], 'may.csv', `${unprocessed} (it didn't generate any data to be imported).`],
  ] as const) {
    await upload([...rows], name)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(said))
    expect(canPress('Next')).toBe(false)
  }
  // A text that is alone in its row is no row of the receipt.
  await upload(['Harbor', HEADER, '061,Rice,2,U,"12,50"', ',Oil,two,X,3', 'Thank you'])
  await waitFor(() => expect(screen.getByText('may.csv').parentElement?.textContent).toBe('may.csv: 2 rows'))
  await press('Next')
  await screen.findByRole('heading', { name: 'Receipt Preview' })
  expect(currentStep()).toContain('Preview Data')
})

it('C091 C105 C106 C107 C110 C206 C207 C208 invalid rows are in a separate list, and join the others once they are corrected', async (larder) => {
  const office = await larder.sit('office')
  await openUpload(larder.server, office)
  await upload(['Harbor', HEADER, '061,Rice,2,U,"12,50"', ',Oil,two,X,3', 'Thank you'])
  await press('Next')
  await screen.findByRole('heading', { name: 'Receipt Preview' })
  expect(currentStep()).toContain('Preview Data')
  expect((await findField('Receipt name')).value).toMatch(/^may \([^.]/)
  await has('Valid rows', 1)
  expect((await region('Valid rows')).textContent).toContain('12.50')
  await has('Invalid rows', 1)
  const invalid = await region('Invalid rows')
  await fill('Product of line 2', '062', invalid)
  await fill('Quantity of line 2', '1', invalid)
  await press('Re-validate')
  await has('Invalid rows', 1)
  await fill('Unit type of line 2', 'c', invalid)
  await has('Valid rows', 1)
  await press('Re-validate')
  await has('Valid rows', 2)
  await has('Invalid rows', 0)
  await press('Cancel')
  await isAt('/receiptDifference')
  expect(writes(office.network.calls)).toEqual([])
})

it('ambiguous numbers and columns are marked, and read by the answer for the column', async (larder) => {
  await openUpload(larder.server, await larder.sit('office'))
  await upload([`${HEADER},Ext. Value`, '061,Rice,2,U,"1,234",9', '062,Oil,1,U,-3.00,9'])
  await press('Next')
  await has('Valid rows', 2)
  await screen.findByText('Total is in 2 columns: “Ext. Value”, “Ext. Value”. The first one is read.')
  const valid = await region('Valid rows')
  within(valid).getByText('Total: 1,234 is read as 1.234.')
  within(valid).getByText('The total is below 0, and the line is no Void.')
  fireEvent.change(await findField('Commas in Total'), { target: { value: 'thousands' } })
  await within(valid).findByText('Total: 1,234 is read as 1234.')
  within(valid).getByText('Together $1,231.00.')
})

it('C253 C254 C391 C392 Upload Receipt needs a warehouse whose mapping finds valid rows, and number 2 is not available', async (larder) => {
  await openUpload(larder.server, await larder.sit('office'))
  await upload([HEADER, '061,Rice,2,U,5'])
  await press('Next')
  const warehouse = (await findField('Warehouse')) as unknown as HTMLSelectElement
  await waitFor(() => expect(warehouse.selectedOptions[0]?.textContent).toBe('Head office'))
  const two = within(warehouse).getByRole<HTMLOptionElement>('option', { name: 'Cash & Carry', hidden: true })
  expect([two.value, two.disabled]).toEqual(['2', true])
  expect(canPress('Export to Old Format')).toBe(false)
  await waitFor(() => expect(canPress('Upload Receipt')).toBe(true))
  await userEvent.selectOptions(warehouse, '')
  expect([canPress('Upload Receipt'), canPress('Finish')]).toEqual([false, false])
  // This warehouse's own mapping knows none of these columns.
  await choose('Warehouse', 'Freezer')
  await has('Valid rows', 0)
  expect(canPress('Upload Receipt')).toBe(false)
})

it('C095 C211 C213 C216 C357 C385 Finish and Upload Receipt ask the same; when lines fail, the receipt is taken back', async (larder) => {
  const office = await larder.sit('office')
  await openUpload(larder.server, office)
  await preview([HEADER, '070,x,1,U,1.25'], 'Spoiled')
  const question = 'Are you sure you want to save the receipt Spoiled'
  await press('Finish')
  await press('Cancel', await findDialog(question))
  await noDialog()
  await press('Upload Receipt')
  office.network.answer(at('POST', 'receiptlines'), { message: 'line 39 is wrong' }, 500)
  await press('Confirm', await findDialog(question))
  const failure = await within(await screen.findByRole('dialog')).findByRole('alert')
  expect(failure.textContent).toContain('There was an error while saving the receipt information')
  expect(failure.textContent).toContain('line 39 is wrong')
  await press('Continue')
  await noDialog()
  expect(writes(office.network.calls).map(({ call }) => call.replace(/\d+$/, 'n'))).toEqual([
    'POST receipts',
    'POST receiptlines',
    'DELETE receipts/n',
  ])
  expect(location.pathname).toBe('/receipt/upload')
  expect((await findField('Receipt name')).value).toBe('Spoiled')
  const { rows } = await larder.pool.query(`select from receipts where description = 'Spoiled'`)
  expect(rows).toEqual([])
})

it('C191 C193 C212 C214 C217 C319 C320 C358 C383 C384 C385 C387 C394 refused lines stay, are corrected, and are sent to the same receipt', async (larder) => {
  const office = await larder.sit('office')
  await openUpload(larder.server, office)
  // The second code is longer than the server takes.
  await preview([HEADER, '070,x,1,U,1.25', `${'071'.repeat(41)},x,1,U,1.25`], 'Two halves')
  const stored = async () =>
    (
      await larder.pool.query<{ id: number; lines: number; total: string }>(
        `select r.id, count(l.*)::int as lines, r.total::text, r.warehouse_id as warehouse, r.pricing_type as type
           from receipts r left join receipt_lines l on l.receipt_id = r.id
          where r.description = 'Two halves' group by r.id`,
      )
    ).rows
  await press('Upload Receipt')
  await press('Confirm', await screen.findByRole('dialog'))
  const issue = await within(await screen.findByRole('dialog')).findByRole('alert')
  expect(issue.textContent).toContain('There was an issue while saving some rows from the receipt')
  expect(issue.textContent).toContain('1 of 2 lines were not stored.')
  await userEvent.keyboard('{Escape}')
  await noDialog()
  expect(location.pathname).toBe('/receipt/upload')
  await has('Invalid rows', 1)
  expect(rowsOf('Invalid rows')[0]?.textContent).toContain('product: must have at most 120 characters')
  const [{ id } = { id: 0 }] = await stored()
  const [receipt, sent] = writes(office.network.calls)
  expect(receipt).toEqual({
    call: 'POST receipts',
    body: { description: 'Two halves', total: '2.50', warehouse: 2, pricing_type: 's' },
  })
  const line = {
    receipt: id,
    item_code: '',
    product_name: '',
    quantity: '1',
    unit_type: 'U',
    total: '1.25',
    price: '1.25',
  }
  expect(sent?.body).toEqual([
    { ...line, product: '070', line: 1 },
    { ...line, product: '071'.repeat(41), line: 2 },
  ])

  // The rest is sent for the same receipt.
  await fill('Product of line 2', '071', await region('Invalid rows'))
  const release = office.network.hold(at('POST', 'receiptlines'))
  await press('Re-validate')
  await press('Upload Receipt')
  await press('Confirm', await findDialog('Are you sure you want to update the receipt Two halves'))
  await screen.findByText(
    'Saving receipt information. This may take some time relative to the number of items',
  )
  release()
  await screen.findByText('Receipt information have been successfully saved')
  expect(writes(office.network.calls).slice(2)).toEqual([
    { call: 'POST receiptlines', body: [{ ...line, product: '071', line: 2 }] },
  ])
  expect(await stored()).toEqual([{ id, lines: 2, total: '2.50', warehouse: 2, type: 's' }])
  await userEvent.keyboard('{Escape}')
  await isAt('/receiptDifference')
})

it('a receipt with missing lines is left only after a question, and one without any line is then deleted', async (larder) => {
  const office = await larder.sit('office')
  const { pool } = larder
  const long = `${'071'.repeat(41)},x,1,U,1.25`
  const fails = async (lines: string[], name: string) => {
    await openUpload(larder.server, office)
    await preview([HEADER, ...lines], name)
    await press('Upload Receipt')
    await press('Confirm', await screen.findByRole('dialog'))
    await within(await screen.findByRole('dialog')).findByRole('alert')
    await userEvent.keyboard('{Escape}')
    await noDialog()
  }
  const stored = async (name: string) =>
    (await pool.query('select lines_sent from receipts where description = $1', [name])).rows

  await fails(['070,x,1,U,1.25', long], 'Short')
  await press('Back')
  await upload([HEADER, '070,x,1,U,1.25'], 'mended.csv')
  const other = await findDialog('Open mended.csv instead?')
  expect(other.textContent).toContain(
    'Rows of the receipt that are not saved: 1. It stays, and is marked as short.',
  )
  await press('Stay')
  await press('Next')
  await press('Cancel')
  await press('Leave', await screen.findByRole('dialog'))
  await isAt('/receiptDifference')
  expect(await stored('Short')).toEqual([{ lines_sent: 2 }])

  await fails([long], 'Nothing')
  expect(await stored('Nothing')).toEqual([{ lines_sent: 1 }])
  await press('Cancel')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('No row of the receipt is saved. It is deleted.')
  await press('Leave', question)
  await isAt('/receiptDifference')
  await waitFor(async () => expect(await stored('Nothing')).toEqual([]))
})

it('lines of a receipt that already exists raise a question', async (larder) => {
  const office = await larder.sit('office')
  const lines = [HEADER, '091,x,1,U,1.25', '092,x,1,U,1.25']
  await openUpload(larder.server, office)
  await preview(lines, 'First time')
  await press('Upload Receipt')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('Receipt information have been successfully saved')
  await userEvent.keyboard('{Escape}')
  await isAt('/receiptDifference')
  await openUpload(larder.server, office)
  await preview(lines, 'Second time')
  await press('Upload Receipt')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('It may be here already: First time of')
  await press('Cancel', dialog)
  await noDialog()
  await press('Back')
  await upload([...lines, '08,x,1,U,1'])
  await press('Next')
  await waitFor(async () => expect(isEnabled(await findButton('Finish'))).toBe(true))
  await press('Finish')
  const other = await screen.findByRole('dialog')
  expect(other.textContent).toContain('3 rows with a total of $3.50.')
  expect(other.textContent).not.toContain('It may be here already')
})

it('another file replaces corrected rows only after a question, and a refused file never does', async (larder) => {
  const office = await larder.sit('office')
  await openUpload(larder.server, office)
  await upload([HEADER, '061,Rice,2,U,"12,50"', ',Oil,two,X,3'])
  await press('Next')
  const invalid = () => region('Invalid rows')
  await fill('Product of line 2', '062', await invalid())
  await press('Back')
  await upload([HEADER], 'june.pdf')
  await screen.findByRole('alert')
  await press('Next')
  expect((await findField('Product of line 2')).value).toBe('062')
  await press('Back')
  await upload([HEADER, '063,Salt,1,U,3'], 'june.csv')
  await findDialog('Open june.csv instead?')
  await press('Stay')
  await noDialog()
  await screen.findByText('may.csv')
  await upload([HEADER, '063,Salt,1,U,3'], 'june.csv')
  await findDialog('Open june.csv instead?')
  await press('Open it')
  await screen.findByText('june.csv')
  await press('Next')
  await has('Valid rows', 1)
  expect((await region('Valid rows')).textContent).toContain('063')
})

it('a row that is corrected while another file is read is replaced only after a question', async (larder) => {
  const office = await larder.sit('office')
  await openUpload(larder.server, office)
  await upload([HEADER, '061,Rice,2,U,"12,50"', ',Oil,two,X,3'])
  await screen.findByText('may.csv')
  const { file, release } = heldFile('june.csv', [HEADER, '063,Salt,1,U,3'])
  await uploadFile(file)
  await press('Next')
  await fill('Product of line 2', '062', await region('Invalid rows'))
  release()
  await findDialog('Open june.csv instead?')
  await press('Stay')
  await noDialog()
  expect((await findField('Product of line 2')).value).toBe('062')
})

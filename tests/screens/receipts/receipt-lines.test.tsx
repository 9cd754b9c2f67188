/** A receipt's line is corrected, or added, where it is read: in the viewer and among the differences. */
import { waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Pool } from '../../factories/business.ts'
import { chooseDay } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { choose, fill, findButton, findDialog, findTable, isEnabled, noDialog, press } from '../reading.ts'
import { makeBought, region, tick } from './receipts.ts'

const stored = async (pool: Pool, receipt: number) =>
  (
    await pool.query(
      `select line, product_name, quantity::float as quantity, unit_type, l.total::text as total, price::text as price
         from receipt_lines l where receipt_id = $1 order by line`,
      [receipt],
    )
  ).rows
const totalOf = async (pool: Pool, receipt: number) =>
  (await pool.query<{ total: string }>('select total::text from receipts where id = $1', [receipt])).rows[0]!
    .total

it('the viewer corrects a line and adds one, and the receipt’s total follows', async (larder) => {
  const { pool } = larder
  const { receipt } = await makeBought(pool, { day: '2020-03-04', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=viewer')
  await userEvent.click(await within((await findTable('Receipts')).element).findByText(receipt.name))
  const table = await findTable('Receipt lines')
  await userEvent.click(await within(table.element).findByText('Rice'))
  const dialog = await findDialog(`Correct line 1 of ${receipt.name}?`)
  await fill('Quantity', 'some', dialog)
  expect(isEnabled(await findButton('Save', dialog))).toBe(false)
  await fill('Quantity', '4', dialog)
  await fill('Total', '6.00', dialog)
  await press('Save', dialog)
  await noDialog()
  await waitFor(() => expect(table.column('Quantity')).toEqual(['4']))
  await press('Add Line')
  const added = await findDialog(`Add a line to ${receipt.name}?`)
  await fill('Product', '0614141999999', added)
  await fill('Product name', 'Beans', added)
  await fill('Quantity', '2', added)
  await choose('Unit type', 'Cases', added)
  await fill('Total', '30', added)
  await press('Add', added)
  await noDialog()
  expect(await stored(pool, receipt.id)).toEqual([
    { line: 1, product_name: 'Rice', quantity: 4, unit_type: 'U', total: '6.00', price: '1.50' },
    { line: 2, product_name: 'Beans', quantity: 2, unit_type: 'C', total: '30.00', price: '15.00' },
  ])
  expect(await totalOf(pool, receipt.id)).toBe('36.00')
})

it('a refusal of a line by the server shows, and the typed values stay', async (larder) => {
  const { pool } = larder
  const { receipt } = await makeBought(pool, { day: '2020-03-05', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=viewer')
  await userEvent.click(await within((await findTable('Receipts')).element).findByText(receipt.name))
  await findTable('Receipt lines')
  await pool.query('delete from receipts where id = $1', [receipt.id])
  await press('Add Line')
  const dialog = await findDialog(`Add a line to ${receipt.name}?`)
  for (const [label, text] of [
    ['Product', 'X-1'],
    ['Quantity', '1'],
    ['Total', '2.00'],
  ] as const)
    await fill(label, text, dialog)
  await press('Add', dialog)
  await within(dialog).findByText(`receipt: there is no receipt ${receipt.id}`)
  expect(dialog.querySelector('input')!.value).toBe('X-1')
})

it('a difference opens its lines in the receipts, and a correction is compared at once', async (larder) => {
  const { pool } = larder
  const { orders, receipt } = await makeBought(pool, { day: '2020-03-06', orders: 1 })
  const office = await larder.sit('office')
  await office.open('/receiptDifference')
  await chooseDay('Start date', '03/06/2020')
  await chooseDay('End date', '03/06/2020')
  const choices = await region('Orders')
  await tick(new RegExp(`^${orders[0]} · `), choices)
  await press('Add', choices)
  const receipts = await region('Receipts')
  await tick(new RegExp(receipt.name), receipts)
  await press('Add', receipts)
  await press('Next')
  const table = await findTable('Receipt difference')
  await waitFor(() => expect(table.column('Receipt Units')).toEqual(['1']))
  await press('Receipt lines of Rice')
  const lines = await findDialog('Receipt lines of Rice')
  await within(lines).findByText(new RegExp(`${receipt.name}, line 1: 1 U · \\$5\\.00`))
  await press(`Correct line 1 of ${receipt.name}`, lines)
  const dialog = await findDialog(`Correct line 1 of ${receipt.name}?`)
  await fill('Quantity', '2', dialog)
  await press('Save', dialog)
  await within(await findDialog('Receipt lines of Rice')).findByText(/line 1: 2 U/)
  await press(`Add a line to ${receipt.name}`, await findDialog('Receipt lines of Rice'))
  const added = await findDialog(`Add a line to ${receipt.name}?`)
  expect(within(added).getByRole<HTMLInputElement>('textbox', { name: 'Product name' }).value).toBe('Rice')
  await press('Cancel', added)
  await press('Close', await findDialog('Receipt lines of Rice'))
  await waitFor(() => expect(table.column('Receipt Units')).toEqual(['2']))
})

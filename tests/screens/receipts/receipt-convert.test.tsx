/** The supplier's invoices made into receipts, and the lines of a receipt. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays } from '#contract/day.ts'
import { showDay } from '#src/ui/format.ts'
import { makeWarehouse, type Pool } from '../../factories/business.ts'
import { TODAY } from '../../factories/zone.ts'
import { chooseDay } from '../bulk/bulk.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fill, findDialog, findField, findTable, isAt, noDialog, press } from '../reading.ts'
import { canPress, makeBought, newest, steps, tick, writes } from './receipts.ts'

/** Adds a supplier's invoice of 2 February 2020. */
const addInvoice = (pool: Pool, number: string, isConverted = false) =>
  pool.query(
    `with made as (insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
                   select 'Done before', 0, 2, 'c', false, '2020-02-01' where $2 returning id)
     insert into supplier_invoices (receipt_number, purchase_date, branch, sales, receipt_id)
       values ($1, '2020-02-02', 'Hoboken', 12.5, (select id from made))`,
    [number, isConverted],
  )

it('C092 C170 C192 C315 C322 C323 C367 C401 the supplier’s invoices are chosen, named and converted, each only once', async (larder) => {
  const { pool } = larder
  await makeWarehouse(pool, 2, 'Cash & Carry')
  await addInvoice(pool, 'R-1')
  await addInvoice(pool, 'R-2')
  await addInvoice(pool, 'R-3', true)
  const { rows } = await pool.query<{ today: string }>(`select ${TODAY}::text as today`)
  const tomorrow = showDay(addDays(rows[0]!.today, 1))
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=convert')
  expect(await steps('Converting receipts')).toEqual(['Receipt API'])
  await screen.findByText('There are no receipts to convert yet.')
  for (const label of ['Start date', 'End date'])
    await waitFor(async () => expect((await findField(label)).value).toBe(tomorrow))
  await chooseDay('Start date', '02/02/2020')
  await chooseDay('End date', '02/02/2020')
  await screen.findByText('R-1')
  const asked = newest(office.network.calls, ({ path }) => path === 'rdinvoicesummaries')
  expect(`${asked.query}`).toBe('no_page=1&start_date=2020-02-02&end_date=2020-02-02')
  const table = await findTable('Supplier invoices')
  const texts = table.rows.map(({ textContent }) => textContent)
  expect(texts.find((text) => text?.includes('R-1'))).toMatch(
    /R-1.*12\.50.*02\/02\/2020.*Hoboken.*Not converted/,
  )
  expect((await findField('Select R-3')).disabled).toBe(true)
  expect(canPress('Finish')).toBe(false)
  await tick('Select R-1')
  await tick('Select R-2')
  await fill('Name of R-1', 'X')
  await press('Finish')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('The receipts have been converted.')
  const invoice = { purchaseDate: '2020-02-02', branch: 'Hoboken' }
  const [sent, ...others] = writes(office.network.calls)
  expect(others).toEqual([])
  expect(sent?.call).toBe('POST convertrdinvoice')
  expect(sent?.body).toHaveLength(2)
  expect(sent?.body).toEqual(
    expect.arrayContaining([
      { ...invoice, receiptNumber: 'R-1', description: 'X' },
      { ...invoice, receiptNumber: 'R-2', description: 'R-2' },
    ]),
  )
  await userEvent.keyboard('{Escape}')
  await isAt('/orders')
})

it('ticks and names of invoices are there again after a look at another receipt', async (larder) => {
  await makeWarehouse(larder.pool, 2, 'Cash & Carry')
  await addInvoice(larder.pool, 'R-8')
  const office = await larder.sit('office')
  const showDays = async () => {
    await chooseDay('Start date', '02/02/2020')
    await chooseDay('End date', '02/02/2020')
    await screen.findByText('R-8')
  }
  await office.open('/receiptDifference?action=convert')
  await showDays()
  await tick('Select R-8')
  await fill('Name of R-8', 'Fish of Monday')
  await userEvent.click(screen.getByRole('link', { name: 'Receipt Viewer' }))
  await findTable('Receipts')
  await userEvent.click(screen.getByRole('link', { name: 'Receipt API' }))
  await showDays()
  expect((await findField('Select R-8')).checked).toBe(true)
  expect((await findField('Name of R-8')).value).toBe('Fish of Monday')
  const draft = `larder-draft/${office.person.id}/convert`
  expect(sessionStorage.getItem(draft)).not.toBeNull()
  await press('Finish')
  await press('Confirm', await screen.findByRole('dialog'))
  await screen.findByText('The receipts have been converted.')
  expect(writes(office.network.calls).map(({ body }) => body)).toMatchObject([
    [{ receiptNumber: 'R-8', description: 'Fish of Monday' }],
  ])
  expect(sessionStorage.getItem(draft)).toBeNull()
})

it('C359 a refused conversion shows the whole answer', async (larder) => {
  await makeWarehouse(larder.pool, 2, 'Cash & Carry')
  await addInvoice(larder.pool, 'R-7')
  const office = await larder.sit('office')
  office.network.answer(at('POST', 'convertrdinvoice'), { message: 'No.', order_ids: 'are odd' }, 400)
  await office.open('/receiptDifference?action=convert')
  await chooseDay('Start date', '02/02/2020')
  await chooseDay('End date', '02/02/2020')
  await tick('Select R-7')
  await press('Finish')
  const dialog = await screen.findByRole('dialog')
  await press('Confirm', dialog)
  const told = await within(dialog).findByRole('alert')
  for (const words of ['There was an error while converting the receipts', 'No.', 'order_ids: are odd'])
    expect(told.textContent).toContain(words)
})

it('C092 C096 C316 C365 a receipt shows its lines, or that it has none; Finish writes nothing', async (larder) => {
  const { pool } = larder
  const { receipt } = await makeBought(pool, { day: '2020-02-04', orders: 1 })
  const { rows } = await pool.query<{ id: number }>(
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
       values ('Empty', 0, 2, 'c', false, '2020-02-04') returning id`,
  )
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=viewer')
  expect(await steps('Viewing a receipt')).toHaveLength(1)
  await screen.findByRole('option', { name: new RegExp(receipt.name) })
  await userEvent.selectOptions(await findField('Receipt'), String(receipt.id))
  const table = await findTable('Receipt lines')
  await waitFor(() => expect(table.element.textContent).toContain('Rice'))
  const asked = newest(office.network.calls, ({ path }) => path === 'receiptlines')
  expect(`${asked.query}`).toBe(`no_page=1&product_info=1&receipt=${receipt.id}`)
  await choose('Pricing type', 'Contract')
  await screen.findByRole('option', { name: /Empty/ })
  await userEvent.selectOptions(await findField('Receipt'), String(rows[0]!.id))
  await screen.findByText('The selected receipt does not have information saved in the system.')
  await press('Finish')
  await press('Confirm', await findDialog('Finish?'))
  await isAt('/orders')
  expect(writes(office.network.calls)).toEqual([])
})

it('a short receipt is marked, and a receipt is deleted from the viewer, which frees its invoices', async (larder) => {
  const { pool } = larder
  const { receipt } = await makeBought(pool, { day: '2020-02-05', orders: 1 })
  await pool.query('update receipts set lines_sent = 3 where id = $1', [receipt.id])
  await pool.query(
    `insert into supplier_invoices (receipt_number, purchase_date, branch, sales, receipt_id)
       values ('R-9', '2020-02-05', 'Secaucus', 5, $1)`,
    [receipt.id],
  )
  const office = await larder.sit('office')
  await office.open('/receiptDifference?action=viewer')
  await screen.findByRole('option', { name: `02/05/2020 · ${receipt.name} · short` })
  const listed = await findTable('Receipts')
  const name = await within(listed.element).findByText(receipt.name)
  within(name.closest('tr')!).getByText('Short: 2 lines not stored')
  await userEvent.click(name)
  await screen.findByRole('table', { name: 'Receipt lines' })
  await screen.findByText('Short: 2 lines not stored')
  await press('Delete')
  await press('Delete', await findDialog(`Delete the receipt ${receipt.name}?`))
  await noDialog()
  await findTable('Receipts')
  expect((await pool.query('select from receipts where id = $1', [receipt.id])).rowCount).toBe(0)
  const { rows } = await pool.query(`select receipt_id from supplier_invoices where receipt_number = 'R-9'`)
  expect(rows).toEqual([{ receipt_id: null }])
})

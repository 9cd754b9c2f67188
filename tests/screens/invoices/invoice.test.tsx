/** The invoice's page: its computation, its prices and fees as they are typed, its credits and its history. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { makeFee, makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import {
  address,
  choose,
  fact,
  fill,
  findButton,
  findDialog,
  findField,
  isAt,
  isEnabled,
  noDialog,
  press,
  pressInMenu,
} from '../reading.ts'

/** Invoices two taxed bottles at 10.00 with a handling of 5 %, and three of bread at 3.00: 32.00 with 10 % tax. */
async function makeInvoiced(pool: pg.Pool, over: Record<string, unknown> = {}) {
  const location = await makeLocation(pool, { taxable: true, sales_tax_rate: 10 })
  const { id } = await makeOrder(pool, { ...orderAt(location), ...over })
  const add = async (name: string, taxable: boolean, price: string, units: number, final_price: string) => {
    const { upc } = await makeProduct(pool, { name })
    const line = { order_id: id, product: upc, picked: true, unit_quantity: units, price_per_unit: price }
    await makeItem(pool, { ...line, final_price, taxable })
    return upc
  }
  const oil = await add('Oil', true, '10.00', 2, '20.00')
  await add('Bread', false, '3.00', 3, '9.00')
  await makeFee(pool, {
    kind: 'surcharge',
    type: '%',
    amount: 5,
    description: 'Handling',
    product: oil,
  })
  return id
}

/** Signs the office in at the invoice of `makeInvoiced`. */
async function sitAtInvoice({ server, pool, sit }: Larder) {
  const id = await makeInvoiced(pool)
  const office = await sit('office')
  const made = await server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`)
  expect(made.status).toBe(200)
  await office.open(`/order/${id}/invoice`)
  await findButton('Download CSV')
  return { id, office }
}

it('the office sees that QuickBooks has an older total', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  await larder.server.call(office.person.username, 'POST', `orders/${id}/invoice/quickbooks`)
  await office.open(`/order/${id}/invoice`)
  await findButton('Download CSV')
  expect(screen.queryByText(/^Changed since it was exported/)).toBeNull()
  await larder.server.call(office.person.username, 'PATCH', `orders/${id}/invoice`, {
    body: { late_fee: '5.00' },
  })
  await office.open(`/order/${id}/invoice`)
  await screen.findByText(/^Changed since it was exported for QuickBooks \(32\.00 → 37\.00\)/)
})

it('each line shows its calculation on demand', async (larder) => {
  const { id } = await sitAtInvoice(larder)
  await pressInMenu('More', 'Calculation')
  const dialog = await findDialog(`How invoice ${id} was computed`)
  const said = [...dialog.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(said).toEqual([
    ['Oil', '2 pieces × $10.00', '20.00'],
    ['Handling', '5% of $20.00', '1.00'],
    ['Bread', '3 pieces × $3.00', '9.00'],
    ['Tax', '10% of $20.00', '2.00'],
    ['Grand total', 'All of these and the fees', '32.00'],
  ])
})

it('A342 B127 B128 B131 the total with typed prices and fees is the total that is charged', async (larder) => {
  const { id } = await sitAtInvoice(larder)
  await press('Edit overrides')
  // A third of 10.00: the price has six places, and the total comes back.
  await fill('Total of Bread', '10.00')
  expect((await findField('Unit price of Bread')).value).toBe('3.333333')
  await fill('Unit price of Oil', '8')
  fireEvent.blur(await findField('Unit price of Oil'))
  expect((await findField('Unit price of Oil')).value).toBe('8.00')
  // The handling follows: 5 % of 16.00.
  await waitFor(async () => expect((await findField('Total of Handling of Oil')).value).toBe('0.80'))
  await fill('Fuel surcharge', '2.50')
  await fill('Late fee', '1.00')
  // 16.00 + 0.80 + 10.00, 1.60 tax, 1.00
  expect(await fact('Subtotal')).toBe('26.80')
  expect(await fact('Tax')).toBe('1.60')
  expect(await fact('Total with overrides')).toBe('29.40')
  expect(await fact('Grand total')).toBe('31.90')
  await press('Save or discard')
  await press('Save', await findDialog('Price overrides'))
  await findButton('Edit overrides')
  const { rows } = await larder.pool.query('select grand_total from invoices where order_id = $1', [id])
  expect(rows).toEqual([{ grand_total: '31.90' }])
})

it('a price below 0, with seven places or that is no number is reported before it is sent', async (larder) => {
  const { office } = await sitAtInvoice(larder)
  await press('Edit overrides')
  for (const wrong of ['-1', '1.0000001']) {
    fireEvent.change(await findField('Unit price of Oil'), { target: { value: wrong } })
    expect((await findField('Unit price of Oil')).getAttribute('aria-invalid')).toBe('true')
    await press('Save or discard')
    const dialog = await findDialog('Price overrides')
    const save = await findButton('Save', dialog)
    expect([isEnabled(save), save.title]).toEqual([false, 'An amount is not a number such as 12.50.'])
    // A wrong amount does not keep a person from taking it back.
    for (const act of ['Discard', 'Reset all to original prices'])
      expect(isEnabled(await findButton(act, dialog))).toBe(true)
    await press('Close', dialog)
    await press('Stop editing')
    const leaving = await findDialog('Unsaved changes')
    expect(isEnabled(await findButton('Save and continue', leaving))).toBe(false)
    await press('Keep editing', leaving)
  }
  expect(office.network.calls.filter(at('POST', /itemoverride/))).toEqual([])
})

it('an order that was unlocked meanwhile is reported, and the typed values stay', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  await press('Edit overrides')
  await fill('Unit price of Oil', '8.00')
  await larder.server.call(office.person.username, 'POST', `orders/${id}/unlock`)
  await press('Save or discard')
  await press('Save', await findDialog('Price overrides'))
  const alert = await screen.findByRole('alert')
  within(alert).getByText('There was an error while saving the price overrides')
  within(alert).getByText(`There is no invoice of order ${id}.`)
  expect((await findField('Unit price of Oil')).value).toBe('8.00')
})

it('a credit of an item is a line with its reason, and the history names the person who gave it', async (larder) => {
  const { id } = await sitAtInvoice(larder)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${id}`)
  await choose('For', 'Oil, 20.00', dialog)
  await press('Credit', dialog)
  await within(dialog).findByText('Amount: must be an amount such as 12.50.')
  await fill('Amount', '30', dialog)
  await fill('Reason', 'Broken', dialog)
  await press('Credit', dialog)
  await within(dialog).findByText(/is more than is left of Oil/)
  await fill('Amount', '5', dialog)
  await press('Credit', dialog)
  await noDialog()
  await screen.findByText('Credit: Broken')
  await waitFor(async () => expect(await fact('Grand total')).toBe('26.50'))
  await pressInMenu('More', 'History')
  const history = await findDialog(`What was done to invoice ${id}`)
  await within(history).findByText('5.00 and 0.50 tax off Oil: Broken')
  expect([...history.querySelectorAll('li strong')].map(({ textContent }) => textContent)).toEqual([
    'Credited',
    'Generated',
  ])
  // Each invoice that was issued can be read and printed again.
  await userEvent.click(await within(history).findByRole('link', { name: 'Revision 1' }))
  await isAt(`/order/${id}/invoice/revision/1`)
  await screen.findByText(`Invoice #${id}, revision 1`)
  await findButton('Print')
  expect(await fact('Grand total')).toBe('32.00')
  expect(screen.queryByText('Credit: Broken')).toBeNull()
})

it('an invoice that was unlocked is read and printed again from the page of its order', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  const by = office.person.username
  expect((await larder.server.call(by, 'POST', `orders/${id}/unlock`)).status).toBe(200)
  await office.open(`/order/${id}`)
  await press('Invoice history')
  const history = await findDialog(`Earlier invoices of order ${id}`)
  await within(history).findByText('Unlocked, and the invoice deleted')
  await userEvent.click(await within(history).findByRole('link', { name: 'Revision 1' }))
  await isAt(`/order/${id}/invoice/revision/1`)
  await screen.findByText(`Invoice #${id}, revision 1`)
  await findButton('Print')
  expect(await fact('Grand total')).toBe('32.00')
})

it('a credit above both the invoice and the paid amount is given once, after two questions', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  const paid = await larder.server.call(
    office.person.username,
    'POST',
    `orders/${id}/invoice/setpaidexternally`,
    { body: { amount: '20' } },
  )
  expect(paid.status).toBe(204)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${id}`)
  await fill('Amount', '50', dialog)
  await fill('Reason', 'Broken', dialog)
  for (const asked of [
    `A credit of 50.00 is more than the 32.00 that are left of invoice ${id}. If you go on, what does not fit on the invoice waits for the location’s next invoices.`,
    `20.00 was paid of invoice ${id}, which would come to 0.00. If you go on, 20.00 waits for the location's next invoice.`,
  ]) {
    await press('Credit', dialog)
    await within(dialog).findByText(asked)
  }
  await press('Credit', dialog)
  await noDialog()
  const { rows } = await larder.pool.query(
    'select total from invoice_credits where of_order = $1 and not is_overpaid order by id',
    [id],
  )
  expect(rows).toEqual([{ total: '-32.00' }, { total: '-18.00' }])
})

it('a credit of a paid invoice says that all of it waits for the next one, and customers are not offered it', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  await larder.pool.query(`update orders set paid_status = 'p' where id = $1`, [id])
  await office.open(`/order/${id}/invoice`)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${id}`)
  within(dialog).getByText(/the whole credit waits for the next invoice of this location/)
  await fill('Amount', '4.00', dialog)
  await fill('Reason', 'Late', dialog)
  await press('Credit', dialog)
  await noDialog()
  expect(screen.queryByText('Credit: Late')).toBeNull()

  const { rows } = await larder.pool.query('select company_id from orders where id = $1', [id])
  const buyer = await larder.sit('buyer', { company_id: rows[0].company_id })
  await buyer.open(`/order/${id}/invoice`)
  await findButton('Download CSV')
  await press('More')
  await findButton('Calculation', await findDialog('More'))
  for (const name of ['Credit', 'History', 'Edit overrides', 'Regenerate'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
})

it('a credit of a line says that the discount for paying on time lowers it, and its list says by how much', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  const paid = await larder.server.call(
    office.person.username,
    'POST',
    `orders/${id}/invoice/setpaidexternally`,
    { body: { amount: '31.40', discount: '0.60' } },
  )
  expect(paid.status).toBe(204)
  await office.open(`/order/${id}/invoice`)
  await pressInMenu('More', 'Credit')
  const dialog = await findDialog(`Credit invoice ${id}`)
  expect(within(dialog).queryByText(/discount/)).toBeNull()
  await choose('For', 'Oil, 20.00', dialog)
  await within(dialog).findByText(
    'Before tax: its part of the tax is credited with it. The credit is lowered by its part of the discount for paying on time.',
  )
  await fill('Amount', '10', dialog)
  await fill('Reason', 'Broken', dialog)
  await press('Credit', dialog)
  await noDialog()
  const { rows } = await larder.pool.query('select total, tax from invoice_credits where of_order = $1', [id])
  expect(rows).toEqual([{ total: '-9.80', tax: '-1.00' }])
  await within(await screen.findByRole('region', { name: 'Credits' })).findByText(
    /0\.20 less for paying on time$/,
  )
  // What a payment on its way was promised is not known to the screen.
  await larder.pool.query(`update invoices set on_time_discount = 0 where order_id = $1`, [id])
  await larder.pool.query(`update orders set paid_status = 'i' where id = $1`, [id])
  await office.open(`/order/${id}/invoice`)
  await pressInMenu('More', 'Credit')
  const again = await findDialog(`Credit invoice ${id}`)
  within(again).getByText(/the whole credit waits/)
  await choose('For', 'Bread, 9.00', again)
  await within(again).findByText(
    'If the payment in progress has a discount for paying on time, the credit is lowered by its part of it.',
  )
})

it('Regenerate with a lost answer is not done twice, and is done again for the invoice that it made', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  const acts = async () =>
    (
      await larder.pool.query('select act from invoice_history where order_id = $1 order by id', [id])
    ).rows.map(({ act }) => act)
  office.network.lose(at('POST', /generateinvoice/))
  await press('Regenerate')
  const dialog = await findDialog(`Regenerate the invoice of order ${id}?`)
  await press('Confirm', dialog)
  await within(dialog).findByText('There was an error while generating the invoice')
  await press('Continue', dialog)
  for (const all of [
    ['generated', 'regenerated'],
    // Once the page shows the invoice that it made, the next one is another.
    ['generated', 'regenerated', 'regenerated'],
  ]) {
    await press('Regenerate')
    await press('Confirm', await findDialog(`Regenerate the invoice of order ${id}?`))
    await screen.findByText('The invoice has been generated.')
    expect(await acts()).toEqual(all)
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await noDialog()
  }
})

it('Regenerate names the credits of the location that the invoice takes, as far as it comes to so much', async (larder) => {
  const { id } = await sitAtInvoice(larder)
  await larder.pool.query(
    `insert into invoice_credits (company_location_id, of_order, reason, total, tax)
     select company_location_id, 12, 'Late', -4.00, -0.40 from orders where id = $1`,
    [id],
  )
  await press('Regenerate')
  const dialog = await findDialog(`Regenerate the invoice of order ${id}?`)
  await within(dialog).findByText(
    'It also takes the credits that wait here, the oldest first, until it comes to 0.00: 4.40 of invoice 12 (Late).',
  )
  await press('Confirm', dialog)
  await screen.findByText('The invoice has been generated.')
  await waitFor(async () => expect(await fact('Grand total')).toBe('27.60'))
})

it('Regenerate is confirmed once the credits that wait are read, or could not be read', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  const isOpen = async () =>
    isEnabled(await findButton('Confirm', await findDialog(`Regenerate the invoice of order ${id}?`)))
  const release = office.network.hold(at('GET', 'waitingcredits'))
  await press('Regenerate')
  expect(await isOpen()).toBe(false)
  release()
  await waitFor(async () => expect(await isOpen()).toBe(true))
  expect(screen.queryByText(/could not be read/)).toBeNull()
  await press('Cancel')
  office.network.answer(at('GET', 'waitingcredits'), { message: 'Not just now.' }, 500)
  await press('Regenerate')
  await screen.findByText('Whether it takes credits that wait could not be read.')
  expect(await isOpen()).toBe(true)
})

it('a credit that was given by mistake is taken back after a question, and stays visible', async (larder) => {
  const id = await makeInvoiced(larder.pool)
  const office = await larder.sit('office')
  const by = office.person.username
  await larder.server.call(by, 'POST', `orders/${id}/generateinvoice`)
  await larder.server.call(by, 'POST', `orders/${id}/invoice/credit`, {
    body: { amount: '5.00', reason: 'Broken' },
  })
  await office.open(`/order/${id}/invoice`)
  const credits = await screen.findByRole('region', { name: 'Credits' })
  within(credits).getByText('On this invoice')
  expect(await fact('Grand total')).toBe('27.00')
  await press('Take back the credit Broken', credits)
  await press('Take back', await findDialog('Take back the credit “Broken”?'))
  await noDialog()
  await within(credits).findByText('Taken back')
  await within(credits).findByText(new RegExp(`taken back by ${by}$`))
  await waitFor(async () => expect(await fact('Grand total')).toBe('32.00'))
  expect(screen.queryByText('Credit: Broken')).toBeNull()
  expect(within(credits).queryByRole('button')).toBeNull()
  await pressInMenu('More', 'History')
  await within(await findDialog(`What was done to invoice ${id}`)).findByText('Credit taken back')
})

it('the head shows an invoice’s total, due amount and date, and payments; mailing is the main button', async (larder) => {
  const { id, office } = await sitAtInvoice(larder)
  expect(await fact('Total')).toBe('$32.00')
  expect(await fact('Paid to date')).toBe('$0.00')
  expect(await fact('State')).toBe('Open')
  const due = (await screen.findByText(/^Due by \d\d\/\d\d\/\d{4}$/)).nextElementSibling
  expect(due?.textContent).toBe('$32.00')
  expect((await findButton('Share by email')).dataset['variant']).not.toBe('default')
  expect((await findButton('PDF preview')).dataset['variant']).toBe('default')

  await larder.pool.query(`update orders set paid_status = 'p' where id = $1`, [id])
  await office.open(`/order/${id}/invoice`)
  await screen.findByText('Paid')
  expect((await findButton('Share by email')).dataset['variant']).toBe('default')
})

it('J and K go through the invoices of the list that the person comes from', async (larder) => {
  const location = await makeLocation(larder.pool, { name: `Walk ${crypto.randomUUID().slice(0, 8)}` })
  const made = []
  for (let n = 0; n < 3; n++) {
    const { id } = await makeOrder(larder.pool, orderAt(location))
    await makeItem(larder.pool, { order_id: id, units_ordered: 1, unit_quantity: 1, picked: true })
    made.push(id)
  }
  const [first, open_, last] = made as [number, number, number]
  const office = await larder.sit('office')
  for (const id of [first, last])
    expect(
      (await larder.server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`)).status,
    ).toBe(200)
  await office.open(`/orders?q=${encodeURIComponent(location.name)}&sort=id`)
  await userEvent.click(await screen.findByRole('link', { name: `Edit order ${first}` }))
  await isAt(`/order/${first}`)
  await findButton('Next order (J)')
  await userEvent.keyboard('j')
  await isAt(`/order/${open_}`)
  await userEvent.keyboard('k')
  await isAt(`/order/${first}`)
  await press('View Invoice')
  await isAt(`/order/${first}/invoice`)
  await screen.findByRole('heading', { name: `Invoice ${first}` })
  expect(isEnabled(await findButton('Previous invoice (K)'))).toBe(false)
  await press('Next invoice (J)')
  await isAt(`/order/${last}/invoice`)
  // A key that is typed into a field leads nowhere.
  await pressInMenu('More', 'Credit')
  await fill('Reason', 'jk', await findDialog(`Credit invoice ${last}`))
  expect(address()).toBe(`/order/${last}/invoice`)
})

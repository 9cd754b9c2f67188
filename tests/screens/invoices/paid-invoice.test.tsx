/** What an invoice says of how it is paid: less than its total, or not online at all. */
import { within } from '@testing-library/react'
import { makeInvoice, makeLocation, makeOrder, makePayment } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { fact, findButton, findDialog, isEnabled, press } from '../reading.ts'

it('the discount for payment on time, and the paid amount, are below the grand total; on the print page too', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool, {
    ...orderAt(await makeLocation(pool)),
    invoiced: true,
    status: 'invoiced',
    paid_status: 'p',
  })
  await makeInvoice(pool, order.id, '100.00')
  await pool.query('update invoices set on_time_discount = 2 where order_id = $1', [order.id])
  const paid = { amount: '98.00', discount: '2.00', status: 'succeeded', error_message: null }
  await makePayment(pool, { order_id: order.id, ...paid })
  const office = await larder.sit('office')
  for (const address of [`/order/${order.id}/invoice`, `/order/${order.id}/invoice/print`]) {
    await office.open(address)
    expect(await fact('Grand total')).toBe('100.00')
    expect([await fact('On-time discount'), await fact('Amount paid')]).toEqual(['-2.00', '98.00'])
  }
})

it('B286 without keys the payer sees that online payment is not set up, and is asked nothing', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { payments_enabled: true })
  const { company_id } = location
  const buyer = await larder.sit('buyer', { can_see_payments_column: true, company_id })
  const order = await makeOrder(pool, {
    ...orderAt(location),
    customer_id: buyer.person.id,
    invoiced: true,
    status: 'invoiced',
    paid_status: 'r',
  })
  await makeInvoice(pool, order.id, '100.00')
  await buyer.open(`/order/${order.id}/invoice`)
  await press('Pay Now')
  const dialog = await findDialog(`Pay invoice ${order.id}`)
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^Online payment is not set up\./)
  expect(within(dialog).queryByText('How would you like to pay?')).toBeNull()
  expect(within(dialog).queryByRole('radio')).toBeNull()
  expect(isEnabled(await findButton('Continue', dialog))).toBe(false)
})

/** The stock in the product picker, for people who see numbers and for people who do not. */
import { expect, it } from '../larder.tsx'
import { findButton, findDialog, press } from '../reading.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'
import { chefAt, chooseCustomer } from './ordering.ts'

it('B057 B097 the product picker shows a customer low stock, and no number, code or "unknown"; the office reads numbers', async (larder) => {
  const { pool } = larder
  const { id, company_id } = await makeLocation(pool)
  const few = { stock_level: 7, combined_stock_level: 7, stock_level_indicator: 'low stock' }
  const oil = await makeProduct(pool, { name: 'Oil', ...few })
  const rice = await makeProduct(pool, { name: 'Rice', stock_level: null, combined_stock_level: null })
  await makeOrderList(pool, [oil.upc, rice.upc], { company_location_id: id })
  const { username } = await makeUser(pool, 'customer', { company_id })

  /** Returns what the picker says of all products, in each of its two views. */
  async function told(): Promise<string[]> {
    await press('Add a product')
    const dialog = await findDialog('Add a product')
    const views: string[] = []
    for (const view of dialog.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
      view.click()
      await findButton('Choose Oil', dialog)
      views.push(dialog.textContent)
    }
    return views
  }

  await chefAt(larder.sit, company_id, '/cart')
  const customers = await told()
  expect(customers).toHaveLength(2)
  for (const view of customers) {
    expect(view).toContain('Low stock')
    expect(view).not.toMatch(/unknown|stock 7/)
    expect(view).not.toContain(oil.upc)
  }

  const office = await larder.sit('administrator')
  await office.open('/cart')
  await chooseCustomer(username)
  const [table, cards] = await told()
  expect(table).toContain(oil.upc)
  expect(table).not.toContain('Low stock')
  expect(cards).toContain('stock 7')
  expect(cards).toContain('stock unknown')
})

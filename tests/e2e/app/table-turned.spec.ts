/** A device is turned, and what was a list of cards is a table. */
import { TODAY } from '../../factories/zone.ts'
import { DESK, expect, shared as test } from '../larder.ts'

const MANY = 120

test('a table of many rows shows at once when the device is turned', async ({ as, sharedServer }) => {
  await sharedServer.query(
    `insert into orders (company_id, company_location_id, customer_id, delivery_date, placed_date, note)
     select o.company_id, o.company_location_id, o.customer_id, '2021-02-01', ${TODAY}, ''
       from (select * from orders order by id limit 1) o, generate_series(1, ${MANY})`,
  )
  const page = await as('office', DESK)
  await page.goto('/printPicklists')
  await page.getByRole('textbox', { name: 'Delivery date' }).fill('02/01/2021')
  await page.getByRole('textbox', { name: 'Delivery date' }).press('Tab')
  const rows = page.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.setViewportSize(DESK)
  await expect(rows.first()).toBeVisible()
})

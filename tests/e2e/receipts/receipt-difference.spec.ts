/** Receipts in a browser: a journey through the comparison, and what of its screens only a browser shows. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { button, isCompare, region } from './receipts.ts'

test('C102 C262 C396 C397 C403 an order is compared with a receipt: the margin by its keys, an item in a tab of its own, the missing items', async ({
  as,
  sharedServer,
}) => {
  // An order of long ago, which no other test touches.
  const [bought] = await sharedServer.query<{ order: number; name: string; day: string; on: string }>(
    `select o.id as order, r.description as name, to_char(o.delivery_date, 'MM/DD/YYYY') as day,
            to_char(r.date, 'MM/DD/YYYY') as on
       from receipts r join orders o on o.id = substring(r.description from '\\d+$')::int
      where r.pricing_type = 's' and o.invoiced order by r.date limit 1`,
  )
  const { order, name, day, on } = bought!
  const page = await as('office', DESK)
  const priceMargin = async (act: () => Promise<unknown>) =>
    (await Promise.all([page.waitForRequest(isCompare), act()]))[0].postDataJSON() as object
  await page.goto('/receiptDifference')
  for (const end of ['Start date', 'End date']) {
    await page.getByLabel(end).fill(day)
    await page.getByLabel(end).press('Enter')
    await page.getByLabel(end).blur()
  }
  const [orders, receipts] = [region(page, 'Orders'), region(page, 'Receipts')]
  await orders.getByRole('checkbox', { name: String(order) }).check()
  await orders.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(receipts.getByRole('listitem').filter({ hasText: name })).toContainText(on)
  await receipts.getByRole('checkbox', { name }).check()
  await receipts.getByRole('button', { name: 'Add', exact: true }).click()

  const margin = page.getByRole('slider', { name: 'Price margin' })
  await expect(margin).toHaveValue('0.2')
  expect(await priceMargin(() => button(page, 'Next').click())).toMatchObject({ price_margin: 0.2 })
  expect(await priceMargin(() => margin.press('ArrowRight'))).toMatchObject({ price_margin: 0.21 })
  expect(await priceMargin(() => margin.press('End'))).toMatchObject({ price_margin: 2 })
  await margin.press('ArrowRight')
  await expect(margin).toHaveValue('2')
  expect(await priceMargin(() => margin.press('Home'))).toMatchObject({ price_margin: 0 })

  const link = region(page, 'Results')
    .getByRole('link', { name: String(order), exact: true })
    .first()
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL(`/order/${order}`)
  await opened.close()
  await expectAccessible(page, 'receipt difference', 'main')
  await button(page, 'Missing items').click()
  await expect(page.getByRole('table', { name: 'Missing items' })).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, 'missing items', 'main')
})

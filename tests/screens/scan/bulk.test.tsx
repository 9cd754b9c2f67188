/** A bulk scan: one line for the items of several orders. Its rules: src/features/scan/session/bulk-pull.test.ts. */
import { fireEvent, waitFor, within } from '@testing-library/react'
import { makeProduct } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'
import { current, expectCard, expectCurrent, expectPressed, openBulkScan, save, storedItem } from './scan.ts'

it('A241 a swap into another unit asks for each order, proposes nothing, and skips an order without a quantity', async (larder) => {
  const beef = await makeProduct(larder.pool, {
    upc: '614141000104',
    name: 'Beef by the case',
    unit_type: 'Case',
  })
  const { upc } = await makeProduct(larder.pool, {
    name: 'Beef',
    acceptable_substitutions: [beef.upc],
  })
  const line = (units_ordered: number) => ({ Beef: { product: upc, units_ordered, cases_ordered: 0 } })
  const orders: number[] = []
  for (const units of [3, 4, 5]) orders.push((await makeFilled(larder.pool, line(units))).order.id)
  const picker = await larder.sit('picker')
  await openBulkScan(picker, orders, 'Beef')
  await createKeyboard().scan(beef.upc)
  await press('Swap')
  const asked = await findDialog('Substitution quantities')
  const part = (n: number) => within(asked).getByRole('region', { name: `Order ${orders[n]}` })
  expect(within(part(1)).getByText('was 4')).toBeTruthy()
  expect(
    within(asked)
      .getAllByRole<HTMLInputElement>('spinbutton')
      .map(({ value }) => value),
  ).toEqual(Array(6).fill('0'))
  expect(isEnabled(await findButton('Confirm', asked))).toBe(false)
  fireEvent.change(within(part(0)).getByRole('spinbutton', { name: 'Cases Ordered' }), {
    target: { value: '1' },
  })
  await press('Cases: one more', part(2))
  await press('Cases: one more', part(2))
  await press('Confirm', asked)
  await noDialog()
  await expectCurrent('Beef by the case')
  await save()
  const { rows } = await larder.pool.query(
    `select order_id as order, product, units_ordered as units, cases_ordered as cases from order_items
      where order_id = any($1) and units_ordered + cases_ordered > 0 order by order_id`,
    [orders],
  )
  expect(rows).toEqual([
    { order: orders[0], product: beef.upc, units: 0, cases: 1 },
    { order: orders[1], product: upc, units: 4, cases: 0 },
    { order: orders[2], product: beef.upc, units: 0, cases: 2 },
  ])
})

it('a line with one invoiced order continues for the others, and is done when they are', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Okra' })
  const line = { Okra: { product: upc, units_ordered: 2 } }
  const [billed, open] = [
    await makeFilled(larder.pool, line, { invoiced: true }),
    await makeFilled(larder.pool, line),
  ]
  const picker = await larder.sit('picker')
  await openBulkScan(picker, [billed.order.id, open.order.id], 'Okra')
  within(current()).getByText(`Order ${billed.order.id} is invoiced and stays as it is.`)
  await press('Units: one more', current())
  const units = within(current()).getByRole<HTMLInputElement>('spinbutton', { name: /^Units/ })
  await waitFor(() => expect(units.value).toBe('1'))
  await press('Picked', current())
  await expectPressed('Picked', true)
  await expectCard('Okra', 'Done')
  await save()
  expect(await storedItem(larder.pool, open.items['Okra']!.id)).toMatchObject({
    picked: true,
    unit_quantity: 1,
  })
  expect(await storedItem(larder.pool, billed.items['Okra']!.id)).toMatchObject({
    picked: false,
    unit_quantity: 0,
  })
})

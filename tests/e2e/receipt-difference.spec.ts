/** Receipts: compared with orders, the supplier's invoices converted, a receipt's lines. */
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test } from './larder.ts'
import { answer, button, dialog, isCompare, pathOf, region, writes } from './receipts.ts'

test.describe.configure({ mode: 'default' })

test('C023 C086 C087 C088 C089 C093 C094 C096 C102 C168 C194 C195 C262 C264 C265 C312 C313 C317 C318 C396 C397 C403 orders are compared with receipts', async ({
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
  const sent = writes(page)
  const compared: unknown[] = []
  page.on('request', (one) => void (isCompare(one) && compared.push(one.postDataJSON())))
  const bodyOf = async (act: () => Promise<unknown>) =>
    (await Promise.all([page.waitForRequest(isCompare), act()]))[0].postDataJSON() as object

  const [first] = await Promise.all([
    page.waitForRequest((one) => pathOf(one) === '/api/receipts'),
    page.goto('/receiptDifference?action=zzz'),
  ])
  expect(new URL(first.url()).search).toBe('?no_page=1&pricing_type=shelf')
  const steps = page.getByRole('list', { name: 'Comparing receipts' }).getByRole('listitem')
  await expect(steps).toHaveText([/Select Orders$/, /Difference Generated$/])
  const tabs = page.getByRole('navigation', { name: 'Receipt pages' }).getByRole('link')
  await expect(tabs).toHaveText(['Receipt Difference', 'Upload Receipt', 'Receipt API', 'Receipt Viewer'])

  const orders = page.waitForRequest((one) => pathOf(one) === '/api/orders' && one.url().includes('end_date'))
  await page.getByLabel('Start date').fill(day)
  await page.getByLabel('End date').fill(day)
  await page.getByLabel('End date').press('Enter')
  await page.getByLabel('End date').blur()
  await orders
  const [chooseOrders, chooseReceipts] = [region(page, 'Orders'), region(page, 'Receipts')]
  const add = (where: typeof chooseOrders) => where.getByRole('button', { name: 'Add', exact: true })
  await expect(add(chooseOrders)).toBeDisabled()
  await chooseOrders.getByRole('checkbox', { name: String(order) }).check()
  await expect(add(chooseOrders)).toBeEnabled()
  await expect(add(chooseReceipts)).toBeDisabled()
  await add(chooseOrders).click()
  await expect(chooseReceipts.getByRole('listitem').filter({ hasText: name })).toContainText(on)
  await chooseReceipts.getByRole('checkbox', { name }).check()
  await add(chooseReceipts).click()
  await expectAccessible(page, 'receipt difference', 'main')

  const margin = page.getByRole('slider', { name: 'Price margin' })
  await expect(margin).toHaveValue('0.2')
  const begun = await bodyOf(() => button(page, 'Next').click())
  expect(begun).toEqual({
    order_ids: [order],
    receipt_ids: [expect.any(Number)],
    use_current_pricing: false,
    price_margin: 0.2,
    show_pricing_differences: false,
  })
  const results = region(page, 'Results')
  const link = results.getByRole('link', { name: String(order), exact: true }).first()
  await expect(link).toHaveAttribute('target', '_blank')
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL(`/order/${order}`)
  await opened.close()
  await expect(results.locator('a[href^="/product/"]').first()).toHaveAttribute('target', '_blank')

  await button(page, 'Back').click()
  await expect(page.locator('[aria-current=step]')).toContainText('Select Orders')
  await button(page, 'Next').click()
  await expect(page.locator('[aria-current=step]')).toContainText('Difference Generated')
  await expect(results).toBeVisible()

  const shown = page.getByLabel('Show pricing differences')
  expect(await bodyOf(() => shown.check())).toMatchObject({ show_pricing_differences: true })
  expect(await bodyOf(() => margin.press('ArrowRight'))).toMatchObject({ price_margin: 0.21 })
  expect(await bodyOf(() => margin.press('End'))).toMatchObject({ price_margin: 2 })
  await margin.press('ArrowRight')
  await expect(margin).toHaveValue('2')
  expect(await bodyOf(() => margin.press('Home'))).toMatchObject({ price_margin: 0 })
  const current = page.getByLabel('Use current pricing')
  expect(await bodyOf(() => current.check())).toMatchObject({ use_current_pricing: true })
  await bodyOf(async () => {
    await page.getByLabel('Start date').fill('01/01/2026')
    await page.getByLabel('Start date').press('Enter')
    await page.getByLabel('Start date').blur()
  })
  const contract = page.waitForRequest((one) => one.url().includes('pricing_type=contract'))
  expect(
    await bodyOf(() => page.getByLabel('Pricing type').selectOption({ label: 'Contract' })),
  ).toMatchObject({ receipt_ids: [], show_pricing_differences: false })
  await contract
  await expect(shown).not.toBeChecked()
  const removed = region(page, 'Orders').getByRole('button', { name: /^Remove/ })
  expect(await bodyOf(() => removed.click())).toMatchObject({ order_ids: [] })

  await button(page, 'Finish').click()
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/orders')
  expect(sent).toEqual([])
})

/** A group as the server answers it: one product that one order lacks. */
const group = (n: number, names: string[], over: object = {}) => ({
  difference_categories: names.map((one) => `DifferenceCategory.${one}`),
  differences: [
    {
      product: {
        upc: `06${n}`,
        item_code: `IC${n}`,
        name: `Item ${n}`,
        combined_stock_level: 40 + n,
        bin: `A${n}`,
      },
      order_item: {
        unit_quantity: 3,
        case_quantity: 0,
        total: '7.50',
        referenced_orders: [11],
        base_unit_quantity: 3,
        units_ordered: 8,
        unit_quantity_to_ordered_difference: -5,
        base_case_quantity: 1,
        cases_ordered: 2,
        case_quantity_to_ordered_difference: -1,
        ignore_missing_items: false,
        referenced_order_items: [`item-${n}-a`, `item-${n}-b`],
        ...over,
      },
      receipt_item: { unit_quantity: 9, case_quantity: 0, total: '6.30' },
    },
  ],
})

test('C016 C097 C098 C099 C100 C101 C102 C103 C171 C173 C174 C196 C197 C198 C199 C201 C202 C203 C336 C356 C366 C376 C377 results are looked through, and what is missing is ignored', async ({
  as,
  complaints,
}) => {
  const page = await as('office', DESK)
  const sent = writes(page)
  const ids = ['0198c0de-0000-7000-8000-00000000000', '0198c0de-0000-7000-8000-00000000001']
  const items = (n: number) => ({ referenced_order_items: ids.map((id) => `${id}${n}`) })
  let chosen: number[] = []
  let groups = [
    group(1, ['FOO'], items(1)),
    group(2, ['PRICE'], items(2)),
    group(3, [], { referenced_order_items: [] }),
  ]
  await page.route('**/api/receiptdifferenceresult', (route) => {
    chosen = (route.request().postDataJSON() as { order_ids: number[] }).order_ids
    for (const [at, { differences }] of groups.entries())
      differences[0]!.order_item.referenced_orders = [chosen[at === 1 ? 1 : 0]!]
    return route.fulfill({ json: { difference_groups: groups } })
  })
  await page.goto('/missingItems')
  await expect(page.getByText('There are no difference results or they are all hidden.')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/receiptDifference')
  const orders = region(page, 'Orders')
  await orders.getByRole('checkbox').first().check()
  await orders.getByRole('checkbox').nth(1).check()
  await orders.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Use current pricing').check()
  await button(page, 'Next').click()

  const results = region(page, 'Results')
  const listed = results.getByRole('link', { name: /^Item/ })
  await expect(listed).toHaveText(['Item 1', 'Item 2', 'Item 3'])
  await expect(results.getByRole('row').nth(1)).toContainText(
    /IC1.*41 in stock.*FOO.*3\s*9\s*0\s*0\s*7\.50\s*6\.30\s*3\s*8\s*-5\s*1\s*2\s*-1/,
  )
  await button(page, 'Hide Item 1').click()
  await button(page, 'Hide Item 2').click()
  await expect(listed).toHaveText(['Item 3'])
  await expect(results).toContainText('Hidden rows: 2')
  await button(page, 'Show hidden').click()
  await expect(listed).toHaveCount(3)
  await button(page, 'Show Item 1').click()
  await button(page, 'Show hidden').click()
  await expect(listed).toHaveText(['Item 1', 'Item 3'])
  await expect(results).toContainText('Hidden rows: 1')
  await button(page, 'Show hidden').click()
  await button(page, 'Hide errors').click()
  await expect(listed).toHaveText(['Item 3'])
  await button(page, 'Hide non-errors').click()
  await expect(page.getByText('There are no difference results or they are all hidden.')).toBeVisible()
  await button(page, 'Hide errors').click()
  await expect(listed).toHaveText(['Item 1', 'Item 2'])
  await button(page, 'Hide non-errors').click()
  const columns = results.getByRole('columnheader')
  const all = await columns.count()
  await button(page, 'Condensed view').click()
  await expect(columns).toHaveCount(all - 6)
  await button(page, 'Print view').click()
  await expect(results.getByRole('searchbox')).toBeHidden()
  await button(page, 'Print view').click()
  await expect(results.getByRole('searchbox')).toBeVisible()
  await button(page, 'Condensed view').click()
  await expect(columns).toHaveCount(all)
  await button(page, 'FOO').click()
  await expect(listed).toHaveText(['Item 1'])

  await button(page, 'Missing items').click()
  await expect(page).toHaveURL('/missingItems')
  await expect(button(page, 'FOO')).toHaveAttribute('aria-pressed', 'true')
  const missing = page.getByRole('table', { name: 'Missing items' })
  await expect(missing.getByRole('row')).toHaveCount(2)
  await button(page, 'FOO').click()
  await expect(missing.getByRole('row')).toHaveCount(4)
  // Item 2 alone is of the second order.
  const second = page.getByRole('group', { name: 'Orders' }).getByRole('button').nth(1)
  await second.click()
  await expect(missing.getByRole('link', { name: /^Item/ })).toHaveText(['Item 2'])
  for (const [label, path] of [
    ['Item 2', '/product/062'],
    [String(chosen[1]), `/order/${chosen[1]}`],
  ] as const) {
    const link = missing.getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', path)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  await second.click()
  await expect(missing.getByRole('row')).toHaveCount(4)
  await expect(missing.getByRole('columnheader')).toHaveText([
    'Ignore Qty Diff',
    'Inventory Item',
    'Units Picked',
    'Units Ordered',
    'Unit Difference',
    'Cases Picked',
    'Cases Ordered',
    'Case Difference',
  ])
  await expectAccessible(page, 'missing items', 'main')
  const save = button(page, 'Save')
  const saveNow = async () => {
    await save.click()
    await button(page, 'Confirm').click()
  }
  await expect(save).toBeDisabled()
  await page.getByLabel('Ignore Item 3').check()
  await saveNow()
  const said = dialog(page).getByRole('alert')
  await expect(said).toContainText('No referenced order items found')
  await button(page, 'Continue').click()
  expect(sent).toEqual([])
  await page.getByLabel('Ignore Item 3').uncheck()

  await page.getByLabel('Ignore Item 1').check()
  await page.route(`**/api/orderitems/${ids[0]}1`, answer(200, {}))
  await page.route(`**/api/orderitems/${ids[1]}1`, answer(423, { message: 'locked' }))
  void complaints.expect(/There was an error processing order item: .* ApiError: The server answered 423\./)
  await saveNow()
  await expect(said).toContainText('There was an error while saving the differences')
  await expect(said).toContainText(`There was an error processing order item: ${ids[1]}1`)
  await button(page, 'Continue').click()
  await page.unroute(`**/api/orderitems/${ids[1]}1`)
  await page.route(`**/api/orderitems/${ids[1]}1`, answer(200, {}))
  sent.length = 0
  await saveNow()
  await expect(page.getByText('The differences are ignored.')).toBeVisible()
  await expect
    .poll(() => sent)
    .toEqual(
      ids.map((id) => ({ call: `PATCH /api/orderitems/${id}1`, body: { ignore_missing_items: true } })),
    )
  groups = [group(1, ['FOO'], { ...items(1), ignore_missing_items: true }), ...groups.slice(1)]
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(missing.getByRole('row')).toHaveCount(3)
  await expect(save).toBeDisabled()

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.locator('[aria-current=step]')).toContainText('Difference Generated')
  await expect(page.getByLabel('Use current pricing')).toBeChecked()
  await expect(region(page, 'Orders').getByRole('button', { name: /^Remove/ })).toHaveCount(2)

  await page.unroute('**/api/receiptdifferenceresult')
  await page.route('**/api/receiptdifferenceresult', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad <b>gateway</b></h1>' }),
  )
  await page.getByLabel('Use current pricing').uncheck()
  await expect(said).toContainText('There was an error while calculating the receipt information')
  await expect(said).toContainText('Bad gateway')
  await button(page, 'Continue').click()
  await page.unroute('**/api/receiptdifferenceresult')
  await page.route('**/api/receiptdifferenceresult', answer(500, { message: 'no such margin' }))
  await page.getByLabel('Use current pricing').check()
  await expect(said.locator('p')).toHaveText('{"message":"no such margin"}')
  await button(page, 'Continue').click()
})

test('C092 C170 C192 C315 C316 C322 C323 C365 C367 the supplier’s invoices are converted, and a receipt’s lines are shown', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const sent = writes(page)
  const add = (number: string, converted: boolean) =>
    sharedServer.query(
      `with made as (insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date)
                     select 'Done before', 0, 2, 'c', false, '2020-02-01' where $2 returning id)
       insert into supplier_invoices (receipt_number, purchase_date, branch, sales, receipt_id)
         values ($1, '2020-02-02', 'Hoboken', 12.5, (select id from made))`,
      [number, converted],
    )
  await page.goto('/receiptDifference?action=convert')
  await expect(page.getByRole('list', { name: 'Converting receipts' }).getByRole('listitem')).toHaveText(
    /Receipt API$/,
  )
  const day = async (on: string) => {
    const asked = page.waitForRequest(
      (one) => pathOf(one) === '/api/rdinvoicesummaries' && one.url().includes(`start_date=${on}`),
    )
    const [year, month, date] = on.split('-')
    await page.getByLabel('Start date').fill(`${month}/${date}/${year}`)
    await page.getByLabel('Start date').press('Enter')
    await page.getByLabel('Start date').blur()
    const search = new URL((await asked).url()).search
    expect(search).toMatch(new RegExp(`^\\?no_page=1&start_date=${on}&end_date=\\d{4}-\\d\\d-\\d\\d$`))
  }
  await day('2020-02-03')
  await page.getByLabel('End date').fill('02/03/2020')
  await page.getByLabel('End date').press('Enter')
  await page.getByLabel('End date').blur()
  await expect(page.getByText('There are no receipts to convert yet.')).toBeVisible()
  await Promise.all([add('R-1', false), add('R-2', false), add('R-3', true)])
  await day('2020-02-02')
  const row = page.getByRole('row').filter({ hasText: 'R-1' })
  await expect(row).toContainText(/R-1\s*12\.50\s*02\/02\/2020\s*Hoboken\s*Not converted/)
  await expect(page.getByLabel('Select R-3')).toBeDisabled()
  await expect(button(page, 'Finish')).toBeDisabled()
  await page.getByLabel('Select R-1').check()
  await page.getByLabel('Select R-2').check()
  await page.getByLabel('Name of R-1').fill('X')
  await expectAccessible(page, 'receipt conversion', 'main')
  await button(page, 'Finish').click()
  await button(page, 'Confirm').click()
  await expect(page.getByText('The receipts have been converted.')).toBeVisible()
  const invoice = { purchaseDate: '2020-02-02', branch: 'Hoboken' }
  await expect
    .poll(() => sent)
    .toEqual([
      {
        call: 'POST /api/convertrdinvoice',
        body: [
          { ...invoice, receiptNumber: 'R-1', description: 'X' },
          { ...invoice, receiptNumber: 'R-2', description: 'R-2' },
        ],
      },
    ])
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL('/orders')

  const [{ id } = { id: 0 }] = await sharedServer.query<{ id: number }>(
    `select id from receipts where description = 'X' and date = '2020-02-02'`,
  )
  const [shelf] = await sharedServer.query<{ id: number; name: string }>(
    `select r.id, l.product_name as name from receipts r join receipt_lines l on l.receipt_id = r.id and l.line = 1
      where r.pricing_type = 's' and r.description like 'Cash & Carry%' order by r.id limit 1`,
  )
  await page.goto('/receiptDifference?action=viewer')
  await expect(page.getByRole('list', { name: 'Viewing a receipt' }).getByRole('listitem')).toHaveCount(1)
  const choice = page.getByLabel('Receipt', { exact: true })
  const [lines] = await Promise.all([
    page.waitForRequest((one) => pathOf(one) === '/api/receiptlines'),
    choice.selectOption(String(shelf!.id)),
  ])
  expect(new URL(lines.url()).search).toBe(`?no_page=1&product_info=1&receipt=${shelf!.id}`)
  await expect(page.getByRole('table', { name: 'Receipt lines' })).toContainText(shelf!.name)
  await page.getByLabel('Pricing type').selectOption({ label: 'Contract' })
  await choice.selectOption(String(id))
  await expect(
    page.getByText('The selected receipt does not have information saved in the system.'),
  ).toBeVisible()
  sent.length = 0
  await button(page, 'Finish').click()
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/orders')
  expect(sent).toEqual([])
})

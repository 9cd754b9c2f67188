/** The print of an order: what was picked of it, to read and to print. */
import { TODAY } from '../../factories/zone.ts'
import type { Page } from '@playwright/test'
import { DESK, expect, shared as test, type Server } from '../larder.ts'
import { takeOrder } from '../office.ts'

test.describe.configure({ mode: 'default' })

const LABELS = ['Bin Location', 'Item Code', 'Name', 'Unit', 'Case', 'Pricing', 'Combined Stock']
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** An order that was delivered so many days ago, with a weighed item and another one. */
const deliveredAgo = (
  days: string,
) => `select o.id, o.status, u.username, to_char(o.placed_date, 'MM/DD/YYYY') as placed,
    to_char(o.delivery_date, 'MM/DD/YYYY') as delivery
  from orders o join users u on u.id = o.customer_id
 where ${TODAY} - o.delivery_date ${days}
   and exists (select 1 from order_items i join products p on p.upc = i.product
                where i.order_id = o.id and i.unit_quantity + i.case_quantity > 0 and p.weight_type = 'r/w')
   and exists (select 1 from order_items i join products p on p.upc = i.product
                where i.order_id = o.id and i.unit_quantity + i.case_quantity > 0 and p.weight_type <> 'r/w')
 order by o.items_count limit 1`

const DELIVERED = deliveredAgo('= 1')

interface Delivered {
  id: number
  username: string
  placed: string
  delivery: string
}

/** Seven columns, and a row with all of them filled for each item of which something was picked. */
async function expectPrint(page: Page, server: Server, delivered: string): Promise<void> {
  const [order] = await server.query<Delivered>(delivered)
  const picked = await server.query<Record<string, string | number>>(
    `select p.name, p.item_code, i.unit_quantity, i.case_quantity, i.price_per_unit, i.price_per_case,
            p.weight_type, p.upc
       from order_items i join products p on p.upc = i.product
      where i.order_id = $1 and i.unit_quantity + i.case_quantity > 0`,
    [order!.id],
  )
  await page.goto(`/order/${order!.id}/print`)
  await expect(page.getByRole('columnheader')).toHaveText(LABELS)
  await expect(page.locator('tbody tr')).toHaveCount(picked.length)
  await expect(page.locator('article').locator('input, select, textarea')).toHaveCount(0)
  await expect(button(page, 'Save')).toHaveCount(0)
  const rows = await page.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => ({
      cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent),
      bold: Number(getComputedStyle(row.querySelector('td')!).fontWeight) >= 600,
    })),
  )
  const plain = (text: string | null | undefined) => String(text).replaceAll(',', '')
  for (const item of picked) {
    const row = rows.find(({ cells }) => cells[2] === item['name'])
    expect.soft(row?.cells[1], String(item['name'])).toBe(item['item_code'])
    expect
      .soft(row?.cells.slice(3, 5))
      .toEqual([String(item['unit_quantity']), String(item['case_quantity'])])
    expect.soft(plain(row?.cells[5])).toBe(`${item['price_per_unit']} / ${item['price_per_case']}`)
    expect.soft(row?.cells[6]).toMatch(/^\d+$/)
    expect.soft(row?.bold, String(item['name'])).toBe(item['weight_type'] === 'r/w')
  }
}

test('B007 B008 B009 B010 B016 B018 the print has seven columns and the picked quantities, weights in bold', async ({
  as,
  sharedServer,
}) => {
  await expectPrint(await as('office', DESK), sharedServer, DELIVERED)
})

test('B083 the print shows all fields for the items of an order that the device does not keep', async ({
  as,
  sharedServer,
}) => {
  await expectPrint(await as('office', DESK), sharedServer, deliveredAgo('> 8'))
})

test('B011 B012 B014 the header shows the customer, the status and the days of the order, and can be hidden', async ({
  as,
  sharedServer,
}) => {
  const [order] = await sharedServer.query<Delivered>(DELIVERED)
  const page = await as('office', DESK)
  await page.goto(`/order/${order!.id}/print`)
  const head = page.locator('article dl')
  await expect(head.locator('dd')).toHaveText([order!.username, 'Invoiced', order!.placed, order!.delivery])
  await button(page, 'Hide Details').click()
  await expect(head).toHaveCount(0)
  await button(page, 'Show Details').click()
  await expect(head).toBeVisible()
})

test('B013 an order without a customer is Anonymous', async ({ as, sharedServer }) => {
  const [old] = await sharedServer.query<{ id: number }>(
    `select id from orders where delivery_date < ${TODAY} - 8 limit 1`,
  )
  const page = await as('office', DESK)
  await page.route(`**/api/orders/${old!.id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), customer: '' } })
  })
  await page.goto(`/order/${old!.id}/print`)
  await expect(page.locator('article dd').first()).toHaveText('Anonymous')
})

test('B015 B016 B017 an order without picked items says so, and Back returns to the page before', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await page.goto(`/order/${order}/print?from=order`)
  await expect(page.getByText('There are no picked items yet', { exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await button(page, 'Back').click()
  await expect(page).toHaveURL(`/order/${order}`)
  await page.goto(`/order/${order}/print`)
  await button(page, 'Back').click()
  await expect(page).toHaveURL('/orders')
})

/** Helpers for tests of ordering: a customer of their own, their list and their cart. */
import type { Locator, Page } from '@playwright/test'
import type { OrderListPrice } from '#contract/order-lists/schema.ts'
import { callApi, expect, type Server } from '../larder.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const more = (of: Page | Locator) => of.getByRole('button', { name: /^More / })
export const lines = (page: Page, of: 'cart' | 'staged order') =>
  page.getByRole('list', { name: `Products in the ${of}` }).getByRole('listitem')
const customers = (page: Page) => page.getByRole('combobox', { name: 'Customer' })

export async function choose(page: Page, name: string): Promise<void> {
  await customers(page).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name} · `) }).click()
}

interface Offered {
  upc: string
  name: string
  unit_type: string
  price: string
}
/** Returns the products of the first list of a customer's first location, in its layout, at the customer's prices. */
export async function offeredTo(server: Server, username: string): Promise<Offered[]> {
  const offered = await server.query<Offered & { list: number }>(
    `select p.upc, p.name, p.unit_type, r.order_list_id as list
       from order_list_rows r join products p on p.upc = r.product
      where p.active and r.order_list_id = (
        select l.id from order_lists l
          join users u on u.username = $1
          join company_locations c on c.id = l.company_location_id and c.company_id = u.company_id
         where not l.is_public and (u.location_ids is null or c.id = any(u.location_ids))
         order by c.id, l.id limit 1)
      order by r.position`,
    [username],
  )
  const { body } = await callApi(
    server,
    username,
    'GET',
    `orderlistprices?no_page=1&order_list=${offered[0]!.list}`,
  )
  const prices = new Map((body as OrderListPrice[]).map((price) => [price.upc, price]))
  return offered.map((one) => {
    const { display_case_price, display_unit_price } = prices.get(one.upc)!
    return { ...one, price: one.unit_type === 'Case' ? display_case_price : display_unit_price }
  })
}
/** A customer whom no other test orders for: with a case and a unit product on the list, and no staged order. */
interface Customer {
  username: string
  company: number
  location: number
}
export async function takeCustomer(server: Server): Promise<Customer> {
  const mine = taken.get(server) ?? []
  const [customer] = await server.query<Customer>(
    `select u.username, u.company_id as company, l.id as location
       from users u join company_locations l on l.company_id = u.company_id and l.active
      where u.role_id = 32 and u.is_active and u.username <> 'chef' and u.username <> all($1)
        and not exists (select from shared_cart_items s where s.company_location_id = l.id)
        and (select count(*) from company_locations other where other.company_id = u.company_id) = 1
      order by u.id limit 1`,
    [mine],
  )
  taken.set(server, [...mine, customer!.username])
  return customer!
}
const taken = new Map<Server, string[]>()

/** Confirms each change of an item with low stock, for tests that are not about that question. */
function meanIt(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Item with low stock' })
  return page.addLocatorHandler(asked, () => asked.getByRole('button', { name: 'Change it' }).click())
}
/** Puts these products of the shown list into the empty cart, and waits until they are in it. */
export async function fill(page: Page, which: number[]): Promise<void> {
  await meanIt(page)
  for (const [at, n] of which.entries()) {
    await more(page.getByRole('listitem').nth(n)).first().click()
    await expect(page.getByTestId('cart-badge')).toHaveText(String(at + 1))
  }
}
export const lastOrder = async (server: Server, username: string) =>
  (
    await server.query<{
      id: number
      items: number
      total: string
      delivery: string
      placed: string
      note: string
    }>(
      `select o.id, o.items_count as items, o.total::text, o.delivery_date::text as delivery,
              o.placed_date::text as placed, o.note
         from orders o join users u on u.id = o.customer_id where u.username = $1 order by o.id desc limit 1`,
      [username],
    )
  )[0]

/** What tests of the pick list share: lines of an order, and the parts of the screen by name. */
import type { Locator, Page } from '@playwright/test'
import { expect, type Server } from '../larder.ts'

export interface PickLine {
  id: string
  order: number
  product: string
  name: string
  sold: 'Unit' | 'Case' | 'Unit / Case'
  weight: '' | 'r/w' | 'fix'
  warehouse: number
  bin: string
  units: number
  cases: number
  lot_tracked: boolean
  substitute: string | null
}

/** The lines of some orders, by order and bin. What is out of stock is not among them. */
export const linesOf = (server: Server, orders: readonly number[]) =>
  server.query<PickLine>(
    `select i.id, i.order_id as order, i.product, p.name, p.unit_type as sold, p.weight_type as weight,
            p.warehouse_id as warehouse, coalesce(i.bin_override, p.bin) as bin, i.units_ordered as units,
            i.cases_ordered as cases, i.lot_tracked, p.acceptable_substitutions[1] as substitute
       from order_items i join products p on p.upc = i.product
      where i.order_id = any($1) and not i.out_of_stock order by i.order_id, bin, p.name`,
    [orders],
  )

/** The first line for which this holds. */
export function lineWhere(lines: readonly PickLine[], fits: (line: PickLine) => boolean): PickLine {
  const line = lines.find(fits)
  if (!line) throw new Error(`No line is left for: ${fits.toString()}`)
  return line
}

export interface Handed {
  orders: readonly number[]
  bulk?: boolean
  filter?: number | null
  sorting?: 'bin' | 'order'
  start?: string
  end?: string
}

/** Opens the pick list as the generator (or, `from` the order, the order) hands it over. */
export async function openPickList(page: Page, handed: Handed, from = 'picklist'): Promise<void> {
  await page.goto(`/orders/picklist/details?from=${from}`)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.evaluate((state) => {
    history.replaceState({ ...history.state, ...state }, '')
  }, handed)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const rows = (page: Page) => page.locator('tr[data-row]')
export const field = (row: Locator, name: string) => row.locator(`input[data-field="${name}"]`)
export const check = (row: Locator, name: string) =>
  row.getByRole('checkbox', { name: new RegExp(`^${name}, `) })

/** Narrows the list to one line and gives its row. */
export async function rowOf(page: Page, line: Pick<PickLine, 'product' | 'order'>): Promise<Locator> {
  await page.getByLabel('Filter', { exact: true }).fill(`${line.order} ${line.product}`)
  await expect(rows(page)).toHaveCount(1)
  return rows(page).first()
}

/** The line as the database has it, once the device has sent it. */
export const storedItem = async (server: Server, { id }: Pick<PickLine, 'id'>) =>
  (
    await server.query<Record<string, unknown>>(
      `select product, original_product, picked, out_of_stock, units_ordered, unit_quantity, cases_ordered,
              case_quantity, bin_override, taxable, coupon_amount, coupon_note
         from order_items where id = $1`,
      [id],
    )
  )[0]

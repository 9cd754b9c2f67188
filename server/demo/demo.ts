/**
 * The demo distributor, Harbor & Vine Provisions of Jersey City: a business to look at and to test with. It is the same
 * each time that it is made, except for the day: every date counts from today.
 *
 * A later table gets a file here that makes its rows, and a line in `fill`.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { hashPassword } from '../platform/auth/passwords.ts'
import { transaction } from '../platform/context.ts'
import { queryOnlyRow, queryRow, queryRows, ValueRow } from '../platform/rows.ts'
import { COMPANIES, LOCATIONS } from './companies.ts'
import { dayIn } from '#contract/day.ts'
import { daysBetween, ZONE } from './days.ts'
import { FEES } from './fees.ts'
import { insertItems, insertRows } from './insert.ts'
import { postDemo, rollLedger } from './ledger.ts'
import { LOT_PREFIX } from './lots.ts'
import { ORDER_LIST_ROWS, ORDER_LISTS } from './order-lists.ts'
import { makeOrders } from './orders.ts'
import { BARCODE_ALTERNATES, ITEM_CODES, PRODUCTS } from './products.ts'
import { makeReceipts } from './receipts.ts'
import { EDIT_OF_DEMO, INVOICE_OF_DEMO, madeByDemo, recordDemoRows } from './rows.ts'
import { STAGED_ITEMS } from './staged.ts'
import { DEMO_PASSWORD, USERS } from './users.ts'
import { WAREHOUSE_MAPS, WAREHOUSES } from './warehouses.ts'

export { DEMO_PASSWORD, DEMO_SIGN_INS } from './users.ts'

/** The distributor's day: given, or the present day in its zone. */
export interface DemoDay {
  /** `YYYY-MM-DD` */
  today?: string
  /** IANA name; Jersey City's unless given. */
  timeZone?: string
}

const dayOf = ({ today, timeZone = ZONE }: DemoDay) => today ?? dayIn(timeZone, new Date())

/**
 * Empties every table and fills it with the demo distributor, in one transaction. Other users see the business before
 * or the one after. The epoch is a new one, so devices that have synced pull everything again.
 *
 * @param options.passwordHash of everybody's password, for a caller that has hashed it already
 */
export async function makeDemo(
  pool: pg.Pool,
  options: DemoDay & { passwordHash?: string } = {},
): Promise<void> {
  const today = dayOf(options)
  const passwordHash = options.passwordHash ?? (await hashPassword(DEMO_PASSWORD))
  await transaction(pool, async (client) => {
    await empty(client)
    await fill(client, today, passwordHash)
    await renumber(client)
    await recordDemoRows(client)
    await insertRows(client, 'facts', [
      { key: 'epoch', value: randomUUID() },
      { key: 'demo', value: today },
    ])
  })
}

/** The names of tables, with commas between. */
const TableList = z.object({ tables: z.string() })

/**
 * Empties every table of the product, including those of later releases. The record of migrations has a schema of its
 * own. Settings are rows that migrations made: they stay, with their initial values. Security events stay as they are,
 * because that table only grows.
 */
async function empty(client: pg.ClientBase): Promise<void> {
  const { tables } = await queryOnlyRow(
    client,
    TableList,
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
       from pg_tables where schemaname = 'public' and tablename not in ('settings', 'security_events')`,
  )
  await client.query(`truncate ${tables} restart identity cascade`)
  await client.query(`update settings set value = null`)
}

async function fill(client: pg.ClientBase, today: string, password_hash: string): Promise<void> {
  const rowsOf = <T>(nouns: readonly { row: T }[]) => nouns.map(({ row }) => row)
  const { orders, items, subitems, invoices, credits, history, payments, picks } = makeOrders(today)
  const bought = makeReceipts(today, orders, items)
  const tables: [string, readonly object[]][] = [
    ['companies', rowsOf(COMPANIES)],
    ['company_locations', rowsOf(LOCATIONS)],
    ['users', USERS.map((user) => ({ ...user, password_hash }))],
    ['warehouses', WAREHOUSES],
    ['warehouse_maps', WAREHOUSE_MAPS],
    ['item_codes', ITEM_CODES],
    ['products', rowsOf(PRODUCTS)],
    ['barcode_alternates', BARCODE_ALTERNATES],
    ['fee_templates', FEES],
    ['order_lists', rowsOf(ORDER_LISTS)],
    ['order_list_rows', ORDER_LIST_ROWS],
    ['shared_cart_items', STAGED_ITEMS],
    ['orders', orders],
  ]
  const below: typeof tables = [
    ['order_subitems', subitems],
    ['invoices', invoices],
    ['invoice_credits', credits],
    ['invoice_history', history],
    ['payments', payments],
    ['mutations', picks],
    ['receipts', bought.receipts],
    ['receipt_lines', bought.lines],
    ['supplier_invoices', bought.invoices],
    ['supplier_invoice_lines', bought.invoiceLines],
  ]
  for (const [table, rows] of tables) await insertRows(client, table, rows)
  await insertItems(client, items)
  await postDemo(client, async () => {
    for (const [table, rows] of below) await insertRows(client, table, rows)
  })
}

const NumberedTable = z.object({ table: z.string() })

/** Sets the next ids: the rows came with theirs, and the next row that a person adds gets the next number. */
async function renumber(client: pg.ClientBase): Promise<void> {
  const tables = await queryRows(
    client,
    NumberedTable,
    `select format('%I', table_name) as table from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'`,
  )
  for (const { table } of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 0) + 1, false) from ${table}`,
    )
  }
}

/**
 * Moves the days of demo data that was made on an earlier day, so that there is always a today: orders, invoices,
 * payments, today's picks, and the expiry on the labels of the demo's own lots. Only rows that the demo made move; rows
 * that people have added keep their days. Does nothing where there is no demo data, or the day is not later.
 */
export async function rollDemoForward(pool: pg.Pool, day: string | DemoDay = {}): Promise<void> {
  const today = dayOf(typeof day === 'string' ? { today: day } : day)
  await transaction(pool, async (client) => {
    const fact = await queryRow(client, ValueRow, `select value from facts where key = 'demo' for update`)
    const made = fact?.value
    if (!made || made >= today) return
    const days = daysBetween(made, today)
    // by the day and not by 24 hours: an order of nine o'clock stays one of nine o'clock when summer time ends
    const later = (column: string) =>
      `((${column} at time zone '${ZONE}') + ${days} * interval '1 day') at time zone '${ZONE}'`
    await client.query(`
      update orders set delivery_date = delivery_date + ${days}::int, placed_date = placed_date + ${days}::int,
                        created_date = ${later('created_date')}, placed_at = ${later('placed_at')}
       where ${madeByDemo('orders', 'orders.id')}`)
    await client.query(`update invoices set created_at = ${later('created_at')} where ${INVOICE_OF_DEMO}`)
    await client.query(`
      update invoice_credits set created_at = ${later('created_at')}
       where ${madeByDemo('invoice_credits', 'invoice_credits.id')}`)
    await client.query(`
      update invoice_history set at = ${later('at')} where ${madeByDemo('invoice_history', 'invoice_history.id')}`)
    await client.query(`
      update payments set created_at = ${later('created_at')}, modified_at = ${later('modified_at')}
       where ${madeByDemo('payments', 'payments.id')}`)
    await client.query(`
      update mutations set at = ${later('at')}, made_at = ${later('made_at')} where ${EDIT_OF_DEMO}`)
    await client.query(`
      update receipts set date = date + ${days}::int, created_at = ${later('created_at')}
       where ${madeByDemo('receipts', 'receipts.id')}`)
    await client.query(`
      update supplier_invoices set purchase_date = purchase_date + ${days}::int, synced_at = ${later('synced_at')}
       where ${madeByDemo('supplier_invoices', 'supplier_invoices.id')}`)
    // ']C101', 14 digits, '17' and then the day, as labelOf writes it
    await client.query(`
      update order_subitems
         set raw_scan = overlay(raw_scan placing
               to_char(to_date(substr(raw_scan, 22, 6), 'YYMMDD') + ${days}::int, 'YYMMDD') from 22 for 6)
       where lot_code like '${LOT_PREFIX}%' and raw_scan ~ '^]C101\\d{14}17\\d{6}'
         and ${madeByDemo('orders', 'order_subitems.order_id')}`)
    await rollLedger(client, later)
    await client.query(`update facts set value = $1 where key = 'demo'`, [today])
  })
}

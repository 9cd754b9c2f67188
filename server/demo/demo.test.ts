import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasValidCheckDigit } from '#contract/barcode/check-digit.ts'
import { parseScan } from '#contract/barcode/parse.ts'
import { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import { estimatedPrice, finalPrice } from '#contract/pricing.ts'
import { testDatabase, type TestDatabase } from '../../tests/setup/database.ts'
import { addDays } from '#contract/day.ts'
import { checkout } from '../env.ts'
import type { Context } from '../platform/context.ts'
import { differences } from '../receipts/difference.ts'
import { isDemo } from '../platform/demo-mark.ts'
import { DEMO_SIGN_INS, makeDemo, rollDemoForward } from './demo.ts'
import { DEMO_LOTS } from './lots.ts'
import { addedToDemo } from './rows.ts'

const TODAY = '2026-03-06'
const made = { today: TODAY, passwordHash: 'not a hash' }

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await makeDemo(test.pool, made)
})
afterAll(() => test.drop())

async function rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await test.pool.query<T>(text, values)).rows
}
async function number(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await rows<{ n: number }>(`select (${text})::int as n`, values)
  return row?.n ?? Number.NaN
}

describe('the catalogue', () => {
  it('has 420 products as the demo distributor describes them', async () => {
    const [counts] = await rows(`
      select count(*) as all, count(*) filter (where unit_type = 'Case') as by_case,
             count(*) filter (where unit_type = 'Unit') as by_unit,
             count(*) filter (where unit_type = 'Unit / Case') as by_both,
             count(*) filter (where weight_type = 'r/w') as weighed,
             count(*) filter (where weight_type = 'fix') as nominal,
             count(*) filter (where not active) as inactive, count(*) filter (where out_of_stock) as gone,
             count(*) filter (where stock_level_indicator = 'low stock') as low,
             count(*) filter (where acceptable_substitutions <> '{}') as replaceable
        from products`)
    expect(counts).toEqual({
      all: 420,
      by_case: 142,
      by_unit: 110,
      by_both: 168,
      weighed: 109,
      nominal: 25,
      inactive: 12,
      gone: 9,
      low: 18,
      replaceable: 30,
    })
  })

  it('has numbers with right check digits, and one number for one product', async () => {
    const codes = await rows<{ code: string; weighed: boolean }>(`
      select upc as code, weight_type = 'r/w' as weighed from products
      union all select barcode, null from barcode_alternates`)
    expect(codes.filter(({ code }) => !hasValidCheckDigit(code))).toEqual([])
    expect(codes.filter(({ code, weighed }) => weighed && !/^90614141\d{6}$/.test(code))).toEqual([])
    const gtins = codes.map(({ code }) => code.padStart(14, '0'))
    expect(new Set(gtins).size).toBe(460)
  })

  it('has labels of a scale that the barcode reader finds by their alternate', async () => {
    const [{ barcode } = { barcode: '' }] = await rows<{ barcode: string }>(
      `select barcode from barcode_alternates where barcode like '2%' limit 1`,
    )
    expect(parseScan(barcode).gtin).toBe(barcode.padStart(14, '0'))
  })

  it('names substitutes that exist and are active, some of another unit type', async () => {
    const found = await rows<{ same: boolean }>(`
      select p.unit_type = s.unit_type as same from products p
        cross join unnest(p.acceptable_substitutions) upc join products s on s.upc = upc.upc and s.active`)
    expect(found).toHaveLength(30)
    expect(new Set(found.map(({ same }) => same))).toEqual(new Set([true, false]))
  })
})

describe('the customers', () => {
  it('are 28 companies with 46 locations, each with an order list of 25 to 120 lines', async () => {
    expect(await number('select count(*) from companies')).toBe(28)
    expect(await number('select count(*) from company_locations')).toBe(46)
    expect(await number('select count(distinct company_location_id) from order_lists')).toBe(46)
    expect(await number(`select count(*) from order_lists where is_public and public_name <> ''`)).toBe(3)
    const [lines] = await rows(`
      select min(n), max(n) from (select count(*) as n from order_list_rows group by order_list_id) lists`)
    expect(lines).toEqual({ min: 25, max: 120 })
  })

  it('can sign in, and so can every role', async () => {
    const found = await rows<{ username: string; role_id: number }>(
      'select username, role_id from users where username = any($1) and is_active and not account_lock',
      [DEMO_SIGN_INS.map(({ username }) => username)],
    )
    expect(found).toHaveLength(DEMO_SIGN_INS.length)
    expect(new Set(found.map((user) => user.role_id))).toEqual(new Set([1, 5, 8, 11, 12, 14, 20, 32]))
    expect(await number('select count(*) from users where is_staff = (company_id is not null)')).toBe(0)
  })
})

describe('the orders', () => {
  it('are about 1,300 of 35 lines', async () => {
    expect(await number('select count(*) from orders')).toBe(1_300)
    const lines = await number('select count(*) / 1300 from order_items')
    expect(lines).toBeGreaterThan(31)
    expect(lines).toBeLessThan(39)
  })

  it('are paid for yesterday, in picking today, placed for tomorrow', async () => {
    const stateOf = async (day: string) =>
      (
        await rows<{ state: string }>(
          `select distinct status || ' ' || paid_status as state from orders where delivery_date = $1 order by 1`,
          [day],
        )
      ).map(({ state }) => state.trim())
    expect(await stateOf(addDays(TODAY, -1))).toEqual(['invoiced p'])
    expect(await stateOf(TODAY)).toEqual(['picked', 'picking', 'placed'])
    expect(await stateOf(addDays(TODAY, 1))).toEqual(['placed'])
    expect(await number(`select count(*) from orders where paid_status = 'i'`)).toBe(1)
    expect(await number(`select count(*) from orders where paid_status = 'e'`)).toBe(1)
  })

  it('have a payment each that is paid or on its way, one that the bank returned, and one that is held', async () => {
    expect(
      await rows(`
        select o.id, o.paid_status, count(p.id) from orders o left join payments p on p.order_id = o.id
           and p.amount = o.invoice_total and p.invoice_total = o.invoice_total
           and case o.paid_status when 'p' then p.method = 'ach' and p.status = 'succeeded'
                                  when 'i' then p.status = 'processing' else p.method = 'external' end
         where o.paid_status in ('p', 'i', 'e') group by o.id having count(p.id) <> 1`),
    ).toEqual([])
    expect(
      await rows(`
        select p.status, p.amount < 0 as returned, o.paid_status from payments p join orders o on o.id = p.order_id
         where p.reverses is not null or p.status = 'held' order by 1`),
    ).toEqual([
      { status: 'held', returned: false, paid_status: 'r' },
      { status: 'succeeded', returned: true, paid_status: 'r' },
    ])
  })

  it('have a ledger, on the days of the payments, in which an invoice that is paid owes nothing', async () => {
    const wrong = await rows(`
      select o.id, o.paid_status, v.grand_total, sum(l.amount) as due
        from orders o join invoices v on v.order_id = o.id
        left join ledger l on l.order_id = o.id and l.kind not in ('held', 'held_back') group by 1, 2, 3
      having coalesce(sum(l.amount), 0) <> case when o.paid_status in ('p', 'e') then 0 else v.grand_total end`)
    expect(wrong).toEqual([])
    expect(await number(`select count(*) from ledger where payment_id is not null`)).toBeGreaterThan(10)
    expect(
      await number(
        `select count(*) from ledger l join payments p on p.id = l.payment_id where l.at <> p.created_at`,
      ),
    ).toBe(0)
  })

  it('have a credit on an invoice that is open, and one that waits for the next of its location', async () => {
    expect(
      await rows(`
        select c.order_id is null as waits, o.paid_status, c.total::text, h.act,
               v.grand_total = o.invoice_total and h.grand_total = v.grand_total as agrees
          from invoice_credits c join orders o on o.id = c.of_order join invoices v on v.order_id = o.id
          join invoice_history h on h.order_id = o.id order by c.id`),
    ).toEqual([
      { waits: false, paid_status: '', total: '-12.50', act: 'credit', agrees: true },
      { waits: true, paid_status: 'p', total: '-12.50', act: 'credit', agrees: true },
    ])
  })

  it('leave the largest of today to be picked from nothing, with weights and lots', async () => {
    const [largest] = await rows<{ status: string; items_count: number; weighed: number; lots: number }>(
      `select o.status, o.items_count, count(*) filter (where p.weight_type = 'r/w') as weighed,
              count(*) filter (where i.lot_tracked) as lots
         from orders o join order_items i on i.order_id = o.id join products p on p.upc = i.product
        where o.delivery_date = $1 group by o.id order by o.items_count desc limit 1`,
      [TODAY],
    )
    expect(largest).toMatchObject({ status: 'placed', items_count: 58, lots: 58 })
    expect(largest?.weighed).toBeGreaterThan(10)
  })

  it('are picked today by three pickers', async () => {
    const pickers = await rows<{ username: string }>(`
      select distinct username from mutations join users on users.id = user_id order by 1`)
    expect(pickers.map(({ username }) => username)).toEqual(['picker', 'picker2', 'picker3'])
    const assigned = await rows<{ username: string }>(
      'select distinct username from orders join users on users.id = picker_id order by 1',
    )
    expect(assigned).toEqual(pickers)
  })

  it('have a pair to merge tomorrow', async () => {
    const pairs = `select count(*) from (select from orders where delivery_date = $1
      group by company_location_id having count(*) = 2) pairs`
    expect(await number(pairs, [addDays(TODAY, 1)])).toBe(1)
  })

  it('have lots where the customer tracks them: one to be recalled, one that expires tomorrow', async () => {
    expect(
      await number(`select count(*) from order_items i join orders o on o.id = i.order_id
        join company_locations l on l.id = o.company_location_id where i.lot_tracked <> l.lot_tracked`),
    ).toBe(0)
    const customers = `select count(distinct o.company_location_id) from order_subitems s
      join orders o on o.id = s.order_id where s.lot_code = $1`
    expect(await number(customers, [DEMO_LOTS.recalled])).toBeGreaterThan(4)
    expect(await expiries()).toEqual([addDays(TODAY, 1)])
  })

  it('say of their items what the items say', async () => {
    const wrong = await rows(`
      select o.id from orders o left join invoices v on v.order_id = o.id
        join (select order_id, sum(estimated_price) as total, sum(final_price) as picked, count(*) as lines,
                     count(*) filter (where picked or out_of_stock) as done
                from order_items group by order_id) i on i.order_id = o.id
       where (o.total, o.picked_total, o.items_count, o.picked_count, o.picking_complete)
             is distinct from (i.total, i.picked, i.lines, i.done, i.done = i.lines)
          or o.invoiced <> (v.order_id is not null) or o.invoiced and v.grand_total <> o.invoice_total
          or o.invoiced <> (o.status = 'invoiced') or (o.status = 'picked') <> (i.done = i.lines and not o.invoiced)`)
    expect(wrong).toEqual([])
  })

  it('have items and pieces as the contract describes and prices them', async () => {
    const items = await rows<{ row: unknown }>(
      `select to_jsonb(i) || jsonb_build_object('order', order_id, 'coupon_amount', coupon_amount::text,
         'estimated_price', estimated_price::text, 'final_price', final_price::text,
         'price_per_unit', price_per_unit::text, 'price_per_case', price_per_case::text) as row
       from order_items i join orders o on o.id = i.order_id where o.delivery_date between $1::date - 2 and $1`,
      [TODAY],
    )
    const pieces = await rows<{ row: unknown }>(
      `select to_jsonb(s) || jsonb_build_object('order', order_id, 'order_item', order_item_id,
         'weight_lbs', weight_lbs::text, 'weight_kg', weight_kg::text) as row
       from order_subitems s join orders o on o.id = s.order_id where o.delivery_date between $1::date - 2 and $1`,
      [TODAY],
    )
    const subitems = new Map<string, OrderSubitemRow[]>()
    for (const { row } of pieces) {
      const piece = OrderSubitemRow.parse(row)
      subitems.set(piece.order_item, [...(subitems.get(piece.order_item) ?? []), piece])
    }
    expect(items.length).toBeGreaterThan(1_000)
    for (const { row } of items) {
      const item = OrderItemRow.parse(row)
      expect(item.estimated_price).toBe(estimatedPrice(item))
      expect(item.final_price).toBe(finalPrice(item, subitems.get(item.id) ?? []))
    }
  })
})

describe('the receipts', () => {
  it('are twelve, shelf and contract, with surcharges, voids, and invoices that wait to be converted', async () => {
    const [counts] = await rows(`
      select count(*) as all, count(*) filter (where pricing_type = 's' and user_uploaded) as shelf,
             count(*) filter (where pricing_type = 'c' and not user_uploaded) as contract from receipts`)
    expect(counts).toEqual({ all: 12, shelf: 8, contract: 4 })
    const begins = (text: string) =>
      number(`select count(*) from receipt_lines where product like $1 || '%'`, [text])
    for (const prefix of ['Surcharge:', 'Surcharge Void:', 'Void:'])
      expect(await begins(prefix)).toBeGreaterThan(1)
    expect(await number('select count(*) from supplier_invoices where receipt_id is null')).toBe(5)
    const wrong = await rows(`select r.id from receipts r join receipt_lines l on l.receipt_id = r.id
      group by r.id having sum(l.total) <> r.total`)
    expect(wrong).toEqual([])
  })

  it('differ from the orders that they were bought for in every way that has a name, and mostly agree', async () => {
    const receipts = await rows<{ id: number; order: number }>(
      `select id, substring(description from '\\d+$')::int as order from receipts order by id`,
    )
    const found = new Map<string, number>()
    for (const { id, order } of receipts) {
      const groups = await differences(
        { pool: test.pool } as Context,
        { id: 1, username: 'office', role_id: 8, is_staff: true, company: null },
        {
          order_ids: [order],
          receipt_ids: [id],
          use_current_pricing: false,
          price_margin: 0.2,
          show_pricing_differences: true,
        },
      )
      for (const { difference_categories: names } of groups)
        for (const name of names.length > 0 ? names : ['none']) found.set(name, (found.get(name) ?? 0) + 1)
    }
    const names =
      'NO_RECEIPT_ITEM NO_ORDER_ITEM UNIT_QUANTITY CASE_QUANTITY PRICE APPROXIMATE_PRICE LINKED_UPC_1TO1 OUT_OF_STOCK'
    expect([...found.keys()].sort()).toEqual(
      [...names.split(' ').map((name) => `DifferenceCategory.${name}`), 'none'].sort(),
    )
  })
})

/** The days on the scanned labels of the lot that expires tomorrow. */
async function expiries(): Promise<(string | null)[]> {
  const labels = await rows<{ raw_scan: string }>(
    'select raw_scan from order_subitems where lot_code = $1 and raw_scan is not null',
    [DEMO_LOTS.expiresTomorrow],
  )
  return [...new Set(labels.map(({ raw_scan }) => parseScan(raw_scan).expiry))]
}

/** Everything that a table holds, but for what PostgreSQL counts. */
async function contents(table: string): Promise<string | undefined> {
  const [row] = await rows<{ digest: string }>(`
    select sum(hashtextextended((to_jsonb(t) - 'changed_xid' - 'scope_xid')::text, 0))::text as digest
      from ${table} t ${table === 'facts' ? "where key <> 'epoch'" : ''}`)
  return row?.digest
}

const TABLES =
  `companies company_locations users warehouses warehouse_maps item_codes products barcode_alternates order_lists
  order_list_rows orders order_items order_subitems invoices payments mutations receipts
  receipt_lines supplier_invoices supplier_invoice_lines facts`.split(/\s+/)

describe('the demo data', () => {
  it('is the same when it is made again for the same day, with another epoch', async () => {
    const allContents = () => Promise.all(TABLES.map(contents))
    const epoch = () => rows(`select value from facts where key = 'epoch'`)
    const [before, formerEpoch] = [await allContents(), await epoch()]
    await makeDemo(test.pool, made)
    expect(await allContents()).toEqual(before)
    expect(await epoch()).not.toEqual(formerEpoch)
    // The whole business is made again and read twice: 10 s of a core that other tests want as well.
  }, 120_000)

  it('gives the next order the next number', async () => {
    const { rows: added } = await test.pool.query<{ id: number; last: number }>(`
      insert into orders (company_id, company_location_id, delivery_date) values (1, 1, '2026-03-06')
      returning id, (select max(id) from orders) as last`)
    expect(added[0]?.id).toBe((added[0]?.last ?? 0) + 1)
    await test.pool.query('delete from orders where id = $1', [added[0]?.id])
  })

  it('rolls forward so that there is always a today, over the start of summer time too', async () => {
    const later = addDays(TODAY, 5)
    const todays = 'select count(*) from orders where delivery_date = $1'
    const latest = () =>
      rows(
        `select to_char(max(created_date) at time zone 'America/New_York', 'HH24:MI:SS') as at from orders`,
      )
    const at = await latest()
    await rollDemoForward(test.pool, later)
    await rollDemoForward(test.pool, { today: later })
    await rollDemoForward(test.pool, TODAY)
    expect(await number(todays, [later])).toBe(18)
    expect(await latest()).toEqual(at)
    expect(await expiries()).toEqual([addDays(later, 1)])
    expect(await rows(`select value from facts where key = 'demo'`)).toEqual([{ value: later }])
  })

  it('leaves the days of what people have added, also of an invoice that they made of a demo order', async () => {
    const later = addDays(TODAY, 9)
    const [order] = await rows<{ id: number }>(`select min(id) as id from orders where not invoiced`)
    const [invoiced] = await rows<{ order_id: number }>(`select min(order_id) as order_id from invoices`)
    await test.pool.query(
      `insert into invoices (order_id, document, subtotal, grand_total) values ($1, '{}', 1, 1)`,
      [order?.id],
    )
    await test.pool.query(
      `insert into invoice_history (order_id, act, grand_total) values ($1, 'generated', 1), ($2, 'regenerated', 1)`,
      [order?.id, invoiced?.order_id],
    )
    await test.pool.query(
      `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date) values ('', 1, 1, 's', true, $1)`,
      [TODAY],
    )
    const own = () =>
      rows(
        `select created_at::text as at from invoices where order_id in ($1, $2) union all
         select at::text from invoice_history where id > 2 union all
         select date::text || created_at from receipts where id > 12`,
        [order?.id, invoiced?.order_id],
      )
    const before = await own()
    expect(before).toHaveLength(5)
    await rollDemoForward(test.pool, later)
    expect(await own()).toEqual(before)
    expect(
      await number('select count(*) from receipts where date > $1 and id <= 12', [TODAY]),
    ).toBeGreaterThan(0)
    expect(await addedToDemo(test.pool)).toEqual(['2 acts on invoices', '1 receipt', '2 invoices'])
  })

  it('is recognised by the migration where an earlier release made it', async () => {
    const recorded = () => rows('select table_name, key from demo_rows order by 1, 2')
    const before = await recorded()
    expect(before.length).toBeGreaterThan(3_000)
    await test.pool.query('truncate demo_rows')
    const [, legacy = ''] = readFileSync(
      path.join(checkout, 'server/schema/migrations/0033_demo_rows.sql'),
      'utf8',
    ).split('--> statement-breakpoint')
    await test.pool.query(legacy)
    expect(await recorded()).toEqual(before)
  })

  it('is known for what it is, and an ordinary database is left alone', async () => {
    expect(await isDemo(test.pool)).toBe(true)
    const other = await testDatabase()
    await rollDemoForward(other.pool, TODAY)
    expect(await isDemo(other.pool)).toBe(false)
    await other.drop()
  })
})

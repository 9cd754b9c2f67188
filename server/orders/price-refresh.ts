/** `POST orderpricerefresh/` (C332, docs/decisions/0036): one transaction; the same functions price as at placing. */
import type pg from 'pg'
import { pricedFor } from '#contract/fees/margins.ts'
import {
  previewOf,
  PricePreview,
  PriceRefresh,
  RefreshedPrices,
  withPricesOf,
} from '#contract/orders/price-refresh.ts'
import { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { hasHandPrice } from '#contract/pricing.ts'
import { Product } from '#contract/products/schema.ts'
import { loadMargins } from '../fees/margins.ts'
import { transaction, type Context } from '../platform/context.ts'
import type { Routes } from '../platform/routes.ts'
import { queryJsonRows } from '../platform/rows.ts'
import { actorOf, recordEvent, type Actor } from '../platform/security-events.ts'
import { priceChangesOf, recordPrices } from '../products/price-history.ts'
import { productSql, productView } from '../products/present.ts'
import { Writes } from '../edits/store.ts'
import { lockOpenOrders, readOpenOrders, type LockedOrder } from './lock.ts'
import { ITEM_ROW_SQL, SUBITEM_ROW_SQL } from './present.ts'

/** Every line of these orders that costs something else today, as it is and as it would be; and those whose hand-set price stays. */
export async function changedItems(
  client: pg.ClientBase,
  person: Person,
  ofLocations: readonly Pick<LockedOrder, 'id' | 'company_location_id'>[],
): Promise<{
  changed: { before: OrderItemRow; after: OrderItemRow }[]
  kept: { order: number; name: string }[]
  nameOf: (upc: string) => string
}> {
  const orders = ofLocations.map(({ id }) => id)
  const items = await queryJsonRows(
    client,
    OrderItemRow,
    `${ITEM_ROW_SQL} where i.order_id = any($1::int[])`,
    [orders],
  )
  const pieces = await queryJsonRows(
    client,
    OrderSubitemRow,
    `${SUBITEM_ROW_SQL} where s.order_id = any($1::int[])`,
    [orders],
  )
  const products = await queryJsonRows(
    client,
    Product,
    `${productSql(productView(person))} where p.upc = any($1::text[])`,
    [[...new Set(items.map(({ product }) => product))]],
  )
  const byItem = new Map<string, OrderSubitemRow[]>()
  for (const piece of pieces) byItem.set(piece.order_item, [...(byItem.get(piece.order_item) ?? []), piece])
  const margins = await loadMargins(
    client,
    products.map(({ upc }) => upc),
  )
  const locationOf = new Map(ofLocations.map(({ id, company_location_id }) => [id, company_location_id]))
  const byUpc = new Map(products.map((product) => [product.upc, product]))
  const kept = items
    .filter(hasHandPrice)
    .map(({ order, product }) => ({ order, name: byUpc.get(product)!.name }))
  const changed = items.flatMap((before) => {
    const product = pricedFor(byUpc.get(before.product)!, margins, locationOf.get(before.order)!)
    const after = withPricesOf(product, before, byItem.get(before.id) ?? [])
    return after ? [{ before, after }] : []
  })
  return { changed, kept, nameOf: (upc) => byUpc.get(upc)!.name }
}

/** Returns the changes of a refresh, without doing it. Throws as the refresh does. */
const previewPrices = (
  context: Context,
  person: Person,
  { order_ids }: PriceRefresh,
): Promise<PricePreview> =>
  transaction(context.pool, async (client) => {
    const orders = await readOpenOrders(client, person, order_ids)
    const { changed, kept, nameOf } = await changedItems(client, person, orders)
    return {
      orders: new Set(changed.map(({ after }) => after.order)).size,
      items: changed.length,
      kept,
      changes: previewOf(changed, nameOf),
    }
  })

async function refreshPrices(
  context: Context,
  person: Person,
  { order_ids }: PriceRefresh,
  actor: Actor,
): Promise<RefreshedPrices> {
  const companies = new Set<number>()
  const answer = await transaction(context.pool, async (client) => {
    const locked = await lockOpenOrders(client, person, order_ids)
    const { changed, kept } = await changedItems(client, person, locked)
    const before = new Map(changed.map((item) => [item.before.id, item.before]))
    const writes = new Writes()
    for (const { after } of changed)
      writes.add({ table: 'items', row: after }, false, after.order, { item: (id) => before.get(id) })
    await writes.store(client)
    const touched = new Set(changed.map(({ after }) => after.order))
    for (const { id, company_id } of locked) if (touched.has(id)) companies.add(company_id)
    await recordPrices(
      client,
      actor,
      changed.flatMap(({ before: was, after }) =>
        priceChangesOf({ kind: 'refresh', product: after.product, order: after.order }, was, after, [
          'price_per_unit',
          'price_per_case',
        ]),
      ),
    )
    await recordEvent(client, actor, {
      kind: 'price',
      about: `orders ${locked.map(({ id }) => id).join(', ')}`,
      details: `Prices were refreshed: ${changed.length} lines of ${touched.size} orders.`,
    })
    return { orders: touched.size, items: changed.length, kept }
  })
  context.announcer.announce(companies)
  context.log.info({ person: person.id, order_ids, ...answer }, 'prices were refreshed')
  return answer
}

export const priceRefreshRoutes: Routes = async (app, context) => {
  app.post(
    '/orderpricerefresh',
    {
      onRequest: app.mayDo('prices.refresh', 'Only the office may refresh prices.'),
      schema: {
        tags: ['orders'],
        summary: 'Give orders that are not invoiced the prices that their products have now',
        body: PriceRefresh,
        response: { 200: RefreshedPrices },
      },
    },
    async (request) => refreshPrices(context, request.person, request.body, actorOf(request)),
  )

  app.post(
    '/orderpricerefresh/preview',
    {
      onRequest: app.mayDo('prices.refresh', 'Only the office may refresh prices.'),
      schema: {
        tags: ['orders'],
        summary: 'What a price refresh would change, without changing it',
        body: PriceRefresh,
        response: { 200: PricePreview },
      },
    },
    async ({ person, body }) => previewPrices(context, person, body),
  )
}

/** The office's commands for the catalogue. Devices receive the changes by the change feed. */
import type pg from 'pg'
import { z } from 'zod'
import type { ProductCreate, ProductFields, ProductPatch } from '#contract/products/edit.ts'
import type { Person } from '#contract/permissions.ts'
import { pick } from '#contract/pick.ts'
import { merge } from '#contract/sync/merge.ts'
import { lockForLots, retrackLots } from '../orders/lot-tracking.ts'
import { meantFields } from '../platform/changes.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { changesText, recordEvent, type Actor } from '../platform/security-events.ts'
import { notFound, outcomeBody, Problem, wrongField } from '../platform/problem.ts'
import { queryRow, UpcRow } from '../platform/rows.ts'
import { busy } from '../platform/shares.ts'
import {
  columnOf,
  consequences,
  inOneForm,
  NEW_PRODUCT,
  PRICES,
  STORED_PRODUCT_SQL,
  StoredProduct,
} from './fields.ts'
import { priceChangesOf, recordPrices } from './price-history.ts'
import { lockCodes, settleStock } from './stock.ts'

/**
 * A290, C299: changes the named fields of a product. A clash with another user's change is answered with both values.
 */
export async function editProduct(
  context: Context,
  person: Person,
  upc: string,
  product: ProductPatch,
  keyed: KeyedCall,
): Promise<void> {
  let changed = false
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      changed = await change(client, keyed.actor, upc, product)
      return null
    }),
  )
  if (changed) context.announcer.announce(['*'])
}

/** What a price is for. These fields mean nothing apart: the same price is for a piece, or for a pound. */
const PRICED_TOGETHER = [
  'weight_type',
  'unit_price',
  'case_price',
  'volume_price',
  'volume_level',
  'units_per_case',
  'average_unit_weight',
  'average_case_weight',
] as const

/** Returns the fields that a save means to change. A change of one field of a price means all of them. */
function meantOf(patch: Partial<ProductFields>, base: Record<string, unknown>): Record<string, unknown> {
  const meant = meantFields(patch, base)
  return PRICED_TOGETHER.some((field) => field in meant)
    ? {
        ...meant,
        ...pick(
          patch,
          PRICED_TOGETHER.filter((field) => field in patch),
        ),
      }
    : meant
}

/** Changes a product. Returns whether anything differs. */
async function change(
  client: pg.ClientBase,
  actor: Actor,
  upc: string,
  { base = {}, ...patch }: ProductPatch,
): Promise<boolean> {
  if (patch.lot_tracked !== undefined) await lockForLots(client, upc)
  const movesStock = patch.stock_level !== undefined || patch.item_code_id !== undefined
  // Its code may get another primary product, so two people who do this at once take turns.
  const needsCodes = movesStock || patch.active !== undefined
  const codes = needsCodes ? await lockCodes(client, upc, patch.item_code_id) : []
  const before = await queryRow(
    client,
    StoredProduct,
    `${STORED_PRODUCT_SQL} where p.upc = $1 for no key update of p`,
    [upc],
  )
  if (!before) throw notFound('product')
  // Another user has moved the product to another code between the two locks.
  if (needsCodes && !codes.includes(before.item_code_id)) throw busy()
  const meant = meantOf(inOneForm(patch), base)
  await mustExist(client, upc, meant)
  const merged = merge({ ...before }, meant, base)
  if ('kind' in merged) throw new Problem(merged.status, merged.message, outcomeBody(merged))
  const set = merged.set as Partial<ProductFields>
  // Unchanged values are not written again, so that no device is notified without a change.
  if (Object.keys(set).length === 0) return false
  if (set.item_code_id !== undefined) await ensureItemCode(client, set.item_code_id, set.name ?? before.name)
  const columns = { ...set, ...consequences(before, set) }
  await client.query(
    `update products set ${Object.keys(columns)
      .map((field, n) => `${columnOf(field)} = $${n + 2}`)
      .join(', ')} where upc = $1`,
    [upc, ...Object.values(columns)],
  )
  const prices = changesText<StoredProduct>(before, set as Partial<StoredProduct>, PRICES)
  if (prices !== '')
    await recordEvent(client, actor, { kind: 'price', about: `product ${upc}`, details: prices })
  await recordPrices(client, actor, priceChangesOf({ kind: 'product', product: upc }, before, set, PRICES))
  if (set.lot_tracked !== undefined) await retrackLots(client, { product: upc })
  if (set.item_code_id !== undefined) {
    await client.query(
      `update products p set is_primary = false
        where p.upc = $1 and p.is_primary and exists (
          select from products o where o.item_code = p.item_code and o.is_primary and o.upc <> p.upc)`,
      [upc],
    )
    await settlePrimary(client, before.item_code_id)
  }
  if (set.active !== undefined || set.item_code_id !== undefined)
    await settlePrimary(client, set.item_code_id ?? before.item_code_id)
  if (movesStock) await settleStock(client, [before.item_code_id, set.item_code_id ?? before.item_code_id])
  return true
}

/** C298: adds a product and returns its upc. The same key returns the product that it has made already. */
export async function addProduct(
  context: Context,
  person: Person,
  { upc, ...product }: ProductCreate,
  keyed: KeyedCall,
): Promise<string> {
  const made = await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const set = inOneForm(product)
      await mustExist(client, upc, set)
      await ensureItemCode(client, product.item_code_id, product.name)
      const columns = { ...set, ...consequences(NEW_PRODUCT, set) }
      const { rowCount } = await client.query(
        `insert into products (upc, is_primary, ${Object.keys(columns).map(columnOf).join(', ')})
         values ($1, not exists (select from products where item_code = $2 and is_primary), ${Object.keys(
           columns,
         )
           .map((_, n) => `$${n + 3}`)
           .join(', ')}) on conflict (upc) do nothing`,
        [upc, product.item_code_id, ...Object.values(columns)],
      )
      if (rowCount === 0) throw wrongField('upc', `there is a product ${upc} already`)
      await settlePrimary(client, product.item_code_id)
      await settleStock(client, [product.item_code_id])
      const prices = priceChangesOf({ kind: 'product', product: upc }, {}, set, PRICES)
      await recordPrices(client, keyed.actor, prices)
      await recordEvent(client, keyed.actor, {
        kind: 'price',
        about: `product ${upc}`,
        details:
          `Added. ${changesText<StoredProduct>(NEW_PRODUCT, set as Partial<StoredProduct>, PRICES)}`.trim(),
      })
      return upc
    }),
  )
  context.announcer.announce(['*'])
  return made ?? upc
}

/** Throws 400 where the patch names a row that does not exist, or the product as its own substitute. */
async function mustExist(client: pg.ClientBase, upc: string, patch: Partial<ProductFields>): Promise<void> {
  const { acceptable_substitutions: upcs = [], warehouse_id = null } = patch
  if (upcs.includes(upc)) throw wrongField('acceptable_substitutions', 'a product cannot stand for itself')
  const named = [
    ...upcs.map((one) => ['acceptable_substitutions', one] as const),
    ...(['surcharge_upc1', 'surcharge_upc2'] as const).flatMap((field) =>
      patch[field] ? [[field, patch[field]] as const] : [],
    ),
  ]
  const absent = await queryRow(
    client,
    UpcRow,
    `select u.upc from unnest($1::text[]) as u(upc) where not exists (select from products p where p.upc = u.upc)`,
    [named.map(([, one]) => one)],
  )
  const missing = named.find(([, one]) => one === absent?.upc)
  if (missing) throw wrongField(missing[0], `there is no product ${missing[1]}`)
  if (warehouse_id === null) return
  const found = await client.query('select from warehouses where id = $1', [warehouse_id])
  if (found.rowCount === 0) throw wrongField('warehouse_id', 'is not a warehouse')
}

/** Makes a new item code with its first product (docs/decisions/0033). Locks its row until the transaction ends. */
async function ensureItemCode(client: pg.ClientBase, code: string, name: string): Promise<void> {
  await client.query(
    'insert into item_codes (item_code, name) values ($1, $2) on conflict (item_code) do nothing',
    [code, name],
  )
  await client.query('select from item_codes where item_code = $1 for update', [code])
}

/**
 * Makes one product of an item code the primary one where no active product is: the active product with the lowest upc.
 * If none is active, the primary one stays (45 E10, docs/decisions/0233). People who order do not find an inactive
 * product.
 */
const settlePrimary = (client: pg.ClientBase, code: string) =>
  client.query(
    `with chosen as (
       select upc from products where item_code = $1 order by active desc, is_primary desc, upc limit 1)
     update products p set is_primary = (p.upc = c.upc)
       from chosen c
      where p.item_code = $1 and p.is_primary <> (p.upc = c.upc)
        and not exists (select from products where item_code = $1 and is_primary and active)`,
    [code],
  )

const times = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** C295: deletes a product. One that orders or order lists name stays; the 409 says what holds it. */
export async function deleteProduct(
  context: Context,
  person: Person,
  upc: string,
  keyed: KeyedCall,
): Promise<void> {
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      await remove(client, upc)
      return null
    }),
  )
  context.announcer.announce(['*'])
}

/** A product that is to be deleted, and how many orders and order lists name it. */
const DeletedProduct = z.object({ item_code: z.string(), orders: z.number(), lists: z.number() })

async function remove(client: pg.ClientBase, upc: string): Promise<void> {
  const codes = await lockCodes(client, upc)
  const found = await queryRow(
    client,
    DeletedProduct,
    `select p.item_code,
            (select count(distinct i.order_id)::int from order_items i where $1 in (i.product, i.original_product)) as orders,
            (select count(*)::int from order_list_rows r where r.product = $1) as lists
       from products p where p.upc = $1 for update of p`,
    [upc],
  )
  if (!found) throw notFound('product')
  if (!codes.includes(found.item_code)) throw busy()
  const { orders, lists } = found
  const instead = 'Make it inactive instead: nobody is offered it then.'
  if (orders > 0)
    throw inUse(`Product ${upc} is on ${times(orders, 'order')} and cannot be deleted. ${instead}`)
  if (lists > 0)
    throw inUse(`Product ${upc} is on ${times(lists, 'order list')}. Take it off first, or make it inactive.`)
  await client.query(
    `update products set acceptable_substitutions = array_remove(acceptable_substitutions, $1)
      where acceptable_substitutions @> array[$1]`,
    [upc],
  )
  await client.query(
    `update products set surcharge_upc1 = coalesce(nullif(surcharge_upc1, $1), ''),
            surcharge_upc2 = coalesce(nullif(surcharge_upc2, $1), '')
      where $1 in (surcharge_upc1, surcharge_upc2)`,
    [upc],
  )
  try {
    await client.query('delete from products where upc = $1', [upc])
  } catch (error) {
    // Another row names it: an invoice, a receipt.
    if ((error as { code?: string }).code !== '23503') throw error
    throw inUse(`Product ${upc} is in use and cannot be deleted. ${instead}`)
  }
  await settlePrimary(client, found.item_code)
  await settleStock(client, codes)
}

const inUse = (message: string) => new Problem(409, message, { code: 'in_use' })

/**
 * The office's commands for order lists. A list is a right of the people who order from it: their devices receive it.
 */
import type pg from 'pg'
import { z } from 'zod'
import {
  publicProblem,
  type Category,
  type AddedRow,
  type ListedRow,
  type OrderListCreate,
  type OrderListPatch,
} from '#contract/order-lists/edit.ts'
import { findList } from '#contract/order-lists/public-name.ts'
import { OrderList } from '#contract/order-lists/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { merge } from '#contract/sync/merge.ts'
import { meantFields } from '../platform/changes.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { notFound, outcomeBody, Problem, wrongField } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow, queryRows, UpcRow } from '../platform/rows.ts'
import type { Moved } from '../platform/announce.ts'
import { categoriesSql, LIST_ROW_SQL } from './present.ts'

/** Does `work` once, and notifies the devices of the companies that it names after the commit. */
async function write(
  { pool, announcer }: Context,
  person: Person,
  keyed: KeyedCall,
  work: (client: pg.ClientBase, moved: Set<Moved>) => Promise<string | null>,
): Promise<string | null> {
  const moved = new Set<Moved>()
  const made = await transaction(pool, (client) => once(client, person, keyed, () => work(client, moved)))
  if (moved.size > 0) announcer.announce(moved)
  return made
}

/** C327. Adds a list. The same key returns the list that it has made already, and adds no second one. */
export async function addOrderList(
  context: Context,
  person: Person,
  { company_location, categories, id: _theirs, ...more }: OrderListCreate,
  keyed: KeyedCall,
): Promise<number> {
  const made = await write(context, person, keyed, async (client, moved) => {
    moved.add(await companyAt(client, company_location))
    await mustBeOpenable(client, null, more)
    if (more.is_public) moved.add('*')
    const { id } = await queryOnlyRow(
      client,
      IdRow,
      'insert into order_lists (company_location_id, visible, public_name, is_public) values ($1, $2, $3, $4) returning id',
      [company_location, more.visible, more.public_name, more.is_public],
    )
    await layOut(client, id, categories)
    return String(id)
  })
  return Number(made)
}

/** C326. Changes a list. A clash with another user's change is answered with both values. */
export async function editOrderList(
  context: Context,
  person: Person,
  id: number,
  { base = {}, id: _same, ...patch }: OrderListPatch,
  keyed: KeyedCall,
): Promise<void> {
  await write(context, person, keyed, async (client, moved) => {
    const before = await lockList(client, id)
    const merged = merge({ ...before }, meantFields(patch, base), base)
    if ('kind' in merged) throw new Problem(merged.status, merged.message, outcomeBody(merged))
    const after = { ...before, ...merged.set }
    const { company_location, categories } = after
    // Unchanged values are not written again, so that no device pulls everything for nothing.
    if (Object.keys(merged.set).length === 0) return null
    if ('public_name' in merged.set || 'is_public' in merged.set) await mustBeOpenable(client, id, after)
    if (before.is_public || after.is_public) moved.add('*')
    for (const location of [before.company_location, company_location])
      if (location !== null) moved.add(await companyAt(client, location))
    await client.query(
      'update order_lists set company_location_id = $2, visible = $3, public_name = $4, is_public = $5 where id = $1',
      [id, company_location, after.visible, after.public_name, after.is_public],
    )
    if (merged.set['categories']) await layOut(client, id, categories)
    return null
  })
}

/**
 * C331. Adds a product to a category; one that is there already stays. With a place, the product goes before the one
 * that is there now.
 */
export async function addListedProduct(
  context: Context,
  person: Person,
  id: number,
  { upc, category_name, place }: AddedRow,
  keyed: KeyedCall,
): Promise<void> {
  await write(context, person, keyed, async (client, moved) => {
    const list = await lockList(client, id)
    if (!list.categories.some((category) => category.category_name === category_name))
      throw wrongField('category_name', `the list has no category "${category_name}"`)
    if (!notElsewhere(list.categories, upc, category_name)) {
      await mustBeProducts(client, 'upc', [upc])
      const next = place === undefined ? null : await rowAt(client, id, category_name, place)
      if (next !== null)
        await client.query(
          'update order_list_rows set position = position + 1 where order_list_id = $1 and position >= $2',
          [id, next],
        )
      await client.query(
        `insert into order_list_rows (order_list_id, product, category_name, position)
           select $1, $2, $3, coalesce($4, max(position) + 1, 0) from order_list_rows where order_list_id = $1`,
        [id, upc, category_name, next],
      )
      await touch(client, id, list, moved)
    }
    return null
  })
}

const RowPosition = z.object({ position: z.number() })

/** Returns the position of the row at this place of a category; null where the category has fewer rows. */
async function rowAt(
  client: pg.ClientBase,
  list: number,
  category: string,
  place: number,
): Promise<number | null> {
  const found = await queryRow(
    client,
    RowPosition,
    `select position from order_list_rows where order_list_id = $1 and category_name = $2
      order by position, product offset $3 limit 1`,
    [list, category, place],
  )
  return found?.position ?? null
}

/** C331. Removes a product; one that is no longer on the list is ignored. The category stays, empty or not. */
export async function removeProduct(
  context: Context,
  person: Person,
  id: number,
  { upc, category_name }: ListedRow,
  keyed: KeyedCall,
): Promise<void> {
  await write(context, person, keyed, async (client, moved) => {
    const list = await lockList(client, id)
    if (notElsewhere(list.categories, upc, category_name)) {
      await client.query('delete from order_list_rows where order_list_id = $1 and product = $2', [id, upc])
      await touch(client, id, list, moved)
    }
    return null
  })
}

const Openable = z.object({ public_name: z.string(), is_public: z.boolean() })
type Openable = z.infer<typeof Openable>

const StoredList = Openable.extend({
  company_location: z.number().nullable(),
  visible: z.boolean(),
  categories: OrderList.shape.categories,
})
type StoredList = z.infer<typeof StoredList>

/** Locks the list and returns it, with products that are not sold any more. Other writers of it wait. */
async function lockList(client: pg.ClientBase, id: number): Promise<StoredList> {
  // There are two statements because one that waits for the lock would read the rows from before its wait.
  await client.query('select from order_lists where id = $1 for no key update', [id])
  const list = await queryRow(
    client,
    StoredList,
    `select l.company_location_id as company_location, l.visible, l.public_name, l.is_public, ${categoriesSql(LIST_ROW_SQL.plain)} as categories
       from order_lists l where l.id = $1`,
    [id],
  )
  if (!list) throw notFound('order list')
  return list
}

/** Whether the product is in this category; false where it is not on the list. Throws where it is in another one. */
function notElsewhere(categories: readonly Category[], upc: string, category_name: string): boolean {
  const found = categories.find(({ rows }) => rows.some(({ product_id }) => product_id === upc))
  if (found && found.category_name !== category_name)
    throw wrongField('upc', `product ${upc} is on the list in "${found.category_name}"`)
  return found !== undefined
}

/** Replaces the list's categories with these. The write of the list's row moves the change feed. */
async function layOut(client: pg.ClientBase, id: number, categories: readonly Category[]): Promise<void> {
  const rows = categories.flatMap(({ category_name, rows: listed }) =>
    listed.map(({ product_id }) => ({ product_id, category_name })),
  )
  const upcs = rows.map(({ product_id }) => product_id)
  await mustBeProducts(client, 'categories', upcs)
  await client.query('update order_lists set category_names = $2 where id = $1', [
    id,
    categories.map(({ category_name }) => category_name),
  ])
  await client.query('delete from order_list_rows where order_list_id = $1', [id])
  await client.query(
    `insert into order_list_rows (order_list_id, product, category_name, position)
       select $1, r.product, r.category_name, r.n - 1
         from unnest($2::text[], $3::text[]) with ordinality as r(product, category_name, n)`,
    [id, upcs, rows.map(({ category_name }) => category_name)],
  )
}

/** Throws 400 where one of these is no product. Keeps all of them from being deleted before the commit. */
async function mustBeProducts(client: pg.ClientBase, field: string, upcs: readonly string[]): Promise<void> {
  const products = await queryRows(
    client,
    UpcRow,
    'select upc from products where upc = any($1) order by upc for key share',
    [upcs],
  )
  const known = new Set(products.map(({ upc }) => upc))
  const unknown = upcs.find((upc) => !known.has(upc))
  if (unknown !== undefined) throw wrongField(field, `there is no product ${unknown}`)
}

/** Throws 400 where a list is to be open to anybody, and no address can mean it: it has no name, or another one's. */
async function mustBeOpenable(client: pg.ClientBase, id: number | null, list: Openable): Promise<void> {
  const problem = publicProblem(list)
  if (problem !== null) throw wrongField('public_name', problem)
  if (!list.is_public) return
  // These run one after another, or two could take one name at the same moment.
  await client.query(`select pg_advisory_xact_lock(hashtext('public order lists'))`)
  const others = await queryRows(
    client,
    Openable,
    'select public_name, is_public from order_lists where is_public and id is distinct from $1',
    [id],
  )
  const taken = findList(others, list.public_name)
  if (taken) throw wrongField('public_name', `another public list is called "${taken.public_name}"`)
}

const CompanyOfLocation = z.object({ company_id: z.number() })

/** Returns the company of a location. Throws 400 where there is no such location. */
async function companyAt(client: pg.ClientBase, location: number): Promise<number> {
  const found = await queryRow(
    client,
    CompanyOfLocation,
    'select company_id from company_locations where id = $1',
    [location],
  )
  if (!found) throw wrongField('company_location', 'is not a location')
  return found.company_id
}

/**
 * Raises the list's version after a write of its rows: from the version a device learns whether its rights changed
 * (`sync/cursor.ts`).
 */
async function touch(
  client: pg.ClientBase,
  id: number,
  { is_public, company_location }: StoredList,
  moved: Set<Moved>,
): Promise<void> {
  await client.query('update order_lists set visible = visible where id = $1', [id])
  if (is_public) moved.add('*')
  else if (company_location !== null) moved.add(await companyAt(client, company_location))
}

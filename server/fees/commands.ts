/** The office's commands for fees, for margins and surcharges alike. */
import type pg from 'pg'
import { z } from 'zod'
import { feeAmount } from '#contract/fees/prices.ts'
import {
  amountProblem,
  Fee,
  isForSomething,
  type FeeCreate,
  type FeeKind,
  type FeePatch,
  type FeeType,
} from '#contract/fees/schema.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { merge } from '#contract/sync/merge.ts'
import { mustBeAble } from '../orders/lock.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { changesText, recordEvent, type Actor } from '../platform/security-events.ts'
import { notFound, outcomeBody, Problem, wrongField } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'
import { recordPrices, type PriceChangeFacts } from '../products/price-history.ts'

/** On the wire → in the table. */
const COLUMN = {
  type: 'type',
  amount: 'amount',
  description: 'description',
  warehouse: 'warehouse_id',
  product: 'product',
  company_location: 'company_location_id',
} as const
type Field = keyof typeof COLUMN

/** The wire's fee, from `fee_templates f`. */
export const FEE_SQL = `
  select f.id, f.kind, f.type, case f.type when 'f' then round(f.amount, 2) else f.amount end::text as amount,
         f.description, f.warehouse_id as warehouse, f.product,
         f.company_location_id as company_location, f.version
    from fee_templates f`

/** The fields of an order that `orderCan` needs. */
const OrderOfFee = OrderRow.pick({ id: true, invoiced: true, paid_status: true })

/** A208: from an order's screen a fee changes only while the order is not invoiced. */
async function mustBeOpen(client: pg.ClientBase, person: Person, order: number | undefined): Promise<void> {
  if (order === undefined) return
  const found = await queryRow(
    client,
    OrderOfFee,
    `select id, invoiced, paid_status from orders where id = $1 and ${ofCompany('$2')} for share`,
    [order, companyOf(person)],
  )
  if (!found) throw notFound('order')
  mustBeAble(found, person, 'fees')
}

function mustBeAmount(kind: FeeKind, type: FeeType, amount: string): void {
  const problem = amountProblem(kind, type, amount)
  if (problem !== null) throw wrongField('amount', problem)
}

/** Which of the rows that a fee names exist. */
const NamedByFee = z.object({ warehouse: z.boolean(), product: z.boolean(), company_location: z.boolean() })

/** Throws 400 where a fee names a row that does not exist. */
async function mustExist(client: pg.ClientBase, fee: Partial<FeeCreate>): Promise<void> {
  const { warehouse = null, product = null, company_location = null } = fee
  const found = await queryOnlyRow(
    client,
    NamedByFee,
    `select $1::int is null or exists (select from warehouses where id = $1) as warehouse,
            $2::text is null or exists (select from products where upc = $2) as product,
            $3::int is null or exists (select from company_locations where id = $3) as company_location`,
    [warehouse, product, company_location],
  )
  if (!found.warehouse) throw wrongField('warehouse', 'is not a warehouse')
  if (!found.product) throw wrongField('product', 'is not a product')
  if (!found.company_location) throw wrongField('company_location', 'is not a location')
}

/** The circumstances of a call: perhaps a key, perhaps an order's screen. */
interface Circumstances {
  keyed: KeyedCall
  order: number | undefined
}

/** A306. Adds a fee. The same key returns the fee that it has made already, and adds no second one. */
export async function addFee(
  { pool }: Context,
  person: Person,
  kind: FeeKind,
  fee: FeeCreate,
  { keyed, order }: Circumstances,
): Promise<number> {
  return transaction(pool, async (client) => {
    const made = await once(client, person, keyed, async () => {
      await mustBeOpen(client, person, order)
      mustBeAmount(kind, fee.type, fee.amount)
      await mustExist(client, fee)
      // Before `keyed_calls` existed, the fee itself stored the key under which it was made.
      const madeBy = keyed.key && `${person.id} ${keyed.key}`
      const fields = Object.keys(COLUMN) as Field[]
      const made = await queryOnlyRow(
        client,
        IdRow,
        `insert into fee_templates (kind, made_by, ${fields.map((field) => COLUMN[field]).join(', ')})
           values ($1, $2, ${fields.map((_, n) => `$${n + 3}`).join(', ')})
           on conflict (made_by) do update set made_by = excluded.made_by returning id`,
        [kind, madeBy, ...fields.map((field) => fee[field])],
      )
      await recordFee(client, keyed.actor, fee, `Added: ${amountText(fee)}.`)
      await recordPrices(client, keyed.actor, [feeChange({ ...fee, kind }, '', amountText(fee))])
      return String(made.id)
    })
    return Number(made)
  })
}

/** A307. Changes a fee of either kind. A clash with another user's change is answered with both values. */
export async function editFee(
  { pool }: Context,
  person: Person,
  id: number,
  fee: FeePatch,
  { keyed, order }: Circumstances,
): Promise<void> {
  await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      await mustBeOpen(client, person, order)
      await change(client, keyed.actor, id, fee)
      return null
    }),
  )
}

/** @throws 404 where there is no such fee */
async function lockFee(client: pg.ClientBase, id: number): Promise<Fee> {
  const fee = await queryRow(client, Fee, `${FEE_SQL} where f.id = $1 for no key update`, [id])
  if (!fee) throw notFound('fee')
  return fee
}

async function change(
  client: pg.ClientBase,
  actor: Actor,
  id: number,
  { base = {}, ...patch }: FeePatch,
): Promise<void> {
  const fee = await lockFee(client, id)
  await mustExist(client, patch)
  const { type, amount } = { ...fee, ...patch }
  mustBeAmount(fee.kind, type, amount)
  if (patch.amount !== undefined) patch.amount = feeAmount(type, amount)
  const merged = merge(fee, patch, base)
  if ('kind' in merged) throw new Problem(merged.status, merged.message, outcomeBody(merged))
  if (!isForSomething({ ...fee, ...merged.set }))
    throw wrongField('company_location', 'is needed where there is neither a warehouse nor a product')
  const fields = Object.keys(merged.set) as Field[]
  if (fields.length === 0) return
  await client.query(
    `update fee_templates set version = version + 1, ${fields
      .map((field, n) => `${COLUMN[field]} = $${n + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(merged.set)],
  )
  const after = { ...fee, ...merged.set }
  await recordFee(client, actor, after, changesText<FeeCreate>(fee, merged.set, fields))
  await recordPrices(client, actor, changesOfFee(fee, after))
}

/** Returns an amount as the histories show it: `2.50`, or `12.5 %`. */
const amountText = ({ type, amount }: Pick<FeeCreate, 'type' | 'amount'>) => {
  const exact = feeAmount(type, amount)
  return type === 'f' ? exact : `${exact.replace(/\.?0+$/, '')} %`
}

type KindedFee = FeeCreate & { kind: FeeKind }

const feeChange = (
  { kind, product, warehouse, company_location }: KindedFee,
  from: string,
  to: string,
): PriceChangeFacts => ({ kind, product, warehouse, company_location, from, to })

/**
 * Returns the changes of a fee. A fee that moves to another subject ends for the former subject, and begins for the new
 * one.
 */
function changesOfFee(before: KindedFee, after: KindedFee): PriceChangeFacts[] {
  const [from, to] = [amountText(before), amountText(after)]
  const isSamePlace = (['product', 'warehouse', 'company_location'] as const).every(
    (field) => before[field] === after[field],
  )
  if (!isSamePlace) return [feeChange(before, from, ''), feeChange(after, '', to)]
  return from === to ? [] : [feeChange(after, from, to)]
}

/** Records what was done to a fee, under the name of its subject. */
async function recordFee(
  client: pg.ClientBase,
  actor: Actor,
  fee: FeeCreate,
  details: string,
): Promise<void> {
  const { product, warehouse, company_location } = fee
  const about = [
    product !== null && `product ${product}`,
    warehouse !== null && `warehouse ${warehouse}`,
    company_location !== null && `location ${company_location}`,
  ].filter((one) => one !== false)
  await recordEvent(client, actor, { kind: 'fee', about: about.join(', '), details })
}

/** A308. Removes a fee of either kind. */
export async function removeFee(
  { pool }: Context,
  person: Person,
  id: number,
  { keyed, order }: Circumstances,
): Promise<void> {
  await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      await mustBeOpen(client, person, order)
      const fee = await lockFee(client, id)
      await client.query('delete from fee_templates where id = $1', [id])
      await recordFee(client, keyed.actor, fee, `Removed: ${amountText(fee)}.`)
      await recordPrices(client, keyed.actor, [feeChange(fee, amountText(fee), '')])
      return null
    }),
  )
}

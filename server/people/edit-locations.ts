/** The office's commands for a customer's location. Devices receive the changes by the change feed. */
import type pg from 'pg'
import { z } from 'zod'
import { completeAddress } from '#contract/people/address.ts'
import type { CustomerCreate, CustomerFields, CustomerPatch } from '#contract/people/customer.ts'
import type { Person } from '#contract/permissions.ts'
import { retrackLots } from '../orders/lot-tracking.ts'
import { lockOrdersOf, touchHeldOrders } from '../orders/touch.ts'
import { mustHaveProved, type Caller } from '../platform/auth/proof.ts'
import { changesOf } from '../platform/changes.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { changesText, recordEvent } from '../platform/security-events.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'
import { MOST_CARD_FEE_SQL } from '../settings/store.ts'

/** The fields of the call as they are in `company_locations`. */
const FIELDS = `company_id, name, phone_number, qb_mapping, internal_notes, billing_address, physical_address,
  cc_addresses, taxable, sales_tax_rate, refrigerated_delivery_fee, late_order_fee, credit_card_charge_fee,
  fuel_surcharge, lot_tracked as lot_tracking_enabled, payments_enabled, units_quickbooks_mappings,
  on_time_payment_discount_amount, on_time_payment_days_threshold`

/** Maps the wire's fields to columns, where they differ. An address also sets its one-line form. */
function columnsOf({ lot_tracking_enabled, ...fields }: Partial<CustomerFields>): Record<string, unknown> {
  return {
    ...fields,
    ...(lot_tracking_enabled !== undefined && { lot_tracked: lot_tracking_enabled }),
    ...(fields.physical_address && { complete_address: completeAddress(fields.physical_address) }),
  }
}

async function mustBeCompany(client: pg.ClientBase, id: number): Promise<void> {
  const { rowCount } = await client.query('select from companies where id = $1', [id])
  if (rowCount === 0) throw wrongField('company_id', 'is not a company')
}

/** The most that the setting allows, in per cent. */
const MostCardFee = z.object({ most: z.string() })

/**
 * Throws 400 where the fee exceeds the setting. A fee from before the setting stays; payments then charge the setting.
 */
async function mustBeWithinMost(client: pg.ClientBase, fee = '0'): Promise<void> {
  const exceeded = await queryRow(
    client,
    MostCardFee,
    `select ${MOST_CARD_FEE_SQL}::text as most where $1::numeric > ${MOST_CARD_FEE_SQL}`,
    [fee],
  )
  if (exceeded)
    throw wrongField(
      'credit_card_charge_fee',
      `is more than ${exceeded.most} %, which the setting most_card_fee allows`,
    )
}

/** C287: adds a location and returns its id. The same key returns the one that it has made already. */
export async function addCustomer(
  { pool, announcer }: Context,
  person: Person,
  { company_id, ...fields }: CustomerCreate,
  keyed: KeyedCall,
): Promise<number> {
  let company = company_id
  const id = await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      if (company !== null) await mustBeCompany(client, company)
      company ??= await insertCompany(client, fields.name)
      await mustBeWithinMost(client, fields.credit_card_charge_fee)
      const row = { complete_address: '', ...columnsOf(fields), company_id: company }
      const names = Object.keys(row)
      const made = await queryOnlyRow(
        client,
        IdRow,
        `insert into company_locations (${names.join(', ')})
           values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
        Object.values(row),
      )
      return String(made.id)
    }),
  )
  if (company !== null) announcer.announce([company])
  return Number(id)
}

async function insertCompany(client: pg.ClientBase, name: string): Promise<number> {
  const { id } = await queryOnlyRow(client, IdRow, 'insert into companies (name) values ($1) returning id', [
    name,
  ])
  return id
}

/** The charges and discounts of a location: a change needs a password that was typed lately (docs/decisions/0195). */
const CHARGES = [
  'refrigerated_delivery_fee',
  'late_order_fee',
  'credit_card_charge_fee',
  'fuel_surcharge',
  'on_time_payment_discount_amount',
  'on_time_payment_days_threshold',
] as const

const StoredAddress = z.object({
  address_line1: z.string(),
  address_line2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})
/** The fields of the call as they are stored. */
const StoredCustomer = z.object({
  company_id: z.number(),
  name: z.string(),
  phone_number: z.string(),
  qb_mapping: z.string(),
  internal_notes: z.string(),
  billing_address: StoredAddress,
  physical_address: StoredAddress,
  cc_addresses: z.array(z.string()),
  taxable: z.boolean(),
  sales_tax_rate: z.string(),
  refrigerated_delivery_fee: z.string(),
  late_order_fee: z.string(),
  credit_card_charge_fee: z.string(),
  fuel_surcharge: z.boolean(),
  lot_tracking_enabled: z.boolean(),
  payments_enabled: z.boolean(),
  units_quickbooks_mappings: z.boolean(),
  on_time_payment_discount_amount: z.string(),
  on_time_payment_days_threshold: z.number(),
})

/**
 * C286: changes the named fields. A clash with another user's change is answered with 409. Changes of the charges are
 * recorded.
 */
export async function editCustomer(
  context: Context,
  id: number,
  { base, ...patch }: CustomerPatch,
  caller: Caller,
): Promise<void> {
  const moved = await transaction(context.pool, async (client) => {
    // An order shows its location's name and address, and its lines follow the flag of lots.
    if (['name', 'physical_address', 'lot_tracking_enabled'].some((field) => field in patch))
      await lockOrdersOf(context, client, { location: id })
    const before = await queryRow(
      client,
      StoredCustomer,
      `select ${FIELDS} from company_locations where id = $1 for no key update`,
      [id],
    )
    if (!before) throw notFound('location')
    const set = changesOf<CustomerFields>(before, patch, base)
    if (CHARGES.some((field) => set[field] !== undefined))
      await mustHaveProved(client, caller.session, context.clock())
    if (set.credit_card_charge_fee !== undefined) await mustBeWithinMost(client, set.credit_card_charge_fee)
    if (set.company_id !== undefined) await mustBeCompany(client, set.company_id)
    const columns = Object.entries(columnsOf(set))
    if (columns.length === 0) return []
    await client.query(
      `update company_locations set ${columns.map(([name], n) => `${name} = $${n + 2}`).join(', ')} where id = $1`,
      [id, ...columns.map(([, value]) => value)],
    )
    const charges = changesText<CustomerFields>(before, set, CHARGES)
    if (charges !== '')
      await recordEvent(client, caller, { kind: 'fee', about: before.name, details: charges })
    if ('name' in set || 'physical_address' in set) await touchHeldOrders(context, client, { location: id })
    if ('lot_tracking_enabled' in set) await retrackLots(client, { location: id })
    return [before.company_id, set.company_id ?? before.company_id]
  })
  context.announcer.announce(moved)
}

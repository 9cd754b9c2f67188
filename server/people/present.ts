/** What leaves the server of a user, listed by hand, the password never among it; and of a location. */
import { ROLE } from '#contract/permissions.ts'
import { FEE_SQL } from '../fees/commands.ts'
import { IS_CUSTOMERS_SQL } from '../platform/scope.ts'

/** SQL for the locations that `users u` order for: all of the company's where none are named. */
export const LOCATIONS_SQL = `
  coalesce(u.location_ids, array(select l.id from company_locations l where l.company_id = u.company_id order by l.id))`

/** SQL for the wire's user, from `users u`. */
export const USER_SQL = `
  select u.id, u.username, u.email, u.waiting_email, u.first_name, u.last_name, u.role_id, u.is_staff, u.is_active, u.account_lock,
         u.email_order_confirmation, u.can_see_payments_column,
         case when ${IS_CUSTOMERS_SQL} then u.company_id end as company,
         case when ${IS_CUSTOMERS_SQL} then ${LOCATIONS_SQL} else '{}' end as company_location
    from users u`

/** SQL that is true for people who can sign in and pick orders (`orders.pick`), of `users u`. */
export const PICKS_SQL = `(u.is_active and not u.account_lock and (u.is_staff or u.role_id = ${ROLE.picker}))`

/** SQL for the wire's colleague, from `users u`. */
export const COLLEAGUE_SQL = `select u.id, u.username, ${LOCATIONS_SQL} as company_location from users u`

/** SQL for the wire's company location, from `company_locations l`. */
export const LOCATION_SQL = `
  select l.id, l.company_id, l.name, l.active,
         json_build_object('complete_address', l.complete_address) as physical_address,
         l.lot_tracked, l.fuel_surcharge, l.refrigerated_delivery_fee::text, l.late_order_fee::text,
         l.phone_number
    from company_locations l`

/** C160: fees of the location, as the calls of fees give them. */
const feeList = (which: string) =>
  `coalesce((select json_agg(fee) from (${FEE_SQL} where f.company_location_id = l.id and ${which} order by f.id) fee), '[]'::json)`

/** SQL for all that the office keeps of a location (C156–C160), from `company_locations l`. */
export const CUSTOMER_SQL = `
  select l.id, l.company_id, l.name, l.active, l.phone_number, l.billing_address,
         l.physical_address || jsonb_build_object('complete_address', l.complete_address) as physical_address,
         l.cc_addresses, l.internal_notes, l.qb_mapping, l.units_quickbooks_mappings, l.taxable,
         l.sales_tax_rate::text, l.refrigerated_delivery_fee::text, l.late_order_fee::text,
         l.credit_card_charge_fee::text, l.fuel_surcharge, l.lot_tracked, l.lot_tracked as lot_tracking_enabled,
         l.payments_enabled, l.on_time_payment_discount_amount::text, l.on_time_payment_days_threshold,
         ${feeList("f.kind = 'margin'")} as margins, ${feeList("f.kind = 'surcharge'")} as surcharges,
         ${feeList('true')} as fees
    from company_locations l`

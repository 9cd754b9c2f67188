/** What leaves the server of a user: listed by hand, the password never among it. */

/** SQL for the wire's user, from `users u`. */
export const USER_SQL = `
  select u.id, u.username, u.email, u.first_name, u.last_name, u.role_id, u.is_staff, u.is_active, u.account_lock,
         u.email_order_confirmation, u.can_see_payments_column, u.company_id as company,
         coalesce(u.location_ids,
                  array(select l.id from company_locations l where l.company_id = u.company_id order by l.id)) as company_location
    from users u`

/** SQL for the wire's company location, from `company_locations l`. */
export const LOCATION_SQL = `
  select l.id, l.company_id, l.name, l.active,
         json_build_object('complete_address', l.complete_address) as physical_address,
         l.lot_tracked, l.fuel_surcharge, l.refrigerated_delivery_fee::text
    from company_locations l`

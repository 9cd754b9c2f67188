/**
 * SQL of the version of an invoice `v`. An invoice that is made anew after an unlock begins at 1 again, so the moment at which it was
 * made is part of it.
 */
export const VERSION_SQL = `v.version || '-' || (extract(epoch from v.created_at) * 1000)::bigint`

/**
 * SQL of the version of an invoice `v`. It contains the moment at which the invoice was made, because an invoice that
 * is made again after an unlock begins at 1 again.
 */
export const VERSION_SQL = `v.version || '-' || (extract(epoch from v.created_at) * 1000)::bigint`

/**
 * Snapshots of PostgreSQL as text (`xmin:xmax:xid,xid`). Every transaction below xmin is over, none from xmax on has
 * begun, and the named ones were running. So it is known exactly what a snapshot does not show, however long a
 * transaction runs.
 */

/** A snapshot that names more running transactions than this makes the cursor too long. */
const MOST_RUNNING_TRANSACTIONS = 100

/** The snapshot from before the first transaction. */
export const EVERYTHING_UNSEEN = '1:1:'

/**
 * SQL of the present snapshot as a cursor keeps it. A standby does not name the transactions that run on its primary.
 * There, and where too many run, the snapshot ends at the oldest running transaction, and what comes after it is sent
 * more than once.
 */
export const SNAPSHOT_SQL = `(select case when pg_is_in_recovery() or (select count(*) from pg_snapshot_xip(s)) > ${MOST_RUNNING_TRANSACTIONS}
                                          then pg_snapshot_xmin(s) || ':' || pg_snapshot_xmin(s) || ':'
                                          else s::text end
                                from pg_current_snapshot() s)`

/**
 * SQL of PostgreSQL's timeline, in hexadecimal digits. The next timeline gives out the transaction numbers again that a
 * failover has lost, so a snapshot means nothing beyond its own.
 */
export const TIMELINE_SQL = `case when pg_is_in_recovery() then (select upper(to_hex(timeline_id)) from pg_control_checkpoint())
                                  else ltrim(substring(pg_walfile_name(pg_current_wal_lsn()) for 8), '0') end`

/** Returns SQL of whether a snapshot does not show what a transaction wrote. An index can answer the first half. */
export const unseenSql = (xid: string, snapshot: string): string =>
  `(${xid} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot))`

/**
 * Returns SQL of whether a snapshot shows what a committed transaction wrote. Without a snapshot everything counts as
 * shown.
 */
export const seenSql = (xid: string, snapshot: string): string =>
  `(${snapshot}::text is null or pg_visible_in_snapshot(${xid}, ${snapshot}::text::pg_snapshot))`

/** Returns the oldest transaction that a snapshot may not show. */
export const xminOf = (snapshot: string): bigint => BigInt(snapshot.split(':', 1)[0]!)

/** Returns the first transaction that had not begun. */
export const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':', 2)[1]!)

/** Whether one snapshot was taken no later than another one of the same server, or in its place. */
export function isNoLater(one: string, other: string): boolean {
  const [xmin, xmax] = [xminOf(one), xmaxOf(one)]
  if (xmin > xminOf(other) || xmax > xmaxOf(other)) return false
  // Between the same two transactions, the number of running ones only falls.
  return xmin < xminOf(other) || xmax < xmaxOf(other) || runningOf(one) >= runningOf(other)
}

/** Returns how many transactions between its bounds were running. */
const runningOf = (snapshot: string): number => snapshot.split(':')[2]!.split(',').filter(Boolean).length

/** Writes a snapshot with signs that an address need not escape. */
export const packSnapshot = (snapshot: string): string => snapshot.replaceAll(':', '.').replaceAll(',', '-')

const PACKED = /^(\d{1,19})(?:\.(\d{1,19})\.((?:\d{1,19}-)*\d{1,19})?)?$/

/**
 * Returns null where PostgreSQL would refuse it. A cursor of an earlier release holds one number, the oldest running
 * transaction.
 */
export function unpackSnapshot(packed: string): string | null {
  const [whole, low = '', high = low, list = ''] = PACKED.exec(packed) ?? []
  if (whole === undefined) return null
  const running = list === '' ? [] : list.split('-')
  const [xmin, xmax] = [BigInt(low), BigInt(high)]
  if (xmin < 1n || xmax < xmin || running.length > MOST_RUNNING_TRANSACTIONS) return null
  let last = xmin - 1n
  for (const xid of running.map(BigInt)) {
    if (xid <= last || xid >= xmax) return null
    last = xid
  }
  return `${low}:${high}:${running.join(',')}`
}

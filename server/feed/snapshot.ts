/**
 * Snapshots of PostgreSQL as text (`xmin:xmax:xid,xid`): everything below xmin is over, nothing from xmax on has begun,
 * and those that are named were running. What a snapshot does not show is therefore known exactly, however long a
 * transaction runs.
 */

/** A snapshot that names more running transactions than this makes the cursor too long. */
const MOST_RUNNING = 100

/** The snapshot of before the first transaction. */
export const EVERYTHING_UNSEEN = '1:1:'

/**
 * SQL of the present snapshot as a cursor keeps it. A standby does not name what runs on its primary: there, and where
 * too much runs, the oldest running transaction is taken for all, and what is behind it is told more than once.
 */
export const SNAPSHOT_SQL = `(select case when pg_is_in_recovery() or (select count(*) from pg_snapshot_xip(s)) > ${MOST_RUNNING}
                                          then pg_snapshot_xmin(s) || ':' || pg_snapshot_xmin(s) || ':'
                                          else s::text end
                                from pg_current_snapshot() s)`

/**
 * SQL of PostgreSQL's timeline, in hexadecimal digits. Numbers of transactions that a failover has lost are given out again on the
 * next one, so a snapshot means nothing beyond its own.
 */
export const TIMELINE_SQL = `case when pg_is_in_recovery() then (select upper(to_hex(timeline_id)) from pg_control_checkpoint())
                                  else ltrim(substring(pg_walfile_name(pg_current_wal_lsn()) for 8), '0') end`

/** SQL: whether a snapshot does not show what a transaction wrote. The first half is what an index can find. */
export const unseenSql = (xid: string, snapshot: string): string =>
  `(${xid} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot))`

/** SQL: whether a snapshot shows what a transaction wrote, which has committed. Without a snapshot everything counts as shown. */
export const seenSql = (xid: string, snapshot: string): string =>
  `(${snapshot}::text is null or pg_visible_in_snapshot(${xid}, ${snapshot}::text::pg_snapshot))`

/** The oldest transaction that a snapshot may not show. */
export const xminOf = (snapshot: string): bigint => BigInt(snapshot.split(':', 1)[0]!)

/** The first transaction that had not begun. */
export const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':', 2)[1]!)

/** Whether one snapshot was taken no later than another one of the same server, or in its place. */
export function isNoLater(one: string, other: string): boolean {
  const [xmin, xmax] = [xminOf(one), xmaxOf(one)]
  if (xmin > xminOf(other) || xmax > xmaxOf(other)) return false
  // Between the same two transactions those that run only become fewer.
  return xmin < xminOf(other) || xmax < xmaxOf(other) || runningOf(one) >= runningOf(other)
}

/** How many transactions between its bounds were running. */
const runningOf = (snapshot: string): number => snapshot.split(':')[2]!.split(',').filter(Boolean).length

/** With signs that stand in an address as they are. */
export const packSnapshot = (snapshot: string): string => snapshot.replaceAll(':', '.').replaceAll(',', '-')

const PACKED = /^(\d{1,19})(?:\.(\d{1,19})\.((?:\d{1,19}-)*\d{1,19})?)?$/

/** Null where PostgreSQL would refuse it. A cursor of an earlier release holds one number, the oldest running transaction. */
export function unpackSnapshot(packed: string): string | null {
  const [whole, low = '', high = low, list = ''] = PACKED.exec(packed) ?? []
  if (whole === undefined) return null
  const running = list === '' ? [] : list.split('-')
  const [xmin, xmax] = [BigInt(low), BigInt(high)]
  if (xmin < 1n || xmax < xmin || running.length > MOST_RUNNING) return null
  let last = xmin - 1n
  for (const xid of running.map(BigInt)) {
    if (xid <= last || xid >= xmax) return null
    last = xid
  }
  return `${low}:${high}:${running.join(',')}`
}

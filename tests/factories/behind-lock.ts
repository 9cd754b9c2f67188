import type pg from 'pg'

/** Resolves when so many connections to this database wait for a lock that another one holds. */
export async function untilSomebodyWaits(pool: pg.Pool, count = 1): Promise<void> {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await pool.query(waits)).rowCount! < count);
}

/**
 * Makes a call that waits for an order's lock, while the lock's holder changes something before it releases the lock.
 * Returns the call's answer.
 */
export async function behindLock<T>(
  pool: pg.Pool,
  order: number,
  call: () => Promise<T>,
  change: (holder: pg.ClientBase) => Promise<unknown>,
): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for update', [order])
    const answer = call()
    await untilSomebodyWaits(pool)
    await change(holder)
    await holder.query('commit')
    return await answer
  } finally {
    holder.release()
  }
}

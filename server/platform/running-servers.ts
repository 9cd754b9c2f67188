/**
 * The server processes that use a database, on this machine and on others. Each has one connection for changes, and is
 * known by that connection's name.
 */
import type pg from 'pg'
import type { Env } from '../env.ts'
import { StartError } from './start-error.ts'

const NAME = 'larder streams'

/** Returns the name, in `pg_stat_activity`, of the connection on which a server process receives changes. */
export const streamsConnection = ({ TIME_ZONE }: Pick<Env, 'TIME_ZONE'>): string => `${NAME} ${TIME_ZONE}`

async function timeZonesOfServers(client: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1)`,
    [NAME],
  )
  return rows.map(({ name }) => name.slice(NAME.length).trim())
}

/** Returns whether a server uses this database. */
export const isServed = async (client: pg.Pool | pg.ClientBase): Promise<boolean> =>
  (await timeZonesOfServers(client)).length > 0

/**
 * Checks that every server process on this database has the same `TIME_ZONE`. It is each process's own setting, and the
 * calendar days of deliveries, cut-offs and reports are those of that zone.
 *
 * @throws StartError where another server process uses this database with another one
 */
export async function requireSameTimeZone(
  client: pg.Pool | pg.ClientBase,
  { TIME_ZONE }: Pick<Env, 'TIME_ZONE'>,
): Promise<void> {
  const other = (await timeZonesOfServers(client)).find((zone) => zone !== '' && zone !== TIME_ZONE)
  if (other !== undefined)
    throw new StartError(
      `another server process uses this database with TIME_ZONE=${other}, and this one has ${TIME_ZONE}: all need the same. To change it, stop all of them first`,
    )
}

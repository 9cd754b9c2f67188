/** Names of devices (docs/decisions/0263). */
import type { Person } from '#contract/permissions.ts'
import { isDuplicate } from '../platform/busy.ts'
import type { Context } from '../platform/context.ts'
import { notFound, Problem } from '../platform/problem.ts'

/**
 * Names a device, or removes its name.
 *
 * @throws Problem 404 for a device without any sign-in, 409 where another device has the name, in any case of letters
 */
export async function nameDevice(
  { pool }: Pick<Context, 'pool'>,
  person: Person,
  device: string,
  name: string | null,
): Promise<void> {
  if (name === null) {
    await pool.query('delete from device_names where device_id = $1', [device])
    return
  }
  try {
    const { rowCount } = await pool.query(
      `insert into device_names (device_id, name, named_by)
         select device_id, $2, $3 from devices where device_id = $1 limit 1
         on conflict (device_id) do update set name = excluded.name, named_by = excluded.named_by, named_at = now()`,
      [device, name, person.id],
    )
    if (rowCount === 0) throw notFound('device')
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw new Problem(409, 'name: is the name of another device', { name: 'is the name of another device' })
  }
}

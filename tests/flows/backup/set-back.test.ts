/** To which moment a device is told that its database was set back. What it then gives back: give-back.test.ts. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '#server/platform/context.ts'
import { markRestored, setBackSince } from '#server/platform/restored.ts'
import { makeUser } from '../../factories/business.ts'
import { testDatabase, type TestDatabase } from '../../setup/database.ts'

let house: TestDatabase
beforeEach(async () => {
  house = await testDatabase()
  await signIn('scanner 7', '2026-01-02T08:00:00Z')
})
afterEach(() => house.drop())

async function signIn(device: string, at: string): Promise<void> {
  const { id } = await makeUser(house.pool, 'picker')
  await house.pool.query(
    'insert into sessions (id, user_id, device_id, created_at) values ($1, $2, $3, $4)',
    [randomUUID(), id, device, at],
  )
}
const restore = (at: string, to: string) =>
  transaction(house.pool, (client) => markRestored(client, new Date(at), new Date(to).toISOString()))
const epoch = async () =>
  (await house.pool.query<{ value: string }>(`select value from facts where key = 'epoch'`)).rows[0]!.value
const asked = (epoch: string, day: string, device = 'scanner 7') =>
  transaction(house.pool, (client) => setBackSince(client, { epoch, day, device }))

it('a device of an epoch that the database does not know hears of the restores since it was last answered', async () => {
  await restore('2026-03-01T10:00:00Z', '2026-03-01T03:30:00Z')
  await restore('2026-06-01T10:00:00Z', '2026-06-01T03:30:00Z')
  expect(await asked('unknown', '2026-05-31')).toBe('2026-06-01T03:30:00.000Z')
  expect(await asked('unknown', '2026-06-02')).toBe('2026-06-01T03:30:00.000Z')
  expect(await asked('unknown', '2026-02-27')).toBe('2026-03-01T03:30:00.000Z')
  expect(await asked('unknown', '2026-06-03')).toBeNull()
})

it('a restore that an earlier release stored, without its time, counts for each of them', async () => {
  await restore('2026-03-01T10:00:00Z', '2026-03-01T03:30:00Z')
  await house.pool.query(
    `update facts set value = '[{"ended":"e","to":"2026-03-01T03:30:00.000Z"}]' where key = 'restores'`,
  )
  expect(await asked('unknown', '2026-06-03')).toBe('2026-03-01T03:30:00.000Z')
})

it('a device of an epoch that the database does not know hears nothing where it was signed in first after the restore', async () => {
  const before = await epoch()
  await restore('2026-03-01T10:00:00Z', '2026-03-01T03:30:00Z')
  await signIn('from the demo', '2026-03-01T12:00:00Z')
  expect(await asked('of the demo', '2026-03-01', 'from the demo')).toBeNull()
  expect(await asked('of the demo', '2026-03-01', 'scanner 7')).not.toBeNull()
  expect(await asked(before, '2026-03-01', 'from the demo'), 'its own epoch').toBe('2026-03-01T03:30:00.000Z')
})

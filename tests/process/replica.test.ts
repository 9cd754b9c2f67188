/** A replica that reports and search are read from, and that takes the primary's place (docs/operations.md, "A replica to read from"). */
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { PASSWORD } from '../factories/app.ts'
import { startReplicated } from './replica.ts'
import { ALL_SCANS, prepareScanning, WITHIN } from './scanning.ts'
import { endAll, runServer } from './server.ts'

afterAll(endAll)

it(
  'the replica answers search; the primary is lost while four devices scan, and the replica in its place has every scan',
  { timeout: 180_000 },
  async () => {
    const database = await startReplicated()
    const server = runServer({
      settings: { DATABASE_URL: database.url, DATABASE_READ_URL: database.replicaUrl, LOG_LEVEL: 'info' },
    })
    const url = await server.ready
    const { pool, close } = openDatabase(database.url, { max: 4 })
    const scanning = await prepareScanning(pool)

    const post = async (path: string, body: object) =>
      (await (
        await fetch(`${url}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-device-id': 'office 1' },
          body: JSON.stringify(body),
        })
      ).json()) as { access: string }
    const { access } = await post('auth/', { username: scanning.house.as.office, password: PASSWORD })
    const { location } = scanning.house
    const search = async () => {
      const answer = await fetch(`${url}/api/search?q=${encodeURIComponent(location.name)}`, {
        headers: { authorization: `Bearer ${access}` },
      })
      return [answer.status, ((await answer.json()) as { customers: unknown[] }).customers.length]
    }
    const isSearchedAt = async (of: 'primary' | 'replica') =>
      (
        await database.query<{ has: boolean }>(
          of,
          `select exists (select from pg_stat_activity where application_name = 'larder' and query like '%company_locations%ilike%') as has`,
        )
      )[0]!.has
    await expect.poll(() => server.out.stdout, WITHIN).toContain('are read from the replica')
    // A connection names only its last query, and the search's connection may have run another one since.
    await expect
      .poll(async () => [await search(), await isSearchedAt('replica')], WITHIN)
      .toEqual([[200, 1], true])
    expect(await isSearchedAt('primary')).toBe(false)

    await scanning.open(url)
    const work = scanning.scan()
    await expect.poll(scanning.applied, WITHIN).toBeGreaterThan(ALL_SCANS / 4)
    await database.failOver()
    await work
    await scanning.expectAll()
    // The server has no replica any more.
    await expect.poll(() => server.out.stdout, WITHIN).toContain('are read from the database itself')
    expect(await search()).toEqual([200, 1])
    await scanning.close()
    await close()
    server.child.kill()
    expect(await server.ended).toBe(0)
    await database.stop()
  },
)

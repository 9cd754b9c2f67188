/**
 * A recovery of PostgreSQL to a point in time, as a promoted standby, is a new timeline: devices take all rows again.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { TIMELINE_SQL } from '#server/feed/snapshot.ts'
import { endAll, runServer, temporaryFolder } from './server.ts'

afterAll(endAll)

it('a recovered database has another timeline than before, and the same one after a mere restart', async () => {
  const DATA_DIR = temporaryFolder()
  const timeline = async () => {
    const server = runServer({ settings: { DATA_DIR } })
    await server.ready
    const client = new pg.Client({ connectionString: (await runningUrl(DATA_DIR)) ?? '' })
    await client.connect()
    const { rows } = await client.query<{ timeline: string }>(`select ${TIMELINE_SQL} as timeline`)
    await client.end()
    server.child.kill()
    await server.ended
    return rows[0]!.timeline
  }
  expect([await timeline(), await timeline()]).toEqual(['1', '1'])
  const data = path.join(DATA_DIR, 'postgres/data')
  // No client may connect before the recovery is over.
  appendFileSync(path.join(data, 'postgresql.auto.conf'), "restore_command = 'false'\nhot_standby = off\n")
  writeFileSync(path.join(data, 'recovery.signal'), '')
  expect(await timeline()).toBe('2')
})

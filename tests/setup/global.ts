import { chmod, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/schema/migrate.ts'
import {
  clusterUrl,
  createCluster,
  startPostmaster,
  stopLeftOver,
} from '#server/platform/postgres/cluster.ts'
import { clusterAt } from '#server/platform/postgres/start.ts'
import { lockHolder, takeLock } from '#server/platform/postgres/lock.ts'

const prefix = 'larder-test-'

/**
 * Once a run: a PostgreSQL for all tests, with one migrated database that each test clones (see `testDatabase`). It
 * does not wait for the disk, since nothing of it outlives the run. Its address is TEST_DATABASE_URL.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await clearLeftOvers()
  const place = await realpath(await mkdtemp(path.join(tmpdir(), prefix)))
  await chmod(place, 0o755)
  const release = await takeLock(place)
  const cluster = await clusterAt(place)
  await createCluster(cluster, { sync: false })
  const postmaster = await startPostmaster(cluster, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 300,
  })
  const url = (await clusterUrl(cluster, 'postgres')) ?? ''
  await makeTemplate(url)
  process.env['TEST_DATABASE_URL'] = url
  return async () => {
    await postmaster.stop()
    release()
    await rm(place, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('create database template_empty')
  const { pool, close } = openDatabase(url.replace(/postgres$/, 'template_empty'), { max: 1 })
  await migrate(pool)
  await close()
  await admin.end()
}

/** A run that was killed could not stop its PostgreSQL; the next one does. */
async function clearLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const place = path.join(tmpdir(), name)
    if (!name.startsWith(prefix) || (await lockHolder(place))) continue
    // another run may just be making it, or be clearing it away
    const made = await stat(place).catch(() => null)
    if (!made || Date.now() - made.mtimeMs < 10_000) continue
    await stopLeftOver(await clusterAt(await realpath(place)))
    await rm(place, { recursive: true, force: true })
  }
}

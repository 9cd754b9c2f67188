import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type OpenDatabase } from '#server/platform/database.ts'

/** A database of one test, on the real engine. */
export type TestDatabase = Pick<OpenDatabase, 'pool'> & {
  url: string
  /** Closes the pool and removes the database; call it in `afterAll` or `afterEach`. */
  drop(): Promise<void>
}

/** Any number that nothing else of ours uses: the advisory lock under which the demo template is made. */
const demoLock = 7_236_002

/**
 * A database for one test or one file of tests, cloned in some 80 ms.
 *
 * @param options.demo with the demo distributor in it, which is made once a run by the first who asks
 * @param options.bare without a single table
 */
export async function testDatabase({ demo = false, bare = false } = {}): Promise<TestDatabase> {
  if (demo) await makeDemoTemplate()
  const template = demo ? 'template_demo' : bare ? 'template0' : 'template_empty'
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) => clone(admin, name, template))
  const url = urlOf(name)
  const { pool, close } = openDatabase(url)
  return {
    url,
    pool,
    async drop() {
      await close()
      // with force: a server under test may still hold a connection of its own
      await asAdmin((admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

async function makeDemoTemplate(): Promise<void> {
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [demoLock])
    const { rowCount } = await admin.query(`select from pg_database where datname = 'template_demo'`)
    if (rowCount) return
    await admin.query('drop database if exists demo_in_the_making')
    await clone(admin, 'demo_in_the_making', 'template_empty')
    const { pool, close } = openDatabase(urlOf('demo_in_the_making'))
    const { makeDemo } = await import('#server/demo/demo.ts')
    await makeDemo(pool).finally(close)
    await admin.query('alter database demo_in_the_making rename to template_demo')
  })
}

/** By file copy, which with fsync off beats writing every page through the log. */
const clone = (admin: pg.Client, name: string, template: string) =>
  admin.query(`create database ${name} template ${template} strategy file_copy`)

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl() })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function adminUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: is tests/setup/global.ts the globalSetup of vitest?')
  return url
}

const urlOf = (name: string) => adminUrl().replace(/postgres$/, name)

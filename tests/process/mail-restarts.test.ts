/** The server is killed while a mail is on its way: the next one sends it, or says that it perhaps was sent. */
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { queueConfirmations } from '#server/ordering/confirmations.ts'
import { makeLog } from '#server/platform/log.ts'
import { makeOrder } from '../factories/business.ts'
import { makeHouse, orderAt } from '../factories/house.ts'
import { testMailServer, type TestMailServer } from '../factories/mail-server.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, runServer } from './server.ts'

let smtp: TestMailServer
let database: TestDatabase

beforeEach(async () => {
  smtp = await testMailServer()
  database = await testDatabase()
  const { pool } = database
  const { location, people } = await makeHouse(pool)
  await pool.query(
    `update users set email = 'chef@example.com', email_order_confirmation = true where id = $1`,
    [people.customer.id],
  )
  const order = await makeOrder(pool, { ...orderAt(location), customer_id: people.customer.id })
  const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MAIL_FROM: 'orders@harborvine.example' })
  const outbox = openOutbox({ pool, env, clock: () => new Date(), log: makeLog(env) })
  const client = await pool.connect()
  await queueConfirmations({ outbox, env }, client, [order.id])
  client.release()
})
afterEach(async () => {
  await endAll()
  await database.drop()
  await smtp.close()
})
afterAll(endAll)

const start = () => runServer({ settings: { DATABASE_URL: database.url, ...smtp.settings } })
const state = async () =>
  (await database.pool.query<{ state: string }>('select state from mails')).rows[0]?.state
/** Kills the server that sends a mail which has come to this door, and lets five minutes pass. */
async function killAt(atTheDoor: Promise<unknown>): Promise<void> {
  const { child, ended } = start()
  await atTheDoor
  child.kill('SIGKILL')
  await ended
  const { pool } = database
  const past = `- interval '5 minutes'`
  await pool.query(`update mails set claimed_at = claimed_at ${past}, handed_over_at = handed_over_at ${past};
    update pgboss.job set started_on = started_on ${past}, expire_in = '1 s'`)
}

it('killed before the text was handed over: the next server sends the mail, once', async () => {
  await killAt(smtp.holdNextRcpt())
  smtp.reset()
  await start().ready
  // It takes the job back, to be tried again in a minute.
  await expect
    .poll(() => database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`), {
      timeout: 10_000,
    })
    .toMatchObject({ rowCount: 1 })
  await expect.poll(state, { timeout: 10_000 }).toBe('sent')
  expect(smtp.mails).toHaveLength(1)
})

it('killed between text and answer: the next server says that the mail was perhaps sent, and does not send it', async () => {
  await killAt(smtp.holdNext())
  smtp.reset()
  const { ready } = start()
  await ready
  await expect.poll(state, { timeout: 10_000 }).toBe('perhaps')
  expect(smtp.attempts).toBe(0)
})

/**
 * Whatever a device sends, the server holds no more than a few pushes at a time: its memory is bounded, and it runs on.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { PUSH_BATCH, PushAnswer } from '#contract/sync/protocol.ts'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { PASSWORD } from '../factories/app.ts'
import { makeUser } from '../factories/business.ts'
import type { TestDatabase } from '../setup/database.ts'
import { endAll, runServer, temporaryFolder, type Program } from './server.ts'

/** The most that the server's heap may hold, in MB. The start takes half of it. */
const HEAP_MB = 160
const MB = 1024 * 1024
/** How often each kind of push is sent: together several times the heap. */
const ROUNDS = 5

let program: Program
let address: string
let headers: Record<string, string>
let user: number

beforeAll(async () => {
  const DATA_DIR = temporaryFolder()
  program = runServer({ settings: { DATA_DIR, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } })
  address = await program.ready
  const client = new pg.Client({ connectionString: (await runningUrl(DATA_DIR))! })
  await client.connect()
  await makeUser(client as unknown as TestDatabase['pool'], 'picker', { username: 'picker' })
  await client.end()
  const json = { 'content-type': 'application/json', 'x-device-id': 'bad' }
  const answer = await fetch(`${address}/api/auth/`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'picker', password: PASSWORD }),
  })
  const { access, user: me } = (await answer.json()) as { access: string; user: { id: number } }
  headers = { ...json, authorization: `Bearer ${access}` }
  user = me.id
})
afterAll(endAll)

const edit = (body: object) => ({
  mutation_id: randomUUID(),
  device_id: 'bad',
  user_id: user,
  entity: 'orderitems',
  entity_id: randomUUID(),
  order: 1,
  call: { method: 'PATCH', path: '/api/orderitems/1', body },
  base: { version: null, values: {} },
  seq: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  schema_version: MUTATION_SCHEMA_VERSION,
})
const pushOf = (mutations: readonly unknown[]) => JSON.stringify({ device_id: 'bad', mutations })
const batch = (body: () => object) => pushOf(Array.from({ length: PUSH_BATCH }, () => edit(body())))
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, n]))
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** The body of each kind of push, and the status of its answer. */
const PUSHES: Record<string, { body: () => string; status: number }> = {
  'more bytes than a push may have': { body: () => pushOf(['x'.repeat(12 * MB)]), status: 413 },
  'edits of rows that are not there, with long texts': {
    body: () => batch(() => ({ coupon_note: 'x'.repeat(14_000) })),
    status: 200,
  },
  'fields that no call has': {
    body: () => batch(() => fields(150)),
    status: 200,
  },
  'more values than a push may have': { body: () => batch(() => fields(400)), status: 413 },
  'edits that are nested too deeply': {
    body: () => batch(() => ({ note: 'HERE' })).replaceAll('"HERE"', nested(100)),
    status: 200,
  },
  'a million edits': { body: () => pushOf(Array.from({ length: 1_000_000 }, () => 1)), status: 413 },
  'a body that is cut off': {
    body: () => batch(() => ({ note: 'x'.repeat(14_000) })).slice(0, -1),
    status: 400,
  },
}

/** Returns the 413 that a client may miss: the server reads no further while the client still writes. */
const cutOff = () => new Response(null, { status: 413 })

async function push(body: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${address}/api/sync/push`, { method: 'POST', headers, body }).catch(cutOff)
  return { status: answer.status, text: await answer.text() }
}

it('answers 200 MB of bad pushes within a bounded heap', { timeout: 120_000 }, async () => {
  for (const [what, { body, status }] of Object.entries(PUSHES)) {
    const text = body()
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await push(text)
      expect([what, answer.status]).toEqual([what, status])
      if (status !== 200 || round > 0) continue
      const { results } = PushAnswer.parse(JSON.parse(answer.text))
      expect(results).toHaveLength(PUSH_BATCH)
      expect(results.every(({ outcome }) => outcome === 'refused')).toBe(true)
    }
  }
  expect(program.child.exitCode).toBeNull()
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

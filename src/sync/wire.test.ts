/**
 * Hashes the shapes that travel between device and server, and those that the outbox stores. A change of one fails
 * here, because devices still hold edits of the shape before.
 */
import { createHash } from 'node:crypto'
import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  ItemCreate,
  ItemPatch,
  OrderPatch,
  SubitemCreate,
  SubitemPatch,
} from '#contract/orders/edit-bodies.ts'
import { StagedItemCreate, StagedItemPatch } from '#contract/ordering/staged.ts'
import { PlaceOrder } from '#contract/orders/place.ts'
import { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { Mutation, MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { Changes, FEED_SHAPE, Push, PushAnswer } from '#contract/sync/protocol.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import feed from './fixtures/feed.json' with { type: 'json' }
import today from './fixtures/outbox-v8.json' with { type: 'json' }
import hashes from './fixtures/schemas.json' with { type: 'json' }

/** The fields of a record beside the edit. `db/database.ts` explains them; the types are compared below. */
const OutboxSchema = Mutation.extend({
  state: z.enum(['pending', 'refused', 'conflict']),
  family: z.string(),
  attempts: z.number(),
  next_attempt_at: z.number(),
  last_error: z.string().nullable(),
  answer: z
    .strictObject({
      status: z.number(),
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      clash: z
        .record(z.string(), z.strictObject({ mine: z.unknown(), theirs: z.unknown(), base: z.unknown() }))
        .optional(),
      deleted: z.boolean().optional(),
      by: z.strictObject({ who: z.string(), at: z.string() }).optional(),
      server_time: z.string(),
    })
    .nullable(),
  reads: z.array(Product),
  product: z.string().nullable(),
  part: z.literal(1).optional(),
}).strict()
const CARRIED = {
  // The fields that a device reports about itself beside its edits are in no record: see below.
  push: Push.omit({ oldest_unsent_s: true, release: true }),
  pushAnswer: PushAnswer,
  outbox: OutboxSchema,
  // The bodies that an edit can have; `Mutation` itself takes any.
  calls: z.tuple([
    OrderPatch,
    PlaceOrder,
    ItemPatch,
    ItemCreate,
    SubitemPatch,
    SubitemCreate,
    BarcodeAlternate,
    StagedItemCreate,
    StagedItemPatch,
  ]),
}

/** The hash of schemas as JSON Schema, with keys in order: moving a line of a schema changes nothing that travels. */
function shapeOf(schemas: Record<string, z.ZodType>): string {
  const schema = Object.entries(schemas).map(([name, one]) => [
    name,
    z.toJSONSchema(one, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  ])
  const text = JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

it('the content of sync/push, and an outbox record, match their schema_version', () => {
  // Does not compile where the types differ.
  expectTypeOf<z.infer<typeof OutboxSchema>>().toEqualTypeOf<OutboxRecord>()
  const version = MUTATION_SCHEMA_VERSION
  const hash = shapeOf(CARRIED)
  const known: Record<string, string> = hashes
  expect(
    known[version],
    `Something that sync/push carries, or the outbox record, is no longer that of version ${version}.
Devices hold edits of that version, so it stays as it was:
1. contract/sync/mutation.ts: MUTATION_SCHEMA_VERSION = ${version + 1}
2. src/sync/store/migrate.ts: a step ${version} that makes a record of version ${version} one of version ${version + 1}
   (\`${version}: (record) => record\` where a record needs no change)
3. src/sync/fixtures/outbox-v${version + 1}.json: records of the new version, as the device stores them; src/sync/store/migrate.test.ts and this test read it
4. src/sync/fixtures/schemas.json: one line more, "${version + 1}": "${hash}"
Only a version that is not on main yet may have its hash replaced, and any of them where a new zod words the same shape otherwise.`,
  ).toBe(hash)
})

it('the rows of sync/changes have the shape of FEED_SHAPE', () => {
  const hash = shapeOf({ rows: Changes.shape.rows })
  const known: Record<string, string> = feed.rows
  expect(
    known[FEED_SHAPE],
    `A row of the feed no longer has the shape ${FEED_SHAPE}. Devices keep rows of that shape until they change, so:
1. contract/sync/protocol.ts: FEED_SHAPE = ${FEED_SHAPE + 1}, which makes each device take all rows again once
2. src/sync/fixtures/feed.json: one line more in "rows", "${FEED_SHAPE + 1}": "${hash}"
Only a shape that is not on main yet may have its hash replaced, and any of them where a new zod words the same shape otherwise.`,
  ).toBe(hash)
})

it('every release in use reads the content of sync/changes beside its rows', () => {
  const hash = shapeOf({ changes: Changes.omit({ rows: true }) })
  expect(
    feed.page,
    `A page of changes carries something else. Devices and servers of the release before meet it: a field that is new is
optional, and one that is there keeps its meaning. Then "page" of src/sync/fixtures/feed.json is "${hash}".`,
  ).toBe(hash)
})

it('every release in use reads the report of a device in a push', () => {
  const hash = shapeOf({ told: Push.omit({ mutations: true }) })
  expect(
    feed.report,
    `A device tells something else of itself. Devices and servers of the release before meet it: a field that is new is
optional, and one that is there keeps its meaning. Then "report" of src/sync/fixtures/feed.json is "${hash}".`,
  ).toBe(hash)
})

it.each([
  ['version', hashes, MUTATION_SCHEMA_VERSION],
  ['shape of rows', feed.rows, FEED_SHAPE],
])('every %s up to today’s has its hash, and no hash is there twice', (_what, known, today) => {
  expect(Object.keys(known)).toEqual(Array.from({ length: today }, (_, n) => String(n + 1)))
  expect(new Set(Object.values(known)).size).toBe(today)
})

it('the fixture of today’s version holds every kind of edit that can be stored, in each state, in today’s form', () => {
  const kinds = today.map(({ entity, call }) => `${call.method} ${entity}`)
  expect(new Set(kinds)).toEqual(
    new Set([
      'POST orders',
      'PATCH orders',
      'POST orderitems',
      'PATCH orderitems',
      'DELETE orderitems',
      'POST ordersubitems',
      'PATCH ordersubitems',
      'DELETE ordersubitems',
      'POST barcodealternates',
      'DELETE barcodealternates',
      'POST sharedcartitems',
      'PATCH sharedcartitems',
      'DELETE sharedcartitems',
    ]),
  )
  for (const record of today) expect(OutboxSchema.parse(record)).toEqual(record)
  expect(new Set(today.map(({ state }) => state))).toEqual(new Set(['pending', 'refused', 'conflict']))
})

/**
 * What travels between device and server, and what lies in the outbox, is hashed: nobody changes it without noticing that
 * devices still hold edits of the shape before.
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
import { Changes, Push, PushAnswer } from '#contract/sync/protocol.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import today from './fixtures/outbox-v5.json' with { type: 'json' }
import hashes from './fixtures/schemas.json' with { type: 'json' }

/** What a record has beside the edit. `db/database.ts` says what it means; their types are compared below. */
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
  push: Push,
  pushAnswer: PushAnswer,
  changes: Changes,
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

/** As JSON Schema, with keys in order: moving a line of a schema changes nothing that travels. */
function shape(): string {
  const schema = Object.entries(CARRIED).map(([name, one]) => [
    name,
    z.toJSONSchema(one, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  ])
  return JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

it('what sync/push and sync/changes carry, and what an outbox record is, is that of its schema_version', () => {
  // Does not compile where they differ.
  expectTypeOf<z.infer<typeof OutboxSchema>>().toEqualTypeOf<OutboxRecord>()
  const version = MUTATION_SCHEMA_VERSION
  const hash = createHash('sha256').update(shape()).digest('hex')
  const known: Record<string, string> = hashes
  expect(
    known[version],
    `Something that sync/push or sync/changes carries, or the outbox record, is no longer that of version ${version}.
Devices hold edits of that version, so it stays as it was:
1. contract/sync/mutation.ts: MUTATION_SCHEMA_VERSION = ${version + 1}
2. src/sync/migrate.ts: a step ${version} that makes a record of version ${version} one of version ${version + 1}
   (\`${version}: (record) => record\` where a record needs no change)
3. src/sync/fixtures/outbox-v${version + 1}.json: records of the new version, as the device stores them; src/sync/migrate.test.ts and this test read it
4. src/sync/fixtures/schemas.json: one line more, "${version + 1}": "${hash}"
Only a version that is not on main yet may have its hash replaced, and any of them where a new zod words the same shape otherwise.`,
  ).toBe(hash)
})

it('every version up to today’s has its hash, and none stands twice', () => {
  const versions = Array.from({ length: MUTATION_SCHEMA_VERSION }, (_, n) => String(n + 1))
  expect(Object.keys(hashes)).toEqual(versions)
  expect(new Set(Object.values(hashes)).size).toBe(versions.length)
})

it('the fixture of today’s version holds every kind of edit that can be stored, in each state, as records are now', () => {
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

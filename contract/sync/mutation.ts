/**
 * One edit, as the outbox stores it and as it is transmitted: one of the specification's own calls (A §7) plus what
 * makes it safe to repeat (architecture, "What an outbox record is"). No token and no header is ever part of it.
 */
import { z } from 'zod'

/** The device id of a documented call that is run as an edit. */
export const PLAIN_CALL_DEVICE = 'plain call'

/** The shape of a record. A change needs a new number, a migrator in `src/sync/store/migrate.ts` and a fixture. */
export const MUTATION_SCHEMA_VERSION = 8

/** Rows that can be edited without a network, named as their call is. */
export const EditableEntity = z.enum([
  'orders',
  'orderitems',
  'ordersubitems',
  'barcodealternates',
  'sharedcartitems',
])
export type EditableEntity = z.infer<typeof EditableEntity>

/** More fields than any row has. */
export const MOST_FIELDS = 200
/** Longer than the name of any field. */
export const MOST_FIELD_CHARACTERS = 64

export const CallBody = z
  .record(z.string().max(MOST_FIELD_CHARACTERS), z.unknown())
  .meta({ maxProperties: MOST_FIELDS })

/** The most that one scan adds: a label may count a whole pallet. */
const MOST_ADDED_PIECES = 10_000
/** More parts than any act has; fewer than two are no act. */
export const MOST_PARTS = 200
const Added = z.int().min(-MOST_ADDED_PIECES).max(MOST_ADDED_PIECES)

export const Mutation = z.object({
  /** The idempotency key, made and stored before the first send. */
  mutation_id: z.uuid(),
  device_id: z.string().min(1).max(64),
  /** The person who made the edit. Another user never sends it. */
  user_id: z.int(),
  entity: EditableEntity,
  entity_id: z.string().min(1).max(256),
  /** The order that the edit belongs to, so that cards group by it; null for a barcode. */
  order: z.int().nullable(),
  call: z.object({
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    path: z.string().min(1).max(512),
    body: CallBody.nullable(),
  }),
  /** What the person saw: the row's version and the former values of the fields that the call changes. */
  base: z.object({ version: z.int().nullable(), values: CallBody }),
  /**
   * Readings, "Two people counting": the increment of a scan, or of one more of a staged product. The server adds it
   * and ignores the body's value.
   */
  adds: z
    .object({ unit_quantity: Added.optional(), case_quantity: Added.optional() })
    .nullable()
    .default(null),
  /** The scan exactly as the scanner gave it. */
  raw_scan: z.string().max(1024).nullable().default(null),
  /** Why a warning was overridden: an unusual weight, an expired lot. */
  reason: z.string().max(500).nullable().default(null),
  /** The refused edit that this one tries again. */
  retry_of: z.uuid().nullable().default(null),
  /**
   * Edits of one order that make no sense apart, such as both lines of a swap, are parts of one act and are sent in
   * one push: the server applies all of them or none (docs/decisions/0220). Null for a separate edit.
   */
  act: z
    .object({ id: z.uuid(), parts: z.int().min(2).max(MOST_PARTS) })
    .nullable()
    .default(null),
  /** The order of edits on the device. The device's clock never decides it. */
  seq: z.int().nonnegative(),
  /**
   * The person took the edit back while it was unknown whether the server had it. A server that does not have it
   * refuses it, as `withdrawn`, now and whenever it arrives again. A server that has it answers with its outcome.
   */
  withdrawn: z.literal(true).optional(),
  created_at: z.iso.datetime(),
  schema_version: z.int().positive(),
})
export type Mutation = z.infer<typeof Mutation>

/** What an edit carries beside its call, where it carries nothing: no base, increment, scan, reason, retry or act. */
export const BARE_EDIT = {
  base: { version: null, values: {} },
  adds: null,
  raw_scan: null,
  reason: null,
  retry_of: null,
  act: null,
} satisfies Partial<Mutation>

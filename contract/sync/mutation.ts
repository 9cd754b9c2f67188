/**
 * One edit, as it is kept in the outbox and as it travels: one of the specification's own calls (A §7) plus what makes
 * it safe to repeat (architecture, "What an outbox record is"). No token and no header is ever part of it.
 */
import { z } from 'zod'

/** Stands for the device where a documented call is run as an edit. */
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

/** No row has as many fields. */
export const MOST_FIELDS = 200
/** No field has as long a name. */
export const LONGEST_FIELD = 64

export const CallBody = z
  .record(z.string().max(LONGEST_FIELD), z.unknown())
  .meta({ maxProperties: MOST_FIELDS })

/** What one scan adds: a label may count a whole pallet. */
const MOST_ADDED = 10_000
/** No act has as many parts; fewer than two are no act. */
export const MOST_PARTS = 200
const Added = z.int().min(-MOST_ADDED).max(MOST_ADDED)

export const Mutation = z.object({
  /** The idempotency key, made and stored before the first send. */
  mutation_id: z.uuid(),
  device_id: z.string().min(1).max(64),
  /** Who made the edit. Another user never sends it. */
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
   * Readings, "Two people counting": a scan, or one more of a staged product, says by how much, and the server adds; the
   * body's value is then ignored.
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
   * Edits of one order that make no sense apart, such as both lines of a swap, are parts of one act and travel in one
   * push: the server applies all of them or none (docs/decisions/0220). Null for an edit that stands alone.
   */
  act: z
    .object({ id: z.uuid(), parts: z.int().min(2).max(MOST_PARTS) })
    .nullable()
    .default(null),
  /** The device's own order of edits; it never leaves the device's clock to decide. */
  seq: z.int().nonnegative(),
  /**
   * Its person took it back while nobody knew whether the server had it. A server that has not had it refuses it, as `withdrawn`, now
   * and whenever it comes again; one that has it answers what became of it.
   */
  withdrawn: z.literal(true).optional(),
  created_at: z.iso.datetime(),
  schema_version: z.int().positive(),
})
export type Mutation = z.infer<typeof Mutation>

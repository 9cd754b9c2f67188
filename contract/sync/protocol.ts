/** The messages between the device and the server: `POST sync/push` and `GET sync/changes`. */
import { z } from 'zod'
import { OrderingTerms } from '../orders/cutoff.ts'
import { byTable, TABLES, type ENTITIES, type Entity, type Table } from './entities.ts'
import { ROW, type Rows } from './rows.ts'

/** The most edits in one push; the server answers 413 to more, and the device sends fewer. */
export const PUSH_BATCH = 500

/** The most orders for which a device reports edits: more than all that it stores (`PULL_DAYS_BACK`). */
export const MOST_UNSENT_ORDERS = 5_000

/**
 * The shape of the rows in the feed. A row on a device keeps its shape until it changes, so a release with another
 * shape raises this number: each device then reads all rows once again.
 */
export const FEED_SHAPE = 6

const CountsByOrder = z.record(z.string(), z.int().nonnegative()).meta({ maxProperties: MOST_UNSENT_ORDERS })

/** A hundred years: a larger age comes from a wrong clock on the device. */
export const MOST_AGE_S = 100 * 365 * 86_400

/**
 * The push envelope. `mutations` are checked one by one, so that one malformed edit is refused alone and the good
 * ones are applied. Here they are only known to be an array.
 */
export const Push = z.object({
  device_id: z.string().min(1).max(64),
  /** The unsent edits of the device, by order, so that the foreman and the invoice screen can warn. */
  unsent: CountsByOrder.optional(),
  /**
   * The decisions that a person has to make on the device about refused and clashing edits, by order (0221). Earlier
   * releases leave it out.
   */
  needs_you: CountsByOrder.optional(),
  /** The age of the oldest edit that waits on the device, those of this push too. Seconds. */
  oldest_unsent_s: z.int().nonnegative().max(MOST_AGE_S).optional(),
  /** The release that runs on the device. */
  release: z.string().max(40).optional(),
  mutations: z.array(z.unknown()).max(PUSH_BATCH),
})
export type Push = z.infer<typeof Push>

/** The code of the refusal (403) of a push that names another device than its session began on. */
export const OTHER_DEVICE = 'other_device'

/** The outcome of one edit. An answer counts only if it echoes the edit's `mutation_id`. */
export const PushResult = z.object({
  mutation_id: z.string(),
  /**
   * `applied`: acknowledged. `refused` and `conflict`: stored as outcomes and shown. `held`: not tried because an
   * earlier edit of the same row was not applied. `retry`: the same key again later.
   */
  outcome: z.enum(['applied', 'refused', 'conflict', 'held', 'retry']),
  status: z.int(),
  /** The row as the server has it (null where it is deleted), the refusal's words, or the conflict. */
  body: z.unknown(),
  /**
   * The `body` of an edit that arrived before is the present row. These edits of the same person and row came after it
   * and are also in that row. Their answers may have been lost as well.
   */
  held: z.array(z.string()).optional(),
  server_time: z.string(),
})
export type PushResult = z.infer<typeof PushResult>

export const PushAnswer = z.object({ results: z.array(PushResult), server_time: z.string() })
export type PushAnswer = z.infer<typeof PushAnswer>

const rowArrays = byTable((entity) => z.array(ROW[entity])) as {
  [E in Entity as (typeof ENTITIES)[E]['table']]: z.ZodArray<(typeof ROW)[E]>
}
const key = z.union([z.string(), z.int()])

/**
 * One page of changes. The cursor is opaque and stored together with the rows.
 * - A full pull's page is a `range`: the complete set of one table's keys in (after, through]. The device removes
 *   what it has in between and the page lacks. A null `through` means to the end.
 * - Otherwise `gone` keys are removed and then `rows` are put: a key in both was deleted and made again. An order
 *   that is gone takes its items and pieces with it.
 * - `held` names the person's own edits that the rows contain: those applied since the cursor, and on a full pull's
 *   page those of its table that were applied since the previous full pull. An edit whose answer was lost must not be
 *   laid on such a row once more. A server from before this field leaves it out.
 */
export const Changes = z.object({
  cursor: z.string(),
  more: z.boolean(),
  range: z.object({ table: z.enum(TABLES), after: key.nullable(), through: key.nullable() }).nullable(),
  rows: z.object(rowArrays).partial(),
  gone: z.partialRecord(z.enum(TABLES), z.array(key)),
  held: z.array(z.string()).optional(),
  /**
   * A digest of the person's role, staff flag, company and locations. A server from before this field leaves it out.
   */
  standing: z.string().optional(),
  /**
   * On the first page after a restore: the moment to which the server's database was set back. The device sends again
   * what the server has acknowledged since (docs/decisions/0237). A server from before this field leaves it out.
   */
  set_back_to: z.iso.datetime().optional(),
  /**
   * On the first page of a first pull: the approximate number of its rows. A server from before this field leaves it
   * out.
   */
  expected: z.int().optional(),
  server_time: z.string(),
  /** The distributor's day, so that the device need not trust its own clock. */
  today: z.iso.date(),
  /** The distributor's clock and cut-off. A server from before this field leaves it out. */
  terms: OrderingTerms.optional(),
})
export type Changes = { rows: { [T in Table]?: Rows[T][] } } & Omit<z.infer<typeof Changes>, 'rows'>

const digestTexts = byTable(() => z.string().max(64))
/** The body of `POST sync/digests`: digests of the server's rows on a device, at its cursor. */
export const Digests = z.object({
  cursor: z.string().max(8_000),
  tables: z.object(digestTexts).partial(),
})
export type Digests = z.infer<typeof Digests>

/** The result of the server's comparison. */
export const DigestVerdict = z.object({
  /** The tables that could be compared: in the others something has changed after the cursor. */
  compared: z.array(z.enum(TABLES)),
  differ: z.array(z.enum(TABLES)),
  /** The cursor from which the device pulls the differing tables again; null where none differs. */
  cursor: z.string().nullable(),
})
export type DigestVerdict = z.infer<typeof DigestVerdict>

/** What the device and the server say to each other: `POST sync/push` and `GET sync/changes`. */
import { z } from 'zod'
import { OrderingTerms } from '../orders/cutoff.ts'
import { byTable, TABLES, type ENTITIES, type Entity, type Table } from './entities.ts'
import { ROW, type Rows } from './rows.ts'

/** The most edits that one push carries; more are answered 413 and the device sends fewer. */
export const PUSH_BATCH = 500

/** Orders of which a device may say that it holds edits: more than all that it keeps (`PULL_DAYS_BACK`). */
export const MOST_UNSENT_ORDERS = 5_000

/**
 * The shape of the rows that the feed brings. A row that a device has keeps its shape until it changes, so a release with
 * another shape raises this number: each device then takes all rows anew once.
 */
export const FEED_SHAPE = 6

const CountsByOrder = z.record(z.string(), z.int().nonnegative()).meta({ maxProperties: MOST_UNSENT_ORDERS })

/** A hundred years: what a device says beyond that comes of its clock. */
export const MOST_AGE_S = 100 * 365 * 86_400

/**
 * The push envelope. `mutations` are checked one by one, so that one malformed edit is refused alone and the good ones
 * are applied; here they are only known to be an array.
 */
export const Push = z.object({
  device_id: z.string().min(1).max(64),
  /** What still waits on the device, by order, so that the foreman and the invoice screen can warn. */
  unsent: CountsByOrder.optional(),
  /** The decisions that a person has to make there about refused and clashing edits, by order (0221). Earlier releases leave it out. */
  needs_you: CountsByOrder.optional(),
  /** How long ago the oldest edit that waits there was made, those of this push too. Seconds. */
  oldest_unsent_s: z.int().nonnegative().max(MOST_AGE_S).optional(),
  /** The release that runs on the device. */
  release: z.string().max(40).optional(),
  mutations: z.array(z.unknown()).max(PUSH_BATCH),
})
export type Push = z.infer<typeof Push>

/** A push that names another device than its session began on is refused with this code: 403. */
export const OTHER_DEVICE = 'other_device'

/** What became of one edit. Only an answer that echoes its `mutation_id` counts as one. */
export const PushResult = z.object({
  mutation_id: z.string(),
  /**
   * `applied` acknowledged; `refused` and `conflict` stored as outcomes and shown; `held` not tried because an earlier
   * edit of the same row was not applied; `retry` the same key again later.
   */
  outcome: z.enum(['applied', 'refused', 'conflict', 'held', 'retry']),
  status: z.int(),
  /** The row as the server has it (null where it is deleted), the refusal's words, or the conflict. */
  body: z.unknown(),
  /**
   * Of an edit that came before, `body` tells the row of now: these edits of the same person and row came after and are in
   * it too. Their answers may have been lost as well.
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
 * - a full pull's page is `range`: the whole truth about one table's keys in (after, through]; what the device has in
 *   between and the page lacks is removed. `through` null means to the end.
 * - otherwise `gone` keys are removed and then `rows` are put: a key in both was deleted and made again. An order that is gone
 *   takes its items and pieces with it.
 * - `held` names the person's own edits that the rows hold: of those applied since the cursor, and on a full pull's page of
 *   those of its table that were applied since the full pull before. One whose answer was lost must not be laid on such a
 *   row once more. A server of before this field leaves it out.
 */
export const Changes = z.object({
  cursor: z.string(),
  more: z.boolean(),
  range: z.object({ table: z.enum(TABLES), after: key.nullable(), through: key.nullable() }).nullable(),
  rows: z.object(rowArrays).partial(),
  gone: z.partialRecord(z.enum(TABLES), z.array(key)),
  held: z.array(z.string()).optional(),
  /** A digest of the person's role, staff flag, company and locations. A server of before this field leaves it out. */
  standing: z.string().optional(),
  /**
   * On the first page after a restore: the moment to which the server's database was set back. The device gives back what
   * the server has acknowledged since (docs/decisions/0237). A server of before this field leaves it out.
   */
  set_back_to: z.iso.datetime().optional(),
  /** On the first page of a first pull: about how many rows it brings. A server of before this field leaves it out. */
  expected: z.int().optional(),
  server_time: z.string(),
  /** The distributor's day, so that the device need not trust its own clock. */
  today: z.iso.date(),
  /** The distributor's clock and cut-off. A server of before this field leaves it out. */
  terms: OrderingTerms.optional(),
})
export type Changes = { rows: { [T in Table]?: Rows[T][] } } & Omit<z.infer<typeof Changes>, 'rows'>

const digestTexts = byTable(() => z.string().max(64))
/** The body of `POST sync/digests`: the server's rows on a device, as they are behind its cursor. */
export const Digests = z.object({
  cursor: z.string().max(8_000),
  tables: z.object(digestTexts).partial(),
})
export type Digests = z.infer<typeof Digests>

/** What the server has found. */
export const DigestVerdict = z.object({
  /** The tables that could be compared: in the others something has changed behind the cursor. */
  compared: z.array(z.enum(TABLES)),
  differ: z.array(z.enum(TABLES)),
  /** From here the device pulls again what differs; null where nothing does. */
  cursor: z.string().nullable(),
})
export type DigestVerdict = z.infer<typeof DigestVerdict>

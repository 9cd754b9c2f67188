/**
 * A device's position in the change feed. To the device it is opaque: `epoch.timeline.shape:position`. The position
 * holds the snapshot that the device has seen, the day and the rights that its rows were chosen by, and, within a full
 * pull, how far it has come.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { Day, Id } from '#contract/values.ts'
import type { Person } from '#contract/permissions.ts'
import { TABLES, type Table } from '#contract/sync/entities.ts'
import { marginsDigest, type PriceBasis } from '../fees/margins.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { companyOf } from '../platform/scope.ts'
import { packSnapshot, unpackSnapshot } from './snapshot.ts'

export interface Cursor {
  epoch: string
  /** PostgreSQL's timeline. A promoted standby and a recovery to a point in time each begin a new one. */
  timeline: string
  /** The oldest shape of the rows that the device has received. */
  shape: number
  /** A row that is not visible in this snapshot may be missing on the device. */
  snapshot: string
  /** The distributor's day that set the window of orders. */
  day: string
  /** A digest of the person's rights. */
  rights: string
  /**
   * Within a full pull: the table, the last key that the device has of it, and the snapshot behind which the person's
   * own edits may be unanswered on the device; null where that is not known.
   */
  full: { table: Table; after: string | null; from: string | null } | null
  /**
   * Before the tables of a full pull: the last of the orders that are picked next, whose rows the device has, and
   * `from` as in `full` (`first-orders.ts`).
   */
  first: { after: OrderPlace; from: string | null } | null
  /**
   * Within the changes behind an earlier cursor, where they are more than a page: the snapshot and the day of that
   * cursor, and the last key that the device has received. `snapshot` and `day` are then those of the first page.
   */
  changed: { since: string; day: string; table: Table; after: string | null } | null
}

/** The position of an order among those that are picked next. */
export const OrderPlace = z.object({ day: z.string(), id: z.number() })
export type OrderPlace = z.infer<typeof OrderPlace>

/** A cursor of an earlier release names neither a timeline nor a shape: these were the first ones. */
const FIRST = '1'

/** These take the place of a full pull's table name. */
const CHANGED = 'changed'
const FIRST_ORDERS = 'first'

export function writeCursor(cursor: Cursor): string {
  const { epoch, timeline, shape, snapshot, day, rights, full, first, changed } = cursor
  const position = [
    packSnapshot(snapshot),
    day,
    rights,
    ...(full ? [full.table, packed(full.from), ...(full.after === null ? [] : [full.after])] : []),
    ...(first ? [FIRST_ORDERS, packed(first.from), first.after.day, String(first.after.id)] : []),
    ...(changed
      ? [
          CHANGED,
          packSnapshot(changed.since),
          changed.day,
          changed.table,
          ...(changed.after === null ? [] : [changed.after]),
        ]
      : []),
  ]
  return `${epoch}.${timeline}.${shape}:${position.map(encodePart).join('~')}`
}

const packed = (snapshot: string | null) => (snapshot === null ? '' : packSnapshot(snapshot))

/** A key may hold the sign that separates the parts, which `encodeURIComponent` leaves alone. */
const encodePart = (part: string) => encodeURIComponent(part).replaceAll('~', '%7E')

const isTimeline = (text: string) => /^[\dA-F]{1,8}$/.test(text)
const isShape = (text: string) => /^\d{1,9}$/.test(text)
const isDay = (text: string) => Day.safeParse(text).success
const isTable = (text: string): text is Table => (TABLES as readonly string[]).includes(text)

/** Returns null where the server did not issue the text: the device then pulls everything. */
export function readCursor(text: string): Cursor | null {
  const [about, position, ...rest] = text.split(':')
  if (!about || !position || rest.length > 0) return null
  const [epoch, timeline = FIRST, shape = FIRST, ...more] = about.split('.')
  if (!epoch || !isTimeline(timeline) || !isShape(shape) || more.length > 0) return null
  let parts: string[]
  try {
    parts = position.split('~').map(decodeURIComponent)
  } catch {
    return null
  }
  const [packedNow = '', day = '', rights = '', table, ...within] = parts
  const snapshot = unpackSnapshot(packedNow)
  if (snapshot === null || !isDay(day)) return null
  const head = {
    epoch,
    timeline,
    shape: Number(shape),
    snapshot,
    day,
    rights,
    full: null,
    first: null,
    changed: null,
  }
  if (table === undefined) return head
  if (table === CHANGED) {
    const [packedSince = '', before = '', of = '', after = null] = within
    const since = unpackSnapshot(packedSince)
    if (since === null || !isDay(before) || !isTable(of)) return null
    return { ...head, changed: { since, day: before, table: of, after } }
  }
  const [packedFrom = '', after = null, number = ''] = within
  const from = packedFrom === '' ? null : unpackSnapshot(packedFrom)
  if (from === null && packedFrom !== '') return null
  if (table === FIRST_ORDERS) {
    const id = Id.safeParse(Number(number))
    if (after === null || !isDay(after) || !/^\d+$/.test(number) || !id.success) return null
    return { ...head, first: { after: { day: after, id: id.data }, from } }
  }
  return isTable(table) ? { ...head, full: { table, after, from } } : null
}

/** A digest of what the order lists of a company, and the public ones, contain. */
const ListsDigest = z.object({ lists: z.string() })

/**
 * Returns a digest of what decides which rows a person may have and with which prices: role, company, the locations
 * that they order for, and, for a person outside the house, the order lists of the company, the products of all public
 * lists and the margins that are on their products. Other contents of a public list change no person's rights, because
 * the list is everybody's. When the digest differs from the cursor's, the device pulls everything, with the present
 * prices, and deletes what it may not have.
 */
export async function scopeFingerprint(
  client: pg.ClientBase,
  person: Person,
  basis: PriceBasis,
  locations: readonly number[] | null,
): Promise<string> {
  const company = companyOf(person)
  const lists =
    company === null
      ? ''
      : (
          await queryOnlyRow(
            client,
            ListsDigest,
            `select concat(
                      (select string_agg(ol.id || '/' || ol.version || '/' || (select md5(string_agg(r.product, ' ' order by r.product)) from order_list_rows r where r.order_list_id = ol.id), ','
                                         order by ol.id)
                         from order_lists ol join company_locations cl on cl.id = ol.company_location_id
                        where ol.active and ol.visible and cl.company_id = $1),
                      '|',
                      (select md5(string_agg(distinct r.product, ' ' order by r.product))
                         from order_lists ol join order_list_rows r on r.order_list_id = ol.id
                        where ol.active and ol.visible and ol.is_public)) as lists`,
            [company],
          )
        ).lists
  const margins = basis === 'own' ? '' : await marginsDigest(client, basis.location)
  const rights = [
    person.id,
    person.role_id,
    person.is_staff,
    company,
    lists,
    margins,
    ...(locations ?? []),
  ].join('|')
  return digestOf(rights)
}

/**
 * Returns a digest of a person's role, staff flag, company and the locations that they order for. When it differs from
 * that of the last pull, a device deletes what it keeps beside the feed's tables.
 */
export function standingOf(person: Person, locations: readonly number[] | null): string {
  const own = locations === null ? 'all' : locations.toSorted((a, b) => a - b).join(' ')
  return digestOf([person.role_id, person.is_staff, companyOf(person), own].join('|'))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

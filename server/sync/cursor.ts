/**
 * Where a device is in the change feed. To the device it is opaque: `epoch:position`. The position holds the oldest
 * transaction that the device may not have seen all of, the day and the rights that its rows were chosen by, and, within
 * a full pull, how far it has come.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Day } from '#contract/values.ts'
import type { Person } from '#contract/permissions.ts'
import { TABLES, type Table } from '#contract/sync/protocol.ts'
import { marginsDigest, type PriceBasis } from '../fees/margins.ts'
import { companyOf } from '../platform/scope.ts'

export interface Cursor {
  epoch: string
  /** Rows written by this transaction or a later one may be missing on the device. */
  xid: string
  /** The distributor's day by which the window of orders was laid. */
  day: string
  /** A digest of the person's rights. */
  rights: string
  /**
   * Within a full pull: the table, the last key that the device has of it, and the transaction from which on the person's
   * own edits may be unanswered on the device; null where that is not known.
   */
  full: { table: Table; after: string | null; from: string | null } | null
}

export function writeCursor(cursor: Cursor): string {
  const { epoch, xid, day, rights, full } = cursor
  const position = [
    xid,
    day,
    rights,
    ...(full ? [full.table, full.from ?? '', ...(full.after === null ? [] : [full.after])] : []),
  ]
  return `${epoch}:${position.map(encodeURIComponent).join('~')}`
}

const isXid = (text: string) => /^\d{1,19}$/.test(text)

/** Null where the text is no cursor of ours: the device then pulls everything. */
export function readCursor(text: string): Cursor | null {
  const [epoch, position, ...rest] = text.split(':')
  if (!epoch || !position || rest.length > 0) return null
  let parts: string[]
  try {
    parts = position.split('~').map(decodeURIComponent)
  } catch {
    return null
  }
  const [xid = '', day = '', rights = '', table, from = '', after = null] = parts
  if (!isXid(xid) || !Day.safeParse(day).success) return null
  if (table === undefined) return { epoch, xid, day, rights, full: null }
  if (!TABLES.includes(table as Table) || !(from === '' || isXid(from))) return null
  return { epoch, xid, day, rights, full: { table: table as Table, after, from: from || null } }
}

/**
 * A digest of what decides which rows a person may have and with which prices: role, company, and for somebody outside the
 * house the order lists of the company and the margins that are on their products. When it differs from the cursor's, the
 * device pulls everything, with the prices of now, and loses what it may not have.
 */
export async function rightsOf(client: pg.ClientBase, person: Person, basis: PriceBasis): Promise<string> {
  const company = companyOf(person)
  const lists =
    company === null
      ? ''
      : (
          await client.query<{ lists: string }>(
            `select coalesce(string_agg(ol.id || '/' || ol.version || '/' || (select md5(string_agg(r.product, ' ' order by r.product)) from order_list_rows r where r.order_list_id = ol.id), ','
                                        order by ol.id), '') as lists
               from order_lists ol left join company_locations cl on cl.id = ol.company_location_id
              where ol.active and ol.visible and (cl.company_id = $1 or ol.is_public)`,
            [company],
          )
        ).rows[0]!.lists
  const margins = basis === 'own' ? '' : await marginsDigest(client, basis.location)
  const rights = [person.id, person.role_id, person.is_staff, company, lists, margins].join('|')
  return createHash('sha256').update(rights).digest('base64url').slice(0, 16)
}

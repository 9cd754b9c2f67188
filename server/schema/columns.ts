/** Column shapes that several tables share. */
import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  customType,
  index,
  integer,
  numeric,
  text,
  timestamp,
  uuid,
  type AnyPgColumn,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'

/** Money: exact, two places. It leaves the database as a decimal string. */
export const dollars = (name: string) => numeric(name, { precision: 14, scale: 2 })
/** A weight in lb (or kg where the name says so): exact, three places. */
export const pounds = (name: string) => numeric(name, { precision: 10, scale: 3 })
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** PostgreSQL's 64-bit transaction id. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Returns the columns that make a row part of the change feed: a version that grows with every write, and the
 * transaction that wrote it last. Both are kept by a trigger (`synced_row`), so that no writer can forget them.
 */
export const synced = () => ({
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  changedXid: xid8('changed_xid')
    .notNull()
    .default(sql`pg_current_xact_id()`),
})

/**
 * Returns the column that a row is searched by, one text that PostgreSQL keeps: a trigram index finds any three letters
 * of it.
 */
export const searched = (of: () => SQL) => ({ search: text('search').notNull().generatedAlwaysAs(of) })
export const searchIndex = (name: string, column: ExtraConfigColumn) =>
  index(name).using('gin', column.op('gin_trgm_ops'))

/** Bytes as they are. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The number of the row that owns this one: when the owner is deleted, so is this row. */
export const ownerId = (name: string, owner: () => AnyPgColumn) =>
  integer(name).notNull().references(owner, { onDelete: 'cascade' })
/** The same, where the owner's id is a uuid. */
export const ownerUuid = (name: string, owner: () => AnyPgColumn) =>
  uuid(name).notNull().references(owner, { onDelete: 'cascade' })

/** Which of a person's own edits an answer of the feed holds: a device must not apply them to its rows once more. */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { ENTITY_OF, type Table } from '#contract/sync/entities.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { EVERYTHING_UNSEEN, seenSql, unseenSql } from './snapshot.ts'

/**
 * A cursor of another epoch gives no time. Then the answer names the person's latest edits, more than a device holds.
 */
const MOST_HELD_EDITS = 50_000

export interface Source {
  client: pg.ClientBase | pg.Pool
  /** The snapshot in which the answer's rows were read; null for that of the client's own transaction. */
  seen: string | null
}

/** The keys of a table that a page of changes covers: those behind `after`, up to `through` where that is not null. */
export interface CoveredKeys {
  table: Table
  after: string | null
  through: string | null
}

/** The ids of edits, as a JSON list. */
const HeldEdits = z.object({ ids: z.string() })

/**
 * Returns the person's own edits that this answer's rows hold and an earlier snapshot's did not, of one table or of
 * all.
 */
export async function heldSince(
  { client, seen }: Source,
  person: Person,
  from: string | null,
  table: Table | null,
): Promise<string> {
  const { ids } = await queryOnlyRow(
    client,
    HeldEdits,
    {
      name: 'held',
      text: `select coalesce(json_agg(id), '[]')::text as ids
             from (select id from mutations
                    where user_id = $1 and outcome = 'applied' and ${unseenSql('changed_xid', '$2')}
                      and ${seenSql('changed_xid', '$5')}
                      and ($3::text is null or entity = $3
                           -- A staged order that was placed is no longer in the staged rows.
                           or ($3 = 'sharedcartitems' and entity = 'orders' and method = 'POST'))
                    order by changed_xid desc, id limit $4) held`,
    },
    [
      person.id,
      from ?? EVERYTHING_UNSEEN,
      table && ENTITY_OF[table],
      from === null ? MOST_HELD_EDITS : null,
      seen,
    ],
  )
  return ids
}

/**
 * Returns the person's own edits since then of rows that a page covers. An edit that placed a staged order has changed
 * the staged rows: the page that covers the last of them names it. Any other order is known by its number.
 */
export async function heldAmong(
  { client, seen }: Source,
  person: Person,
  since: string,
  covered: readonly CoveredKeys[],
  gone: Partial<Record<Table, (string | number)[]>>,
): Promise<string> {
  const goneKeys = (Object.entries(gone) as [Table, (string | number)[]][]).flatMap(([table, keys]) =>
    keys.map((key) => ({ entity: ENTITY_OF[table], key: String(key) })),
  )
  const { ids } = await queryOnlyRow(
    client,
    HeldEdits,
    {
      name: 'held among',
      text: `select coalesce(json_agg(m.id), '[]')::text as ids from mutations m
            where m.user_id = $1 and m.outcome = 'applied' and ${unseenSql('m.changed_xid', '$2')}
              and ${seenSql('m.changed_xid', '$9')}
              and (m.order_id = any($6::int[])
                   or (m.entity, m.entity_id) in (select * from unnest($7::text[], $8::text[]))
                   or exists (select from unnest($3::text[], $4::text[], $5::text[]) as t(entity, after, through)
                               where case
                                 when m.entity = 'orders' and m.body ->> 'staged' is not null
                                   then t.entity = 'sharedcartitems' and t.through is null
                                 when t.entity <> m.entity then false
                                 when m.entity = 'orders'
                                   then m.order_id > coalesce(t.after, '0')::int
                                    and (t.through is null or m.order_id <= t.through::int)
                                 else (t.after is null or m.entity_id collate "C" > t.after)
                                  and (t.through is null or m.entity_id collate "C" <= t.through) end))`,
    },
    [
      person.id,
      since,
      covered.map(({ table }) => ENTITY_OF[table]),
      covered.map(({ after }) => after),
      covered.map(({ through }) => through),
      gone.orders ?? [],
      goneKeys.map(({ entity }) => entity),
      goneKeys.map(({ key }) => key),
      seen,
    ],
  )
  return ids
}

const UnseenEdit = z.object({ is_unseen: z.boolean() })

/**
 * Whether the person has made an edit that a snapshot does not show, and that a device would lose if it stored rows of
 * that snapshot: a deletion, or an edit of a barcode. A device never puts an older version over a newer one, but a
 * deleted row has no version, and a barcode has none.
 */
export async function hasUnseenEdit(client: pg.Pool, person: Person, snapshot: string): Promise<boolean> {
  const { is_unseen } = await queryOnlyRow(
    client,
    UnseenEdit,
    {
      name: 'unseen edit',
      text: `select exists (select from mutations
                           where user_id = $1 and outcome = 'applied' and ${unseenSql('changed_xid', '$2')}
                             and (method = 'DELETE' or entity = 'barcodealternates')) as is_unseen`,
    },
    [person.id, snapshot],
  )
  return is_unseen
}

/**
 * The stored outcomes of edits: they are stored with the edit, found again for the dedupe, and show who changed what.
 */
import type pg from 'pg'
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import { EditableEntity, type Mutation } from '#contract/sync/mutation.ts'
import { ITEM_ROW_SQL, orderSqlFor, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { stagedBy, STAGED_SQL } from '../ordering/present.ts'
import { queryJsonRows, queryRow, queryRows, TextIdRow } from '../platform/rows.ts'
import { BARCODE_SQL } from '../products/present.ts'

export interface Submitter {
  /** The person whose edits they are. */
  person: Person
  /** The device that sends them. */
  device: string
  /**
   * The person who imported them from an exported outbox, where that is another user. The edits then run with the
   * lesser of both people's rights.
   */
  importedBy?: Person
}

export interface StoredOutcome {
  fingerprint: string
  outcome: 'applied' | 'refused' | 'conflict'
  status: number
  /** The words of a refusal or conflict; null for an applied edit. */
  answer: unknown
  /**
   * Returns the present row of the edit; null where it is gone, or belongs to another company than `company` where that
   * is not null.
   */
  current(client: pg.ClientBase, company: number | null): Promise<unknown>
  /** Returns the same person's later edits that the row holds too. */
  heldSince(client: pg.ClientBase): Promise<string[]>
}

/**
 * Returns SQL that selects edits of the row `id`. The index holds a short number of the id, because the text would be
 * most of it.
 */
export const ofRow = (edits: string, id: string) =>
  `${edits}.entity_id = ${id} and hashtextextended(${edits}.entity_id, 0) = hashtextextended(${id}, 0)`

/** $1 is the row's key, $2 the company that the caller is limited to, null for none. */
const ORDER_SEEN = (order: string) =>
  `($2::int is null or exists (select from orders own where own.id = ${order} and own.company_id = $2))`
const ROW: Record<EditableEntity, string> = {
  orders: `${orderSqlFor('$2')} where o.id = $1::int and ${ORDER_SEEN('o.id')}`,
  orderitems: `${ITEM_ROW_SQL} where i.id = $1::uuid and ${ORDER_SEEN('i.order_id')}`,
  ordersubitems: `${SUBITEM_ROW_SQL} where s.id = $1::uuid and ${ORDER_SEEN('s.order_id')}`,
  barcodealternates: `${BARCODE_SQL} where b.barcode = $1::text and $2::int is null`,
  sharedcartitems: `${STAGED_SQL} where s.id = $1::text and ${stagedBy('$2')}`,
}

/**
 * Returns the present row with this key; null where it is gone, or belongs to another company than `company` where that
 * is not null.
 */
export async function currentRow(
  client: pg.ClientBase,
  entity: EditableEntity,
  id: string | number | null,
  company: number | null,
): Promise<unknown> {
  // The row may be of any entity, so its shape is not checked.
  const [row] = await queryJsonRows(client, z.unknown(), ROW[entity], [id, company])
  return row ?? null
}

const StoredEdit = z.object({
  id: z.string(),
  fingerprint: z.string(),
  outcome: z.enum(['applied', 'refused', 'conflict']),
  status: z.number(),
  answer: z.unknown(),
  entity: EditableEntity,
  entity_id: z.string(),
  order_id: z.number().nullable(),
})

/** Returns the outcomes of this person's edits with these keys. */
export async function findStored(
  client: pg.ClientBase | pg.Pool,
  user: number,
  ids: string[],
): Promise<Map<string, StoredOutcome>> {
  const stored = await queryRows(
    client,
    StoredEdit,
    {
      name: 'stored outcomes',
      text: `select id, fingerprint, outcome, status, answer, entity, entity_id, order_id from mutations
            where user_id = $2 and id = any($1::text[])`,
    },
    [ids, user],
  )
  return new Map(
    stored.map(({ id, entity, entity_id, order_id, ...row }) => [
      id,
      {
        ...row,
        // The device that placed an order knows it by a name, not by its number.
        current: (connection, company) =>
          currentRow(
            connection,
            entity,
            entity === 'orders' ? (order_id ?? (/^\d{1,9}$/.test(entity_id) ? entity_id : null)) : entity_id,
            company,
          ),
        async heldSince(connection) {
          const later = await queryRows(
            connection,
            TextIdRow,
            `select later.id from mutations m join mutations later using (user_id, entity, entity_id)
              where m.user_id = $2 and m.id = $1 and ${ofRow('later', 'm.entity_id')} and later.id <> m.id and later.outcome = 'applied'
                and later.changed_xid >= m.changed_xid order by later.id`,
            [id, user],
          )
          return later.map((row) => row.id)
        },
      },
    ]),
  )
}

/** Who changed a row, and when. */
const LastChange = z.object({ who: z.string(), at: z.string() })

/**
 * Returns who last set one of these fields of a row (or any, where none is named), for the card that shows a clash. An
 * edit of an imported file also names its importer: "ann, brought by foreman".
 */
export async function whoChanged(
  client: pg.ClientBase,
  entity: string,
  id: string,
  fields: string[],
): Promise<z.infer<typeof LastChange> | null> {
  const last = await queryRow(
    client,
    LastChange,
    `select concat_ws(', brought by ', u.username, b.username) as who, m.at
       from mutations m join users u on u.id = m.user_id left join users b on b.id = m.brought_by
      where m.entity = $1 and ${ofRow('m', '$2')} and m.outcome = 'applied'
        and (cardinality($3::text[]) = 0 or m.method = 'DELETE' or m.body ?| $3::text[] or m.body -> 'adds' ?| $3::text[])
      order by m.at desc limit 1`,
    [entity, id, fields],
  )
  return last ?? null
}

/** The columns of `mutations` that an edit fills, with their types. */
const KEPT = {
  id: 'text',
  fingerprint: 'text',
  user_id: 'int',
  brought_by: 'int',
  device_id: 'text',
  entity: 'text',
  entity_id: 'text',
  order_id: 'int',
  method: 'text',
  body: 'jsonb',
  raw_scan: 'text',
  reason: 'text',
  retry_of: 'text',
  outcome: 'text',
  status: 'int',
  answer: 'jsonb',
  made_at: 'timestamptz',
} as const
const KEPT_NAMES = Object.keys(KEPT) as (keyof typeof KEPT)[]
const STORE_OUTCOMES = `insert into mutations (${KEPT_NAMES.join(', ')}, at)
  select ${KEPT_NAMES.map((name, n) => `unnest($${n + 2}::${KEPT[name]}[])`).join(', ')}, $1::timestamptz`

/** In characters. No edit that could be applied is longer. */
const MOST_REFUSED_BODY_CHARACTERS = 4_096

/**
 * Whether a refused edit is kept with its content. An edit of a row that its person cannot see, from a person who may
 * not pick, or of great length is of no use to a reader: only its arrival and its answer are kept.
 */
const keepsRefused = (person: Person, { call }: Mutation, status: number): boolean =>
  status !== 404 &&
  can(person, 'orders.pick') &&
  JSON.stringify(call.body).length <= MOST_REFUSED_BODY_CHARACTERS

/** The outcome of one edit, as it is kept. */
export interface Kept {
  edit: Mutation
  print: string
  order: number | null
  answer: { outcome: string; status: number; body: unknown }
}

/** Stores the outcomes of a batch's edits. */
export async function storeOutcomes(
  client: pg.ClientBase,
  now: Date,
  { person, device, importedBy }: Submitter,
  ended: readonly Kept[],
): Promise<void> {
  if (ended.length === 0) return
  const rows = ended.map(({ edit: m, print, order, answer }): Record<keyof typeof KEPT, unknown> => {
    const keeps = answer.outcome === 'applied' || keepsRefused(person, m, answer.status)
    return {
      id: m.mutation_id,
      fingerprint: print,
      user_id: m.user_id,
      brought_by: importedBy?.id ?? null,
      device_id: importedBy ? m.device_id : device,
      entity: m.entity,
      entity_id: m.entity_id,
      order_id: order,
      method: m.call.method,
      body: !keeps ? null : m.adds ? { ...m.call.body, adds: m.adds } : m.call.body,
      raw_scan: keeps ? m.raw_scan : null,
      reason: keeps ? m.reason : null,
      retry_of: m.retry_of,
      outcome: answer.outcome,
      status: answer.status,
      // An applied edit's row is in its table. Only the words of a refusal or conflict are kept.
      answer: answer.outcome === 'applied' ? null : answer.body,
      made_at: m.created_at,
    }
  })
  await client.query({
    name: 'store outcomes',
    text: STORE_OUTCOMES,
    values: [now, ...KEPT_NAMES.map((name) => rows.map((row) => row[name]))],
  })
}

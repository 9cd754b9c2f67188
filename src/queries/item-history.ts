/** Who did what to an order and its items (issue "The floor"): the server's audit lines in words. */
import { z } from 'zod'
import { AuditLine, deviceWord } from '#contract/sync/devices.ts'
import { editWords, showScan } from '#contract/sync/words.ts'
import type { Client } from '#src/api/client.ts'

/** One act of a person, in words. */
export interface ItemAct {
  id: string
  title: string
  detail: string
  /** The person, and the device. */
  who: string
  /** When, as an ISO time. */
  at: string
  /** The reason, and the outcome, where that is not the usual one. */
  note: string
  /** The code that was read, with invisible characters spelt out. */
  code: string
}

/** Returns the acts on these items and their pieces, newest first. Rejects as the client does. */
export async function itemHistory(
  client: Client,
  items: readonly { id: string; order: number }[],
  signal: AbortSignal,
): Promise<ItemAct[]> {
  const all = await Promise.all(
    items.map(async ({ id, order }) =>
      (await client.api('GET', `orderitems/${id}/audit`, { schema: z.array(AuditLine), signal })).map(
        (line, n) => itemActOf(line, `${id}/${n}`, items.length > 1 ? `Order ${order} · ` : ''),
      ),
    ),
  )
  return all.flat().toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** Returns the acts on an order itself, newest first. Rejects as the client does. */
export async function orderHistory(client: Client, order: number, signal: AbortSignal): Promise<ItemAct[]> {
  const lines = await client.api('GET', `orders/${order}/audit`, { schema: z.array(AuditLine), signal })
  return lines.map((line, n) => itemActOf(line, String(n), '', String(order))).toReversed()
}

/** One line in words; `before` is said before its title. `entity_id` is that of the row, where the words name it. */
export function itemActOf(line: AuditLine, id: string, before = '', entity_id = ''): ItemAct {
  const { entity, method, raw_scan, reason, outcome, username, brought_by, device_id, device_name } = line
  // The amount that a scan adds is kept with the fields that it set.
  const { adds = null, ...body } = (line.body ?? {}) as Record<string, unknown>
  const edit = {
    entity,
    entity_id,
    order: null,
    call: { method, path: '', body },
    adds,
  } as Parameters<typeof editWords>[0]
  const { title, detail } = editWords(edit, null)
  return {
    id,
    title: `${before}${title}`,
    detail,
    who: [username, deviceWord(device_id, device_name), brought_by && `brought by ${brought_by}`]
      .filter(Boolean)
      .join(', '),
    at: line.made_at,
    note: [reason, outcome !== 'applied' && 'The server did not take this.'].filter(Boolean).join(' · '),
    code: raw_scan === null ? '' : showScan(raw_scan),
  }
}

/** What can be changed of orders without a network (A261, A271; docs/decisions/0271). */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { ApiError, refusalCodeOf } from '#src/api/errors.ts'
import { ChangedMeanwhile } from '#src/queries/unchanged.ts'
import type { Engine } from '#src/sync/engine.ts'
import { answerTo } from '#src/sync/save-orders.ts'
import { z } from 'zod'

export type OrderFieldPatch = Partial<Pick<OrderRow, 'placed_date' | 'delivery_date' | 'note' | 'picker'>>

/**
 * Stores the change of each order on the device, sends it and waits for the server's answer (readings, "Offline"): `waits` where it is
 * stored and not answered yet. Orders that the device does not keep are changed on the server.
 * Rejects with the reason when it is refused, cannot be stored, or the server is needed and not there.
 * @param seen what the person saw of the fields when they began to type; left out where they saw the present values
 */
export async function editOrders(
  engine: Engine,
  orders: readonly OrderRow[],
  patch: OrderFieldPatch,
  seen?: OrderFieldPatch,
): Promise<'saved' | 'waits'> {
  const editOf = ({ id }: OrderRow) =>
    ({
      entity: 'orders',
      entity_id: String(id),
      order: id,
      method: 'PATCH',
      body: patch,
      ...(seen && { seen }),
    }) as const
  const kept = await engine.db.orders.bulkGet(orders.map(({ id }) => id))
  const here = orders.filter((_, n) => kept[n])
  const away = orders.filter((_, n) => !kept[n])
  let refusal: Error | null = null
  try {
    if (away.length > 0) await engine.sendAway(away.map(editOf), away)
  } catch (error) {
    // What the server refuses of one order does not stop the change of the others.
    if (!(error instanceof ApiError)) throw error
    refusal = clashAnswered(error) ?? error
  }
  const end = here.length === 0 ? 'saved' : await storeEdits(engine, here.map(editOf))
  if (refusal) throw refusal
  return end
}

/** A clash with another user's change, of this device or answered by the server. */
const Clash = z.object({
  message: z.string(),
  fields: z.record(z.string(), z.object({ theirs: z.unknown() })),
})

/** Returns the clash that the server answered; null for another refusal. */
function clashAnswered(error: ApiError): ChangedMeanwhile | null {
  const { data } = Clash.safeParse(error.body)
  return data && refusalCodeOf(error) === 'conflict' ? clashOf(data) : null
}

/** Returns a clash with what another user has stored. */
function clashOf({ message, fields }: z.infer<typeof Clash>): ChangedMeanwhile {
  const said = Object.values(fields).map(({ theirs }) => {
    const now = typeof theirs === 'string' && theirs !== '' ? `It is “${theirs}” now.` : 'It is empty now.'
    return `${now} Save again to replace it.`
  })
  return new ChangedMeanwhile([message, ...said].join('\n'))
}

async function storeEdits(engine: Engine, edits: readonly NewEdit[]): Promise<'saved' | 'waits'> {
  const result = await engine.commit(edits)
  if (result.kind === 'conflict') throw clashOf(result)
  if (result.kind !== 'committed') throw new Error(result.message)
  return answerTo(
    engine,
    result.records.map(({ mutation_id }) => mutation_id),
  )
}

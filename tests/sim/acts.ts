/** Edits that make no sense apart, of one order: a swap, a substitution with its pieces, an added line with its pieces. */
import { asOne } from '#contract/orders/acts.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { Chance } from './chance.ts'
import type { Tab } from './device.ts'
import type { Doing } from './edits.ts'
import { FOREMAN, PRODUCTS } from './server.ts'
import type { Sim } from './sim.ts'
import { commitDoing, type Weather } from './steps.ts'

/** Every so often a person does one of these in place of what the step would be; drawn apart from the steps. */
export async function actStep(sim: Sim, weather: Weather, chance: Chance): Promise<string | undefined> {
  if (!chance.oneIn(9)) return undefined
  const tabs = sim.devices.flatMap((device) => device.tabs.filter((tab) => tab.engine && !tab.frozen))
  const tab = tabs.length > 0 ? chance.pick(tabs) : undefined
  const doing = tab && someAct(tab, chance)
  return doing && commitDoing(sim, tab, doing, chance, weather)
}

function someAct(tab: Tab, chance: Chance): Doing | undefined {
  const { device, user, engine } = tab
  if (!user || !engine) return undefined
  const items = device.rows<OrderItemRow>(user.id, 'items')
  if (items.length === 0) return undefined
  const item = items[Math.min(chance.whole(items.length), chance.whole(items.length))]!
  const patch = (body: Record<string, unknown>): NewEdit => ({
    entity: 'orderitems',
    entity_id: item.id,
    method: 'PATCH',
    body,
  })
  const line = (id: string, body: Record<string, unknown>): NewEdit => ({
    entity: 'orderitems',
    entity_id: id,
    method: 'POST',
    body: { order: item.order, product: chance.pick(PRODUCTS), ...body },
  })
  const pieceOf = (order_item: string): NewEdit => ({
    entity: 'ordersubitems',
    entity_id: engine.newId(),
    method: 'POST',
    body: { order_item, unit_type: 'u', weight_lbs: `${1 + chance.whole(9)}.500` },
  })
  const act = (what: string, edits: NewEdit[]): Doing => ({ what, edits: asOne(edits, engine.newId) })
  const [name, id] = [item.id.slice(-2), engine.newId()]
  const substitution = () => {
    const old = device
      .rows<OrderSubitemRow>(user.id, 'subitems')
      .filter(({ order_item }) => order_item === item.id)
      .map((piece): NewEdit => ({ entity: 'ordersubitems', entity_id: piece.id, method: 'DELETE' }))
    const first = patch({ product: chance.pick(PRODUCTS), unit_quantity: 1 })
    return act(`substitution of ${name}`, [first, ...old, pieceOf(item.id)])
  }
  // Only a foreman may add lines.
  if (user.username !== FOREMAN) return substitution()
  const { unit_quantity, units_ordered } = item
  return chance.pick([
    substitution,
    () =>
      act(`swap of ${name}`, [
        line(id, { unit_quantity, units_ordered }),
        patch({ unit_quantity: 0, units_ordered: 0, picked: false }),
      ]),
    () => act(`line with pieces`, [line(id, { unit_quantity: 2 }), pieceOf(id), pieceOf(id)]),
  ])()
}

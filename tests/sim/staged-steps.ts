/** Staged orders in the simulation: two devices of a foreman and the office stage, remove, place and clear at once. */
import { stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { addOne, removeOne, setTo } from '#features/ordering/cart/cart.ts'
import { changeEdit, removalEdit, stagedProducts } from '#features/ordering/placing/staged.ts'
import { weighted, type Chance } from './chance.ts'
import type { Tab } from './device.ts'
import type { Doing } from './edits.ts'
import { Violation } from './model.ts'
import { CUSTOMER, FOREMAN, PRODUCTS } from './server.ts'
import type { Sim } from './sim.ts'
import { takeStaged } from './staged.ts'
import { commitDoing, type Weather } from './steps.ts'
import { rest } from './storage.ts'

/** The only location. */
const LOCATION = 1
/** Few products, so that people meet there. */
const STAGEABLE = PRODUCTS.slice(0, 3)

/** In some steps a person changes the staged order; returns null in all others. Its chance is its own stream. */
export async function stagedStep(sim: Sim, weather: Weather, chance: Chance): Promise<string | null> {
  if (!chance.oneIn(6)) return null
  const tabs = sim.devices.flatMap(({ tabs: all }) =>
    all.filter(({ engine, user, frozen }) => engine && !frozen && user?.username === FOREMAN),
  )
  if (tabs.length === 0 || (sim.server.up && chance.oneIn(3)))
    return sim.server.up ? office(sim, chance) : null
  const tab = chance.pick(tabs)
  const doing = somethingStaged(tab, chance)
  const said = doing && (await commitDoing(sim, tab, doing, chance, weather))
  await rest()
  return said ?? null
}

/** Returns one act of a person on the screen of the staged order. */
function somethingStaged(tab: Tab, chance: Chance): Doing | null {
  const upc = chance.pick(STAGEABLE)
  const rows = tab.device.rows<StagedItem>(tab.user!.id, 'staged')
  const row = rows.find(({ id }) => id === stagedId(LOCATION, upc))
  const as = (what: string, edit: NewEdit | null): Doing | null => edit && { what, edits: [edit] }
  const change = (how: Parameters<typeof changeEdit>[4]) => changeEdit(LOCATION, upc, row, 'u', how)
  const kinds: (readonly [number, () => Doing | null])[] = [
    [8, () => as(`stages one more ${upc.slice(-2)}`, change(addOne))],
    [4, () => as(`stages one fewer ${upc.slice(-2)}`, change(removeOne))],
    [2, () => as(`types a staged number ${upc.slice(-2)}`, change(setTo(1 + chance.whole(9))))],
    [1, () => as(`removes staged ${upc.slice(-2)}`, row ? removalEdit(LOCATION, upc) : null)],
    [5, () => placing(tab.engine!.newId(), rows)],
  ]
  return weighted(chance, kinds)?.() ?? null
}

/** Places everything on the screen. */
function placing(id: string, rows: readonly StagedItem[]): Doing | null {
  const body = orderOf(rows)
  return (
    body && {
      what: `places the staged order ${id.slice(-4)}`,
      edits: [{ entity: 'orders', entity_id: id, method: 'POST', body }],
    }
  )
}

function orderOf(rows: readonly StagedItem[]) {
  const lines = stagedProducts(rows)
  if (lines.length === 0) return null
  return {
    customer: CUSTOMER,
    submitted_date: '2026-11-21',
    created_date: '2026-11-21',
    total: '1.00',
    order_items: lines.map(({ upc, unit_in_cart, case_in_cart }) => ({
      product: upc,
      unit_quantity: unit_in_cart,
      case_quantity: case_in_cart,
    })),
    delivery_date: '2199-12-31',
    note: 'staged',
    staged: LOCATION,
  }
}

const ROWS = `select id, upc, company_location_id as company_location, unit_quantity, case_quantity
                from shared_cart_items order by id`

/** Does the same as the office by the plain calls. The office places what it saw a moment ago. */
async function office(sim: Sim, chance: Chance): Promise<string> {
  const { server } = sim
  const upc = chance.pick(STAGEABLE)
  const id = stagedId(LOCATION, upc)
  const body = { upc, company_location: LOCATION, unit_quantity: 1 + chance.whole(3), case_quantity: 0 }
  const calls: (readonly [number, readonly [string, string, unknown?] | null])[] = [
    [6, ['POST', 'sharedcartitems/?force_add=True', body]],
    [2, ['PATCH', `sharedcartitems/${id}`, { unit_quantity: chance.whole(6) }]],
    [1, ['DELETE', `sharedcartitems/${id}`]],
    [0.5, ['POST', 'sharedcartclear/', { company_location_id: LOCATION }]],
    [3, null],
  ]
  const call = weighted(chance, calls)
  if (call) {
    const { status } = await server.officeCall(...call)
    await sim.model.take(server)
    return `the office: ${call[0]} ${call[1]} → ${status}`
  }
  return officePlaces(sim)
}

async function officePlaces(sim: Sim): Promise<string> {
  const { server } = sim
  const before = await server.rows<StagedItem>(ROWS)
  const order = orderOf(before)
  if (!order) return 'the office sees no staged order'
  const { status, body } = await server.officeCall('POST', 'orders/', order)
  const want = new Map<string, Record<string, unknown>>(
    before.map(({ id, unit_quantity, case_quantity }) => [id, { unit_quantity, case_quantity }]),
  )
  if (status === 201) takeStaged(want, { call: { method: 'POST', path: 'orders/', body: order } })
  const have = await server.rows<StagedItem>(ROWS)
  for (const { id, unit_quantity } of have)
    if (want.get(id)?.['unit_quantity'] !== unit_quantity)
      throw new Violation(
        'staged left',
        `${id} has ${unit_quantity} after an order of it that was answered ${status}`,
      )
  if (status === 201)
    await server.officeCall('POST', 'sharedcartclear/', {
      company_location_id: LOCATION,
      order: (JSON.parse(body) as { id: number }).id,
    })
  await sim.model.take(server)
  return `the office places the staged order → ${status}`
}

/** Edits that make no sense apart: the server applies all parts of an act or none (docs/decisions/0220). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mutation } from '#contract/sync/mutation.ts'
import { makeItem, makeOrder, makeProduct, type ItemRecord } from '../../factories/business.ts'
import { newId, patchOf, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord
let substitute: string
let me: House['people']['picker']

beforeAll(async () => {
  me = flow.house.people.picker
})
beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
  substitute = (await makeProduct(flow.pool)).upc
  await flow.pool.query('update products set acceptable_substitutions = array[$2] where upc = $1', [
    item.product,
    substitute,
  ])
})

const mine = (edits: unknown[]) => push(flow.server, me.username, edits)
const outcomes = (results: { outcome: string; status: number }[]) =>
  results.map(({ outcome, status }) => `${outcome} ${status}`)

function asAct<T extends Mutation>(edits: readonly T[]): T[] {
  const act = { id: newId(), parts: edits.length }
  return edits.map((edit) => ({ ...edit, act }))
}
const added = (id: string) =>
  postOf(me, 'orderitems', id, {
    id,
    order: item.order_id,
    product: substitute,
    original_product: item.product,
    units_ordered: 3,
    unit_quantity: 2,
  })
/** Returns the edits of both lines of a swap; `seen` is the old line's quantity that the picker saw. */
const swap = (id: string, seen = 0) =>
  asAct([added(id), patchOf(me, item, { units_ordered: 0, unit_quantity: 0 }, { unit_quantity: seen })])
const lines = async () =>
  (
    await flow.pool.query<{ product: string; unit_quantity: number }>(
      'select product, unit_quantity from order_items where order_id = $1 order by id',
      [item.order_id],
    )
  ).rows
const known = async (edits: readonly Mutation[]) =>
  (
    await flow.pool.query<{ id: string; outcome: string }>(
      'select id, outcome from mutations where id = any($1)',
      [edits.map((edit) => edit.mutation_id)],
    )
  ).rows
const countOneMore = () => mine([{ ...patchOf(me, item, { unit_quantity: 1 }), adds: { unit_quantity: 1 } }])

describe('an act', () => {
  it('is applied whole, with pieces of a line that it makes', async () => {
    const id = newId()
    const piece = postOf(me, 'ordersubitems', newId(), {
      order_item: id,
      unit_type: 'u',
      weight_lbs: '1.25',
    })
    const edits = asAct([added(id), piece, patchOf(me, item, { units_ordered: 0 })])
    expect(outcomes(await mine(edits))).toEqual(['applied 201', 'applied 201', 'applied 200'])
    expect(await lines()).toMatchObject([{ unit_quantity: 0 }, { product: substitute, unit_quantity: 2 }])
  })

  it('leaves nothing where one part clashes: that part is answered, the others are held, and so they are again', async () => {
    await countOneMore()
    const edits = swap(newId())
    const first = await mine(edits)
    expect(outcomes(first)).toEqual(['held 424', 'conflict 409'])
    expect(first[1]!.body).toMatchObject({ fields: { unit_quantity: { mine: 0, theirs: 1 } } })
    expect(await lines()).toMatchObject([{ product: item.product, unit_quantity: 1 }])
    expect(await known(edits)).toEqual([{ id: edits[1]!.mutation_id, outcome: 'conflict' }])
    // The answer was lost. The same act gets it once more, though by now it could be applied.
    await mine([patchOf(me, item, { unit_quantity: 0 })])
    const again = await mine(edits)
    expect(again.map(({ mutation_id, outcome }) => [mutation_id, outcome])).toEqual(
      first.map(({ mutation_id, outcome }) => [mutation_id, outcome]),
    )
    expect(await lines()).toHaveLength(1)
  })

  it('leaves the rows as they were to the edits behind it, and holds those of its own rows', async () => {
    await countOneMore()
    const id = newId()
    const other = await makeItem(flow.pool, { order_id: item.order_id })
    const results = await mine([
      ...swap(id),
      patchOf(me, { id }, { unit_quantity: 3 }),
      patchOf(me, other, { unit_quantity: 1 }),
    ])
    expect(outcomes(results)).toEqual(['held 424', 'conflict 409', 'held 424', 'applied 200'])
    expect(await lines()).toHaveLength(2)
  })

  it('is answered once with what it came to, and is never applied twice', async () => {
    const edits = swap(newId())
    expect(outcomes(await mine(edits))).toEqual(['applied 201', 'applied 200'])
    expect(outcomes(await mine(edits))).toEqual(['applied 201', 'applied 200'])
    // The device has the outcome of one part already. The server knows the other part alone, too.
    expect(outcomes(await mine(edits.slice(1)))).toEqual(['applied 200'])
    expect(await lines()).toHaveLength(2)
  })

  it('goes through once the part at fault is tried again, with the others under their own keys', async () => {
    await countOneMore()
    const [first, second] = swap(newId()) as [Mutation, Mutation]
    await mine([first, second])
    const again = {
      ...second,
      mutation_id: newId(),
      retry_of: second.mutation_id,
      base: { version: null, values: { unit_quantity: 1 } },
    }
    expect(outcomes(await mine([first, again]))).toEqual(['applied 201', 'applied 200'])
    // A late copy of the first try changes nothing.
    expect(outcomes(await mine([first, second]))).toEqual(['applied 201', 'conflict 409'])
    expect(await lines()).toMatchObject([{ unit_quantity: 0 }, { unit_quantity: 2 }])
  })

  it('of which only a part comes is refused and not half done', async () => {
    const edits = swap(newId())
    expect(outcomes(await mine(edits.slice(0, 1)))).toEqual(['refused 400'])
    expect(await lines()).toHaveLength(1)
  })

  it('of which a part is known as applied, and one is not, is completed by that one', async () => {
    const edits = swap(newId())
    // A server without acts has applied the first part alone.
    await mine([{ ...edits[0]!, act: null }])
    expect(outcomes(await mine(edits))).toEqual(['applied 201', 'applied 200'])
    expect(await lines()).toMatchObject([{ unit_quantity: 0 }, { unit_quantity: 2 }])
  })

  it('of which a part cannot be read, or cannot be stored, is not applied', async () => {
    const edits = swap(newId())
    const unread = [edits[0]!, { ...edits[1]!, call: { ...edits[1]!.call, body: 7 } }]
    expect(outcomes(await mine(unread))).toEqual(['held 424', 'refused 400'])
    const text = { bin_override: 'bad \u0000', units_ordered: 0 }
    const unsound = asAct([added(newId()), patchOf(me, item, text)])
    expect(outcomes(await mine(unsound))).toEqual(['held 424', 'refused 400'])
    expect(await lines()).toHaveLength(1)
  })

  it('is of lines and pieces only', async () => {
    const code = `77${newId().slice(-6)}`
    const link = postOf(me, 'barcodealternates', code, { barcode: code, product: substitute })
    const results = await mine(asAct([link, patchOf(me, item, { unit_quantity: 1 })]))
    expect(outcomes(results)).toEqual(['refused 400', 'held 424'])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PUSH_BATCH, PushAnswer } from '#contract/sync/protocol.ts'
import { answerOf } from '#src/sync/send/settle.ts'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeItem, makeOrder, makePiece, makeProduct, type ItemRecord } from '../../factories/business.ts'
import { newId, patchOf, postOf, push, pushRaw, removalOf } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord
let me: House['people']['picker']

beforeAll(async () => {
  me = flow.house.people.picker
})
beforeEach(async () => {
  item = await makeLine()
})

async function makeLine() {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  return makeItem(flow.pool, { order_id: order.id })
}
const get = async (id = item.id) =>
  (await flow.server.call(flow.house.as.office, 'GET', `orderitems/${id}`)).body
const mine = (edits: unknown[]) => push(flow.server, me.username, edits)
const outcomes = (results: { outcome: string; status: number }[]) =>
  results.map(({ outcome, status }) => `${outcome} ${status}`)
const stored = async (ids: string[]) =>
  (await flow.pool.query('select * from mutations where id = any($1) order by id', [ids])).rows

describe('a push', () => {
  it('answers each edit by its mutation_id, in order, with the row as stored', async () => {
    const piece = newId()
    const body = { order_item: item.id, unit_type: 'u', weight_lbs: '1.25' }
    const edits = [
      patchOf(me, item, { picked: true, unit_quantity: 2 }),
      postOf(me, 'ordersubitems', piece, body),
      removalOf(me, 'ordersubitems', piece),
    ]
    const answer = await pushRaw(flow.server, me.username, edits)
    expect(answer.status).toBe(200)
    const { results } = PushAnswer.strict().parse(answer.body)
    expect(results.map((result) => result.mutation_id)).toEqual(edits.map((edit) => edit.mutation_id))
    expect(results).toMatchObject([
      { outcome: 'applied', status: 200, body: { id: item.id, picked: true, final_price: '5.00' } },
      { outcome: 'applied', status: 201, body: { id: piece, weight_lbs: '1.250' } },
      { outcome: 'applied', status: 204, body: null },
    ])
    expect(await get()).toMatchObject({ picked: true, unit_quantity: 2, subitems: [] })
  })

  it('applies the good edits and refuses the bad ones in words, in one go', async () => {
    const [other, third] = [await makeLine(), await makeLine()]
    const results = await mine([
      patchOf(me, item, { unit_quantity: 1 }),
      patchOf(me, other, { unit_quantity: -1 }),
      patchOf(me, { id: newId() }, { unit_quantity: 1 }),
      removalOf(me, 'orderitems', third.id),
      patchOf(me, third, { unit_quantity: 2 }),
    ])
    expect(outcomes(results)).toEqual([
      'applied 200',
      'refused 400',
      'refused 404',
      'refused 403',
      // This edit of the same row is held until the person has looked at the refusal before it.
      'held 424',
    ])
    expect(results[1]!.body).toMatchObject({ code: 'invalid', unit_quantity: expect.any(String) })
    expect(results[3]!.body.message).toMatch(/may not delete/)
    expect((await get()).unit_quantity).toBe(1)
    expect((await get(other.id)).unit_quantity).toBe(0)
  })

  it('makes an item, its pieces and changes of them in the order in which the device did', async () => {
    const { upc } = await makeProduct(flow.pool)
    await flow.pool.query(`update products set acceptable_substitutions = array[$2] where upc = $1`, [
      item.product,
      upc,
    ])
    const [line, first, second] = [newId(), newId(), newId()]
    const body = { order: item.order_id, product: upc, original_product: item.product, units_ordered: 2 }
    const piece = { order_item: line, unit_type: 'u' }
    const results = await mine([
      postOf(me, 'orderitems', line, body),
      postOf(me, 'ordersubitems', first, { ...piece, weight_lbs: '1' }),
      postOf(me, 'ordersubitems', second, { ...piece, lot_code: 'L2' }),
      patchOf(me, { id: line }, { unit_quantity: 2, picked: true }),
      removalOf(me, 'ordersubitems', first),
    ])
    expect(outcomes(results)).toEqual([
      'applied 201',
      'applied 201',
      'applied 201',
      'applied 200',
      'applied 204',
    ])
    const made = await get(line)
    expect(made).toMatchObject({ unit_quantity: 2, picked: true, subitems: [{ id: second, lot_code: 'L2' }] })
  })

  it('refuses each edit of an order that was invoiced meanwhile, names it, and keeps the others', async () => {
    const other = await makeLine()
    await flow.pool.query('update orders set invoiced = true where id = $1', [item.order_id])
    const results = await mine([
      patchOf(me, item, { picked: true }),
      postOf(me, 'ordersubitems', newId(), { order_item: item.id, unit_type: 'u' }),
      patchOf(me, other, { picked: true }),
    ])
    expect(outcomes(results)).toEqual(['refused 423', 'held 424', 'applied 200'])
    expect(results[0]!.body).toMatchObject({
      code: 'order_locked',
      message: expect.stringContaining(`${item.order_id}`),
    })
  })

  it('takes 500 edits, and answers one more with a clear 400', async () => {
    const edits = Array.from({ length: PUSH_BATCH }, () => ({
      ...patchOf(me, item, { unit_quantity: 1 }),
      adds: { unit_quantity: 1 },
    }))
    expect(new Set(outcomes(await mine(edits)))).toEqual(new Set(['applied 200']))
    expect(await get()).toMatchObject({ unit_quantity: PUSH_BATCH })
    const tooMany = await pushRaw(flow.server, me.username, [...edits, edits[0]])
    expect([tooMany.status, tooMany.body.mutations]).toEqual([400, expect.stringMatching(/500/)])
    expect(await get()).toMatchObject({ unit_quantity: PUSH_BATCH })
  })

  it('reports to the server what still waits on the device', async () => {
    const device_id = `device of ${me.username}`
    const body = { device_id, unsent: { [item.order_id]: 6 }, mutations: [] }
    const answer = await flow.server.call(me.username, 'POST', 'sync/push/', { body })
    expect([answer.status, answer.body.results]).toEqual([200, []])
    const { rows } = await flow.pool.query('select user_id, unsent from devices where device_id = $1', [
      device_id,
    ])
    expect(rows.map(({ user_id, unsent }) => [user_id, JSON.parse(unsent)])).toEqual([
      [me.id, { [item.order_id]: 6 }],
    ])
  })
})

describe('a push of another device than its session’s', () => {
  const from = async (device_id: string, mutations: unknown[]) =>
    flow.server.call(me.username, 'POST', 'sync/push', { body: { device_id, mutations } })

  it('is refused as a whole, and the same edits are taken from their own', async () => {
    const edit = patchOf(me, item, { unit_quantity: 2 })
    const theirs = flow.house.as.floorPicker
    const { status, body } = await from(`device of ${theirs}`, [edit])
    expect([status, body.code]).toEqual([403, 'other_device'])
    expect(await stored([edit.mutation_id])).toEqual([])
    const { rows } = await flow.pool.query('select from devices where device_id = $1 and user_id = $2', [
      `device of ${theirs}`,
      me.id,
    ])
    expect(rows).toEqual([])
    expect(outcomes(await mine([edit]))).toEqual(['applied 200'])
    expect(await stored([edit.mutation_id])).toMatchObject([{ device_id: `device of ${me.username}` }])
  })

  it('is none where the person sends their own edits of another device', async () => {
    const edit = { ...patchOf(me, item, { unit_quantity: 2 }), device_id: 'their old handheld' }
    expect(outcomes(await mine([edit]))).toEqual(['applied 200'])
    expect(await stored([edit.mutation_id])).toMatchObject([{ device_id: `device of ${me.username}` }])
  })

  it('is not claimed by a header: a plain call is written down as its session’s device', async () => {
    const key = newId()
    const headers = { 'x-device-id': `device of ${flow.house.as.floorPicker}`, 'idempotency-key': key }
    const body = { unit_quantity: 2 }
    const { status } = await flow.server.call(me.username, 'PATCH', `orderitems/${item.id}`, {
      body,
      headers,
    })
    expect(status).toBe(200)
    expect(await stored([key])).toMatchObject([{ device_id: `device of ${me.username}` }])
  })
})

describe('a chain of one row', () => {
  it('stops only itself and its children, and goes on when it is sent again', async () => {
    const other = await makeLine()
    const bad = patchOf(me, item, { unit_quantity: -1 })
    const next = patchOf(me, item, { picked: true })
    const child = postOf(me, 'ordersubitems', newId(), { order_item: item.id, unit_type: 'u' })
    const fine = patchOf(me, other, { picked: true })
    const first = await mine([bad, next, child, fine])
    expect(outcomes(first)).toEqual(['refused 400', 'held 424', 'held 424', 'applied 200'])
    expect((await stored([next.mutation_id, child.mutation_id])).length).toBe(0)
    expect(await get()).toMatchObject({ picked: false, subitems: [] })
    // The person has seen the refusal and left it. The later edits are sent with the same keys.
    const again = await mine([next, child])
    expect(outcomes(again)).toEqual(['applied 200', 'applied 201'])
  })

  it('that was refused is tried again under a new key that names the old one', async () => {
    const refused = patchOf(me, item, { unit_quantity: -1 })
    await mine([refused])
    const retry = { ...patchOf(me, item, { unit_quantity: 1 }), retry_of: refused.mutation_id }
    expect(outcomes(await mine([refused, retry]))).toEqual(['refused 400', 'applied 200'])
    expect(await stored([retry.mutation_id])).toMatchObject([{ retry_of: refused.mutation_id }])
  })
})

describe('an edit of another user', () => {
  it('A011 is refused to a picker and to sales, and changes nothing', async () => {
    const edit = patchOf(me, item, { picked: true })
    for (const name of ['floorPicker', 'sales', 'customer'] as const) {
      const [result] = await push(flow.server, flow.house.as[name], [edit])
      expect([name, result]).toMatchObject([name, { outcome: 'refused', status: 403 }])
      expect(result!.body.message).toMatch(/somebody else/)
    }
    expect(await stored([edit.mutation_id])).toEqual([])
    expect((await get()).picked).toBe(false)
    // The edit's own author can still send it.
    expect(outcomes(await mine([edit]))).toEqual(['applied 200'])
  })

  it('is sent by a foreman, once, and both are recorded', async () => {
    await flow.server.signIn(me.username)
    const edit = { ...patchOf(me, item, { unit_quantity: 1 }), adds: { unit_quantity: 1 } }
    expect(outcomes(await push(flow.server, flow.house.as.foreman, [edit]))).toEqual(['applied 200'])
    expect(outcomes(await mine([edit]))).toEqual(['applied 200'])
    expect(outcomes(await push(flow.server, flow.house.as.manager, [edit]))).toEqual(['applied 200'])
    expect((await get()).unit_quantity).toBe(1)
    expect(await stored([edit.mutation_id])).toMatchObject([
      { user_id: me.id, brought_by: flow.house.people.foreman.id, device_id: `device of ${me.username}` },
    ])
    // A clash with this edit names both people.
    const stale = {
      ...patchOf(flow.house.people.office, item, { unit_quantity: 3 }),
      base: { version: 1, values: { unit_quantity: 0 } },
    }
    const [clash] = await push(flow.server, flow.house.as.office, [stale])
    expect(clash).toMatchObject({
      outcome: 'conflict',
      body: { by: { who: `${me.username}, brought by ${flow.house.people.foreman.username}` } },
    })
  })
})

describe('a refusal', () => {
  it('A317 names its fields beside its message, and the device reads them there', async () => {
    const edit = patchOf(me, item, { unit_quantity: -1, note: 'no field of a line' })
    const [refused] = await mine([edit])
    expect(refused).toMatchObject({ outcome: 'refused', status: 400, body: { code: 'invalid' } })
    const answer = answerOf(refused!)
    expect(Object.keys(answer.fields ?? {}).toSorted()).toEqual(['note', 'unit_quantity'])
    expect(answer.message).toContain('note: is not a field of this call')
  })

  it('that is about no field has none', async () => {
    const [refused] = await mine([patchOf(me, { id: newId() }, { picked: true })])
    expect(answerOf(refused!)).toMatchObject({ status: 404, code: 'unknown' })
    expect(answerOf(refused!).fields).toBeUndefined()
  })
})

describe('an edit of another company’s order', () => {
  it('A005 is refused to a customer as one of an unknown order', async () => {
    const { customer } = flow.house.people
    const far = flow.house.elsewhere.item
    const piece = await makePiece(flow.pool, far)
    const results = await push(flow.server, customer.username, [
      patchOf(customer, far, { picked: true }),
      removalOf(customer, 'ordersubitems', piece.id),
      patchOf(customer, { id: newId() }, { picked: true }),
      patchOf(customer, item, { picked: true }),
    ])
    expect(outcomes(results)).toEqual(['refused 404', 'refused 404', 'refused 404', 'refused 403'])
    expect(results[0]!.body).toEqual(results[2]!.body)
  })

  it('does not show a customer that a row of it was deleted', async () => {
    const { customer } = flow.house.people
    const far = await makeItem(flow.pool, { order_id: flow.house.elsewhere.order.id })
    await flow.server.call(flow.house.as.office, 'DELETE', `orderitems/${far.id}`)
    const results = await push(flow.server, customer.username, [
      patchOf(customer, far, { picked: true }),
      removalOf(customer, 'orderitems', far.id, {}),
    ])
    expect(outcomes(results)).toEqual(['refused 404', 'held 424'])
  })
})

describe('a push whose note about the device fails', () => {
  it('is answered only when its edits are done', async () => {
    const { pool } = flow
    // The person signs in here, so that the next call is sent at once.
    await mine([])
    await pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`)
    await pool.query('create trigger fail before insert on devices for each row execute function fail()')
    const other = await pool.connect()
    await other.query('begin')
    await other.query('select from orders where id = $1 for update', [item.order_id])
    const edit = patchOf(me, item, { unit_quantity: 3 })
    let isAnswered = false
    const pushed = pushRaw(flow.server, me.username, [edit]).finally(() => {
      isAnswered = true
    })
    await untilSomebodyWaits(pool)
    const whileTheyWait = isAnswered
    await other.query('commit')
    other.release()
    const { status } = await pushed
    const done = await stored([edit.mutation_id])
    await pool.query('drop trigger fail on devices; drop function fail')
    expect([whileTheyWait, status >= 500]).toEqual([false, true])
    expect(flow.server.takeFaults()).toEqual(['a call could not be answered just now: the disk is full'])
    expect(done).toMatchObject([{ outcome: 'applied' }])
    // The device gets the outcome when it sends the edit again.
    expect(outcomes(await mine([edit]))).toEqual(['applied 200'])
    expect((await get()).version).toBe(2)
  })
})

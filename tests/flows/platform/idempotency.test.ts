import { beforeEach, describe, expect, it } from 'vitest'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeItem, makeOrder, type ItemRecord } from '../../factories/business.ts'
import { newId, patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord

beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
})

type Method = 'POST' | 'PATCH' | 'DELETE'
const call = (key: string, method: Method, path: string, body?: unknown, username = flow.house.as.office) =>
  flow.server.call(username, method, path, {
    headers: { 'idempotency-key': key },
    ...(body !== undefined && { body }),
  })
const stored = async () =>
  (
    await flow.pool.query<{ version: number; unit_quantity: number }>(
      'select version, unit_quantity from order_items where id = $1',
      [item.id],
    )
  ).rows[0]
const outcomes = async (key: string) =>
  (await flow.pool.query('select outcome, status from mutations where id = $1', [key])).rows

describe('the same key with the same call', () => {
  it('is applied once and answered with the stored answer, key echoed', async () => {
    const key = newId()
    const path = `orderitems/${item.id}`
    const first = await call(key, 'PATCH', path, { unit_quantity: 2, picked: true })
    // The order of fields and the form of the address do not make it another call.
    const again = await call(key, 'PATCH', `${path}/`, { picked: true, unit_quantity: 2 })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect([first.headers['idempotency-key'], again.headers['idempotency-key']]).toEqual([key, key])
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
  })

  it('makes one row of a POST, named by the device', async () => {
    const [key, id] = [newId(), newId()]
    const body = { id, order_item: item.id, unit_type: 'u', weight_lbs: '1.5' }
    const answers = [
      await call(key, 'POST', 'ordersubitems', body),
      await call(key, 'POST', 'ordersubitems', body),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.id])).toEqual([
      [201, id],
      [201, id],
    ])
    expect(
      (await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}`)).body.subitems,
    ).toHaveLength(1)
  })

  it('makes one row of a POST that names none', async () => {
    const key = newId()
    const body = { order_item: item.id, unit_type: 'u' }
    const answers = [
      await call(key, 'POST', 'ordersubitems', body),
      await call(key, 'POST', 'ordersubitems', body),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
    expect(answers[1]!.body.id).toBe(answers[0]!.body.id)
  })

  it('echoes the key on a 204 too', async () => {
    const key = newId()
    for (let n = 0; n < 2; n++) {
      const { status, headers } = await call(key, 'DELETE', `orderitems/${item.id}`)
      expect([status, headers['idempotency-key']]).toEqual([204, key])
    }
  })

  it('gives a refusal again in the same words, even when it would be allowed by now', async () => {
    const [refused, locked] = [newId(), newId()]
    const path = `orderitems/${item.id}`
    const first = await call(refused, 'PATCH', path, { unit_quantity: -1 })
    await flow.pool.query('update orders set invoiced = true where id = $1', [item.order_id])
    const shut = await call(locked, 'PATCH', path, { unit_quantity: 1 })
    await flow.pool.query('update orders set invoiced = false where id = $1', [item.order_id])
    expect([first.status, shut.status]).toEqual([400, 423])
    expect(await call(refused, 'PATCH', path, { unit_quantity: -1 })).toMatchObject({ body: first.body })
    expect(await call(locked, 'PATCH', path, { unit_quantity: 1 })).toMatchObject({ body: shut.body })
    expect(await outcomes(locked)).toEqual([{ outcome: 'refused', status: 423 }])
    expect(await stored()).toEqual({ version: 1, unit_quantity: 0 })
  })

  it('sent by a plain call and by a push is one edit', async () => {
    const edit = patchOf(flow.house.people.office, item, { unit_quantity: 2 })
    await call(edit.mutation_id, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })
    const [result] = await push(flow.server, flow.house.as.office, [edit])
    expect(result).toMatchObject({ outcome: 'applied', status: 200, body: { version: 2 } })
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
  })
})

describe('the same key with another call', () => {
  it.each([
    ['another value', 'PATCH', { unit_quantity: 3 }],
    ['another field', 'PATCH', { case_quantity: 2 }],
    ['another method', 'DELETE', undefined],
  ] as const)('is 422 for %s, and changes nothing', async (_what, method, body) => {
    const key = newId()
    const path = `orderitems/${item.id}`
    await call(key, 'PATCH', path, { unit_quantity: 2 })
    const { status, body: words, headers } = await call(key, method, path, body)
    expect([status, words.code, headers['idempotency-key']]).toEqual([422, 'key_reused', key])
    expect(words.message).toMatch(/another call/)
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
  })

  it('is another key where another person uses it', async () => {
    const key = newId()
    const path = `orderitems/${item.id}`
    const burnt = await call(
      key,
      'PATCH',
      `orders/${flow.house.order.id}`,
      { note: 'x' },
      flow.house.as.customer,
    )
    expect(burnt.status).toBe(403)
    expect((await call(key, 'PATCH', path, { unit_quantity: 2 })).status).toBe(200)
    expect((await call(key, 'PATCH', path, { case_quantity: 1 }, flow.house.as.manager)).status).toBe(200)
    expect((await call(key, 'PATCH', path, { unit_quantity: 2 })).body.case_quantity).toBe(1)
    expect(await stored()).toEqual({ version: 3, unit_quantity: 2 })
  })

  it('is 422 for another row', async () => {
    const other = await makeItem(flow.pool)
    const key = newId()
    await call(key, 'PATCH', `orderitems/${item.id}`, { picked: true })
    expect((await call(key, 'PATCH', `orderitems/${other.id}`, { picked: true })).status).toBe(422)
  })
})

describe('the same key at the same moment', () => {
  it('is applied once; the others get the stored answer or 425 with Retry-After', async () => {
    const key = newId()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(key, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })),
    )
    const [done, busy] = [200, 425].map((status) => answers.filter((answer) => answer.status === status))
    expect(done!.length).toBeGreaterThan(0)
    expect(done!.length + busy!.length).toBe(answers.length)
    for (const { body } of done!) expect(body).toMatchObject({ unit_quantity: 2, version: 2 })
    for (const { headers } of busy!) expect(headers['retry-after']).toBe('1')
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
    expect(await outcomes(key)).toEqual([{ outcome: 'applied', status: 200 }])
  })

  it('is 425 while the first is still running, and the stored answer once it has ended', async () => {
    const key = newId()
    const other = await flow.pool.connect()
    await other.query('begin')
    await other.query('select from orders where id = $1 for update', [item.order_id])
    const first = call(key, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })
    await untilSomebodyWaits(flow.pool)
    const second = await call(key, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })
    expect([second.status, second.headers['retry-after']]).toEqual([425, '1'])
    expect(await outcomes(key)).toEqual([])
    await other.query('commit')
    other.release()
    expect((await first).status).toBe(200)
    const third = await call(key, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2 })
    expect([third.status, third.body]).toEqual([200, (await first).body])
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
  })

  it('adds a scan once, however often its push is repeated at the same moment', async () => {
    const edit = {
      ...patchOf(flow.house.people.picker, item, { unit_quantity: 1 }),
      adds: { unit_quantity: 1 },
    }
    const results = await Promise.all(
      Array.from({ length: 5 }, () => push(flow.server, flow.house.as.picker, [edit, edit])),
    )
    for (const result of results.flat()) expect(result).toMatchObject({ outcome: 'applied', status: 200 })
    expect(await stored()).toEqual({ version: 2, unit_quantity: 1 })
  })
})

describe('a key', () => {
  it.each(['', 'x'.repeat(65), 'with space'])('"%s" is refused when it is malformed', async (key) => {
    const { status, body } = await call(key, 'PATCH', `orderitems/${item.id}`, { picked: true })
    expect([status, body.message]).toEqual([400, expect.stringMatching(/Idempotency-Key/)])
    expect(await stored()).toEqual({ version: 1, unit_quantity: 0 })
  })

  it('is not used up by an answer that is no outcome: 401', async () => {
    const key = newId()
    const headers = { 'idempotency-key': key, authorization: 'Bearer none' }
    const path = `orderitems/${item.id}`
    expect((await flow.server.call(null, 'PATCH', path, { headers, body: { picked: true } })).status).toBe(
      401,
    )
    expect(await outcomes(key)).toEqual([])
    expect((await call(key, 'PATCH', path, { picked: true })).status).toBe(200)
  })

  it('is not used up by a failure of the server: 5xx', async () => {
    const key = newId()
    const { pool } = flow
    const path = `orderitems/${item.id}`
    await pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`)
    await pool.query('create trigger fail before insert on mutations for each row execute function fail()')
    const failed = await call(key, 'PATCH', path, { unit_quantity: 2 })
    await pool.query('drop trigger fail on mutations')
    expect([failed.status, failed.headers['retry-after']]).toEqual([503, '1'])
    expect(JSON.stringify(failed.body)).not.toContain('disk')
    expect(flow.server.takeFaults()).toEqual(['an edit could not be run: the disk is full'])
    expect(await stored()).toEqual({ version: 1, unit_quantity: 0 })
    expect((await call(key, 'PATCH', path, { unit_quantity: 2 })).status).toBe(200)
    expect(await stored()).toEqual({ version: 2, unit_quantity: 2 })
  })

  it('is kept with who, what and when, for a year and longer', async () => {
    const edit = patchOf(flow.house.people.picker, item, { unit_quantity: 2 })
    await push(flow.server, flow.house.as.picker, [
      { ...edit, raw_scan: '0614141000012', reason: 'torn label' },
    ])
    const { rows } = await flow.pool.query('select * from mutations where id = $1', [edit.mutation_id])
    expect(rows).toMatchObject([
      {
        user_id: flow.house.people.picker.id,
        brought_by: null,
        device_id: `device of ${flow.house.as.picker}`,
        entity: 'orderitems',
        entity_id: item.id,
        order_id: item.order_id,
        method: 'PATCH',
        body: { unit_quantity: 2 },
        raw_scan: '0614141000012',
        reason: 'torn label',
        outcome: 'applied',
        made_at: edit.created_at,
      },
    ])
  })
})

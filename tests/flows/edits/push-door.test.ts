/** What the server keeps of a push, and whose edits it takes. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { makeItem, makeOrder, makeUser, type ItemRecord } from '../../factories/business.ts'
import { newId, patchOf, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow({ clock: () => new Date(now) })
let now = Date.now()
let item: ItemRecord

beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
})

const query = async <T>(sql: string, values: unknown[] = []) =>
  (await flow.pool.query(sql, values)).rows as T[]
const report = (
  username: string,
  unsent: Record<string, number>,
  device_id = `device of ${username}`,
  headers: Record<string, string> = {},
  needs_you: Record<string, number> = {},
) =>
  flow.server.call(username, 'POST', 'sync/push', {
    body: { device_id, unsent, needs_you, mutations: [] },
    headers,
  })
const invoice = () =>
  flow.server.call(flow.house.as.office, 'POST', `orders/${item.order_id}/generateinvoice`, {
    body: { confirm_nothing: true },
  })

describe('a report of what is unsent', () => {
  it('of a person who does not pick blocks no invoice', async () => {
    await report(flow.house.as.customer, { [item.order_id]: 3 })
    expect((await invoice()).status).toBe(200)
  })

  it('blocks an invoice for fourteen days, and names orders that there are', async () => {
    const { max } = (await query<{ max: number }>('select max(id) from orders'))[0]!
    await report(flow.house.as.picker, { [item.order_id]: 3, [max + 1]: 1, 99999999999: 1, x: 1 })
    const { body } = await flow.server.call(flow.house.as.foreman, 'GET', 'devices?no_page=1')
    const told = body.find((device: { username: string }) => device.username === flow.house.as.picker)
    expect(told.unsent).toEqual({ [item.order_id]: 3 })
    expect((await invoice()).body.code).toBe('unsent_edits')
    now += 14 * 86_400_000 + 1_000
    expect((await invoice()).status).toBe(200)
  })

  it('counts what the answer leaves on the device: a decision to make, and an edit to be sent again', async () => {
    const { picker } = flow.house.people
    const other = await makeItem(flow.pool, { order_id: item.order_id })
    const told = async () => {
      const { body } = await flow.server.call(flow.house.as.foreman, 'GET', 'devices?no_page=1')
      const { unsent, needs_you } = body.find(
        (device: { username: string }) => device.username === picker.username,
      )
      return { unsent, needs_you }
    }
    const of = (row: ItemRecord, body: Record<string, unknown>) => ({
      ...patchOf(picker, row, body),
      device_id: `device of ${picker.username}`,
      order: item.order_id,
    })
    // The second edit of the row is held by the first.
    const answers = await push(flow.server, picker.username, [
      of(item, { unit_quantity: -1 }),
      of(item, { unit_quantity: 2 }),
      of(other, { unit_quantity: 1 }),
    ])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['refused', 'held', 'applied'])
    const order = item.order_id
    expect(await told()).toEqual({ unsent: { [order]: 1 }, needs_you: { [order]: 1 } })
    const refused = await invoice()
    expect([refused.status, refused.body.code]).toEqual([409, 'unsent_edits'])
    expect(refused.body.message).toContain(
      `Order ${order} is not all here yet: ${picker.username} has 1 unsent change and 1 decision to make.`,
    )
    await report(picker.username, {}, undefined, {}, { [order]: 1 })
    expect((await invoice()).body.message).toContain(`${picker.username} has 1 decision to make.`)
    // It was given up.
    await report(picker.username, {})
    expect(await told()).toEqual({ unsent: {}, needs_you: {} })
    expect((await invoice()).status).toBe(200)
  })

  it('counts no refused edit that its device does not store, such as one of an order of long ago', async () => {
    const { picker } = flow.house.people
    const edit = {
      ...patchOf(picker, item, { unit_quantity: -1 }),
      device_id: `device of ${picker.username}`,
      order: item.order_id,
      seq: 0,
    }
    expect(await push(flow.server, picker.username, [edit])).toMatchObject([{ outcome: 'refused' }])
    expect((await invoice()).status).toBe(200)
  })

  it('says how old the oldest edit is that waits there, and which release runs', async () => {
    const { picker } = flow.house.people
    const say = (told: object) =>
      flow.server.call(picker.username, 'POST', 'sync/push', {
        body: { device_id: `device of ${picker.username}`, mutations: [], ...told },
      })
    const told = async () =>
      (await query('select oldest_unsent_at, release from devices where user_id = $1', [picker.id]))[0]
    await say({ unsent: { [item.order_id]: 1 }, oldest_unsent_s: 7_200, release: '1.2.0' })
    expect(await told()).toEqual({
      oldest_unsent_at: new Date(now - 7_200_000).toISOString(),
      release: '1.2.0',
    })
    // All was sent, by a release that says nothing of itself.
    await say({ unsent: {} })
    expect(await told()).toEqual({ oldest_unsent_at: null, release: null })
    // An age that is no time is refused in words.
    const never = { unsent: { [item.order_id]: 1 }, oldest_unsent_s: Number.MAX_SAFE_INTEGER }
    expect((await say(never)).status).toBe(400)
    const edit = {
      ...patchOf(picker, item, { unit_quantity: 1 }),
      device_id: `device of ${picker.username}`,
      order: item.order_id,
      entity: 'nothing',
    }
    const { body } = await say({ mutations: [edit], oldest_unsent_s: 30 })
    expect(body.results[0].outcome).toBe('refused')
    expect(await told()).toMatchObject({ oldest_unsent_at: null })
  })

  it('leaves out an edit of another device: it is not on this one', async () => {
    const { picker } = flow.house.people
    const edit = {
      ...patchOf(picker, item, { unit_quantity: -1 }),
      device_id: 'their old handheld',
      order: item.order_id,
    }
    expect((await push(flow.server, picker.username, [edit]))[0]!.outcome).toBe('refused')
    expect((await invoice()).status).toBe(200)
  })

  it('is kept of a person’s last fifty devices', async () => {
    const { username, id } = await makeUser(flow.pool, 'picker')
    for (let n = 0; n < 60; n++) {
      now += 1_000
      const { access } = await flow.server.signIn(username, `device ${n}`)
      await report(username, {}, `device ${n}`, { authorization: `Bearer ${access}` })
    }
    const kept = await query<{ device_id: string }>(
      'select device_id from devices where user_id = $1 order by last_seen_at',
      [id],
    )
    expect([kept.length, kept[0]!.device_id, kept.at(-1)!.device_id]).toEqual([50, 'device 10', 'device 59'])
  })
})

describe('a refused edit', () => {
  const keptOf = (id: string) =>
    query('select outcome, status, body, raw_scan, reason from mutations where id = $1', [id])

  it('of a row that the person cannot see is answered, and kept without its values', async () => {
    const { customer, picker } = flow.house.people
    for (const [by, row] of [
      [customer, flow.house.elsewhere.item],
      [picker, { id: newId() }],
    ] as const) {
      const edit = { ...patchOf(by, row, { coupon_note: 'x'.repeat(1_900) }), raw_scan: 'y', reason: 'z' }
      for (let again = 0; again < 2; again++)
        expect((await push(flow.server, by.username, [edit]))[0]).toMatchObject({
          outcome: 'refused',
          status: 404,
        })
      expect(await keptOf(edit.mutation_id)).toEqual([
        { outcome: 'refused', status: 404, body: null, raw_scan: null, reason: null },
      ])
    }
  })

  it('of a picker on an existing row is kept with its values, unless they are too long', async () => {
    const { picker } = flow.house.people
    const short = patchOf(picker, item, { unit_quantity: -1 })
    const long = patchOf(picker, flow.house.item, { coupon_note: 'x'.repeat(14_000) })
    await push(flow.server, picker.username, [short, long])
    expect(await keptOf(short.mutation_id)).toMatchObject([{ status: 400, body: { unit_quantity: -1 } }])
    expect(await keptOf(long.mutation_id)).toMatchObject([{ status: 400, body: null }])
  })

  it('of a person who may not pick is kept without its values', async () => {
    const { customer } = flow.house.people
    const edit = patchOf(customer, item, { picked: true })
    await push(flow.server, customer.username, [edit])
    expect(await keptOf(edit.mutation_id)).toMatchObject([{ status: 403, body: null }])
  })
})

describe('the edits of a day', () => {
  it('are limited for a person who does not pick; the next day goes on', async () => {
    const buyer = await makeUser(flow.pool, 'buyer')
    const { id, username } = buyer
    const call = (mutations: unknown[] = [patchOf(buyer, item, { picked: true })]) =>
      flow.server.call(username, 'POST', 'sync/push', {
        body: { device_id: `device of ${username}`, mutations },
      })
    expect((await call()).status).toBe(200)
    await query('update brought_edits set edits = 4999 where user_id = $1', [id])
    expect((await call()).status).toBe(200)
    const over = await call()
    expect([over.status, over.headers['retry-after']]).toEqual([429, '3600'])
    now += 86_400_000
    expect((await call()).status).toBe(200)
  })

  it('are those that were stored: not repeated, malformed or unsupported ones', async () => {
    const buyer = await makeUser(flow.pool, 'buyer')
    const edit = patchOf(buyer, item, { picked: true })
    const newer = { ...patchOf(buyer, item, {}), schema_version: MUTATION_SCHEMA_VERSION + 1 }
    for (let n = 0; n < 3; n++) await push(flow.server, buyer.username, [edit, {}, newer])
    expect(await query('select edits from brought_edits where user_id = $1', [buyer.id])).toEqual([
      { edits: 1 },
    ])
  })
})

describe('an edit of another version', () => {
  it('is not tried and not kept, and waits on the device', async () => {
    const edit = {
      ...patchOf(flow.house.people.picker, item, { picked: true }),
      schema_version: MUTATION_SCHEMA_VERSION + 1,
    }
    const [result] = await push(flow.server, flow.house.as.picker, [edit])
    expect(result).toMatchObject({ outcome: 'retry', status: 503 })
    expect(await query('select from mutations where id = $1', [edit.mutation_id])).toEqual([])
  })
})

describe('an edit that is sent for another author', () => {
  const bring = async (
    author: { id: number; username: string },
    edit = patchOf(author, item, { picked: true }),
  ) => (await push(flow.server, flow.house.as.foreman, [edit]))[0]!

  it('of an unknown author is refused: each applied edit has a person in the audit', async () => {
    for (const id of [999_999, 0, -1, 2 ** 40])
      expect(await bring({ id, username: 'nobody' })).toMatchObject({ outcome: 'refused', status: 403 })
    expect((await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}/audit`)).body).toEqual(
      [],
    )
  })

  it('is refused where its author never signed in on its device, and applied where they did', async () => {
    const author = await makeUser(flow.pool, 'picker')
    const edit = patchOf(author, item, { picked: true })
    expect(await bring(author, edit)).toMatchObject({ outcome: 'refused', status: 403 })
    await flow.server.signIn(author.username)
    expect(await bring(author, edit)).toMatchObject({ outcome: 'applied' })
    const { body } = await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}/audit`)
    expect(body).toMatchObject([{ username: author.username, brought_by: flow.house.as.foreman }])
  })

  it('is refused where its author’s account is closed', async () => {
    const author = await makeUser(flow.pool, 'picker')
    await flow.server.signIn(author.username)
    await query('update users set account_lock = true where id = $1', [author.id])
    expect(await bring(author)).toMatchObject({ outcome: 'refused', status: 403 })
  })

  it('runs with its author’s rights and scope, not with those of its sender', async () => {
    const { picker, customer } = flow.house.people
    for (const { username } of [picker, customer]) await flow.server.signIn(username)
    const added = postOf(picker, 'orderitems', newId(), { order: item.order_id, product: item.product })
    expect(await bring(picker, added)).toMatchObject({ outcome: 'refused', status: 403 })
    expect(await bring(customer)).toMatchObject({ outcome: 'refused', status: 403 })
    const far = patchOf(customer, flow.house.elsewhere.item, { picked: true })
    expect(await bring(customer, far)).toMatchObject({ outcome: 'refused', status: 404 })
  })

  it('is answered in the order of the push, among those of others', async () => {
    const { picker, foreman } = flow.house.people
    await flow.server.signIn(picker.username)
    const edits = [
      patchOf(foreman, flow.house.item, { unit_quantity: 1 }),
      patchOf(picker, item, { unit_quantity: 1 }),
      {},
      patchOf(foreman, flow.house.elsewhere.item, { unit_quantity: 1 }),
    ]
    const results = await push(flow.server, flow.house.as.foreman, edits)
    expect(results.map(({ mutation_id, status }) => [mutation_id, status])).toEqual([
      ...edits.slice(0, 2).map((edit) => [(edit as { mutation_id: string }).mutation_id, 200]),
      ['', 400],
      [(edits[3] as { mutation_id: string }).mutation_id, 200],
    ])
  })
})

describe('an answer that is given again', () => {
  it('reveals nothing of a row that its author may not see any more', async () => {
    const { pool } = flow
    const sales = await makeUser(pool, 'sales')
    const edit = patchOf(sales, flow.house.elsewhere.item, { coupon_note: 'seen' })
    expect((await push(flow.server, sales.username, [edit]))[0]).toMatchObject({
      outcome: 'applied',
      status: 200,
    })
    await query('update users set role_id = 20, is_staff = false, company_id = $2 where id = $1', [
      sales.id,
      flow.house.location.company_id,
    ])
    now += 2_000
    const [again] = await push(flow.server, sales.username, [edit])
    expect(again).toMatchObject({ outcome: 'applied', body: null })
  })
})

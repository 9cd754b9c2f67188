import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { makeItem, makeOrder, type ItemRecord, type UserRecord } from '../../factories/business.ts'
import { patchOf } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord
beforeAll(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
})

const MEGABYTE = 1024 * 1024

async function post(path: string, payload: Buffer, as: string | null) {
  const access = as === null ? null : (await flow.server.signIn(as)).access
  return flow.server.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      ...(access !== null && { authorization: `Bearer ${access}` }),
    },
    payload,
  })
}
const pushOf = ({ username }: UserRecord, mutations: unknown[]) => ({
  device_id: `device of ${username}`,
  unsent: {},
  mutations,
})

it('a push may come compressed', async () => {
  const { picker } = flow.house.people
  const push = pushOf(picker, [patchOf(picker, item, { unit_quantity: 3 })])
  const answer = await post('sync/push', gzipSync(JSON.stringify(push)), picker.username)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ results: [{ outcome: 'applied', body: { unit_quantity: 3 } }] })
})

it('a push that is small on the way and has 6 GB when it is opened is refused as too large', async () => {
  const part = gzipSync(Buffer.alloc(20 * MEGABYTE, ' '))
  const bomb = Buffer.concat(Array.from({ length: 300 }, () => part))
  expect(bomb.length).toBeLessThan(8 * MEGABYTE)
  const answer = await post('sync/push', bomb, flow.house.people.picker.username)
  expect(answer.statusCode).toBe(413)
})

it('a body that is no gzip is a 400', async () => {
  const answer = await post('sync/push', Buffer.from('{"mutations":[]}'), flow.house.people.picker.username)
  expect(answer.statusCode).toBe(400)
})

it('nothing is opened for who is not signed in, and nothing but a push', async () => {
  expect((await post('sync/push', Buffer.from('no gzip at all'), null)).statusCode).toBe(401)
  const signIn = JSON.stringify({ username: flow.house.people.picker.username, password: 'x' })
  expect((await post('auth', gzipSync(signIn), null)).statusCode).toBe(400)
})

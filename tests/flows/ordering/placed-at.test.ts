/** When an order counts as placed: what its device says counts only for a time in which the device was away. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeOrderList,
  makeProduct,
  makeUser,
  type ProductRecord,
  type UserRecord,
} from '../../factories/business.ts'
import { newId, postOf } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const NOON = Date.parse('2031-05-05T16:00:00Z')
let now = NOON
const flow = openFlow({ clock: () => new Date(now) })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const at = (ms: number) => new Date(ms).toISOString().replace('.000', '')

let product: ProductRecord
let chef: UserRecord
/** The chef's phone: its session and its tokens. */
let phone: { headers: Record<string, string>; refresh: string }
beforeAll(async () => {
  product = await makeProduct(flow.pool)
  await makeOrderList(flow.pool, [product.upc], { company_location_id: flow.house.location.id })
})
beforeEach(async () => {
  now += 48 * HOUR_MS
  chef = await makeUser(flow.pool, 'customer', { company_id: flow.house.location.company_id })
  await signIn()
})
async function signIn(device = `device of ${chef.username}`) {
  const { access, refresh } = await flow.server.signIn(chef.username, device)
  phone = { refresh, headers: { authorization: `Bearer ${access}`, 'x-device-id': device } }
}
const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  flow.server.call(null, method, path, { headers: phone.headers, body })
/** The phone has a network again: its token has ended meanwhile. */
async function comeBack() {
  const { body } = await call('POST', 'auth/refresh', { refresh: phone.refresh })
  phone = { refresh: body.refresh, headers: { ...phone.headers, authorization: `Bearer ${body.access}` } }
}
const order = () => ({
  customer: chef.id,
  submitted_date: at(now).slice(0, 10),
  created_date: at(now).slice(0, 10),
  total: '1.00',
  order_items: [{ product: product.upc, original_product: product.upc, unit_quantity: 1, case_quantity: 0 }],
})
const confirmedAt = (ms: number) => ({
  ...postOf(chef, 'orders', newId(), order()),
  created_at: new Date(ms).toISOString(),
})
async function placedAt(edit: ReturnType<typeof confirmedAt>) {
  const body = { device_id: phone.headers['x-device-id'], mutations: [edit] }
  const { body: said } = await call('POST', 'sync/push', body)
  const [result] = said.results
  expect(result).toMatchObject({ outcome: 'applied', status: 201 })
  return Date.parse(result.body.placed_at)
}

describe('an order that a device confirmed', () => {
  it('while it was offline was placed then, though it pulls before it pushes', async () => {
    now += HOUR_MS
    const edit = confirmedAt(now)
    const confirmed = now
    now += 4 * HOUR_MS
    await comeBack()
    await call('GET', 'sync/changes')
    now += MINUTE_MS
    await call('GET', 'users')
    now += MINUTE_MS
    expect(at(await placedAt(edit))).toBe(at(confirmed))
  })

  it('while it went on calling was placed on arrival', async () => {
    const edit = confirmedAt(now)
    now += HOUR_MS
    await comeBack()
    await call('GET', 'users')
    now += HOUR_MS
    await comeBack()
    expect(at(await placedAt(edit))).toBe(at(now))
  })

  it('before its last call was placed on arrival, however long it was offline since', async () => {
    const edit = confirmedAt(now - 10 * MINUTE_MS)
    now += 4 * HOUR_MS
    await comeBack()
    expect(at(await placedAt(edit))).toBe(at(now))
  })

  it('and sends long after it was online again was placed on arrival', async () => {
    now += HOUR_MS
    const edit = confirmedAt(now)
    now += HOUR_MS
    await comeBack()
    for (let minute = 0; minute < 7; minute++) {
      await call('GET', 'users')
      now += MINUTE_MS
    }
    expect(at(await placedAt(edit))).toBe(at(now))
  })

  it('before a new sign-in there counts by the session before; on another device it does not', async () => {
    now += HOUR_MS
    const confirmed = now
    const edit = confirmedAt(now)
    now += HOUR_MS
    await signIn()
    expect(at(await placedAt(edit))).toBe(at(confirmed))
    await signIn('another phone')
    expect(at(await placedAt(confirmedAt(now - 2 * MINUTE_MS)))).toBe(at(now))
  })

  it('and another person sends counts by its own device', async () => {
    now += HOUR_MS
    const confirmed = now
    const edit = confirmedAt(now)
    now += HOUR_MS
    const foreman = flow.house.as.foreman
    const bring = async (one: typeof edit) => {
      const body = { device_id: `device of ${foreman}`, mutations: [one] }
      const answer = await flow.server.call(foreman, 'POST', 'sync/push', { body })
      return answer.body.results[0].body.placed_at as string
    }
    expect(await bring(edit)).toBe(at(confirmed))
    await comeBack()
    const late = confirmedAt(now - 30 * MINUTE_MS)
    now += HOUR_MS
    expect(await bring(late)).toBe(at(now))
  })
})

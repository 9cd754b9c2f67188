import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFlow } from '../../factories/flow.ts'
import { makeLocation, makeUser } from '../../factories/business.ts'
import type { ROLE } from '#contract/permissions.ts'

let now = Date.now()
const flow = openFlow({ clock: () => new Date(now) })
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Makes a user and signs them in on a device of their own. */
async function signedIn(role: keyof typeof ROLE) {
  const { username, id } = await makeUser(flow.pool, role)
  const device = `device of ${id}`
  let { access, refresh } = await flow.server.signIn(username, device)
  return {
    call: async () => {
      const headers = { authorization: `Bearer ${access}`, 'x-device-id': device }
      return (await flow.server.call(null, 'GET', 'users', { headers })).status
    },
    refresh: async () => {
      const headers = { 'x-device-id': device }
      const answer = await flow.server.call(null, 'POST', 'auth/refresh', { headers, body: { refresh } })
      if (answer.status === 200) ({ access, refresh } = answer.body)
      return answer.status
    },
  }
}
const set = (name: string, value: string | null) =>
  flow.pool.query('update settings set value = $2 where name = $1', [name, value])

describe('a session of roles 1 to 12', () => {
  it.each(['administrator', 'sales'] as const)('ends after 12 hours without a call (%s)', async (role) => {
    const one = await signedIn(role)
    now += 11 * HOUR_MS
    expect(await one.refresh()).toBe(200)
    now += 12 * HOUR_MS - 1_000
    expect(await one.refresh()).toBe(200)
    now += 12 * HOUR_MS + 1_000
    expect(await one.refresh()).toBe(401)
  })

  it('is kept alive by calls, and not only by refreshes', async () => {
    const one = await signedIn('office')
    now += 14 * 60_000
    expect(await one.call()).toBe(200)
    now += 12 * HOUR_MS - 2 * 60_000
    expect(await one.refresh()).toBe(200)
  })

  it('ends after 30 days, however often it calls, its access token with it', async () => {
    const one = await signedIn('manager')
    await set('office_idle_hours', '200')
    for (let day = 0; day < 25; day += 5) {
      now += 5 * DAY_MS
      expect(await one.refresh()).toBe(200)
    }
    now += 5 * DAY_MS - 60_000
    expect([await one.refresh(), await one.call()]).toEqual([200, 200])
    now += 2 * 60_000
    expect([await one.call(), await one.refresh()]).toEqual([401, 401])
    await set('office_idle_hours', null)
  })

  it('lives as long as the settings say', async () => {
    const one = await signedIn('office')
    await set('office_idle_hours', '72')
    now += 71 * HOUR_MS
    expect(await one.refresh()).toBe(200)
    await set('office_session_days', '2')
    expect(await one.refresh()).toBe(401)
    await set('office_idle_hours', null)
    await set('office_session_days', null)
  })
})

describe('a session of a picker or a customer', () => {
  it.each(['picker', 'customer'] as const)('lives 60 days without a call, 90 at most (%s)', async (role) => {
    const one = await signedIn(role)
    now += 59 * DAY_MS
    expect(await one.refresh()).toBe(200)
    now += 30 * DAY_MS
    expect(await one.refresh()).toBe(200)
    now += DAY_MS + 1_000
    expect(await one.refresh()).toBe(401)
    const idle = await signedIn(role)
    now += 60 * DAY_MS + 1_000
    expect(await idle.refresh()).toBe(401)
  })
})

describe('a call that needs a password typed lately', () => {
  const QUARTER_MS = 15 * 60_000
  let headers: Record<string, string>
  let refresh: string
  /** Another location of the customer's company. */
  let second: number
  beforeAll(async () => {
    const { company_id } = flow.house.location
    second = (await makeLocation(flow.pool, { company_id })).id
  })
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, more = {}) =>
    flow.server.call(null, method, path, { headers: { ...headers, ...more }, body })
  const prove = (password: string) => call('POST', 'auth/proof', { password })
  /** Lets a quarter of an hour pass: the session goes on, and its proof is old. */
  async function wait() {
    now += QUARTER_MS
    const answer = await flow.server.call(null, 'POST', 'auth/refresh', { headers, body: { refresh } })
    refresh = answer.body.refresh
    headers = { ...headers, authorization: `Bearer ${answer.body.access}` }
  }
  beforeEach(async () => {
    const { username, id } = await makeUser(flow.pool, 'manager')
    const device = `device of ${id}`
    const tokens = await flow.server.signIn(username, device)
    refresh = tokens.refresh
    headers = { authorization: `Bearer ${tokens.access}`, 'x-device-id': device }
  })
  const fee = () => ({
    type: 'f',
    amount: '1.00',
    description: 'x',
    company_location: flow.house.location.id,
  })
  const calls = () =>
    [
      ['POST', 'surchargetemplates', fee()],
      ['PATCH', 'margintemplates/2000000000', { description: 'y' }],
      ['DELETE', 'margintemplates/2000000000'],
      ['POST', `orders/${flow.house.order.id}/invoice/setpaidexternally`, { note: '' }],
      ['POST', `orders/${flow.house.order.id}/invoice/setnotpaidexternally`],
      ['PATCH', `companylocations/${flow.house.location.id}`, { late_order_fee: '7.00' }],
      ['PATCH', `users/${flow.house.people.sales.id}`, { role_id: 11 }],
      ['PATCH', `users/${flow.house.people.sales.id}`, { account_lock: true }],
      ['PATCH', `users/${flow.house.people.sales.id}`, { email: 'other@example.com' }],
      ['PATCH', `users/${flow.house.people.buyer.id}`, { company: flow.house.elsewhere.location.company_id }],
      ['PATCH', `users/${flow.house.people.customer.id}`, { company_location: [second] }],
      [
        'PATCH',
        `users/${flow.house.people.sales.id}`,
        { new_password: 'Vt7#mlZw', new_password_confirm: 'Vt7#mlZw' },
      ],
      ['POST', 'users', newUser()],
    ] as const
  let n = 0
  const newUser = () => ({
    username: `proved ${++n}`,
    email: 'p@example.com',
    first_name: 'P',
    last_name: 'P',
    is_staff: true,
    new_password: 'Vt7#mlZw',
    new_password_confirm: 'Vt7#mlZw',
  })

  it('is refused with a code of its own 15 minutes after the sign-in, and nothing has changed', async () => {
    await wait()
    const before = await state()
    for (const [method, path, body] of calls()) {
      const { status, body: said } = await call(method, path, body)
      expect([method, path, status, said.code]).toEqual([method, path, 403, 'password_needed'])
    }
    expect(await state()).toEqual(before)
  })
  const state = async () => {
    const { rows } = await flow.pool.query(
      `select (select json_agg(u order by id)::text from users u) as users,
              (select json_agg(l order by id)::text from company_locations l) as locations,
              (select count(*)::int from fee_templates) as fees, (select count(*)::int from payments) as payments`,
    )
    return rows
  }

  it('is done within 15 minutes of the sign-in, and a call that needs no password never asks for one', async () => {
    now += QUARTER_MS - 1_000
    expect((await call('POST', 'surchargetemplates', fee())).status).toBe(201)
    await wait()
    const own = { first_name: 'Another' }
    expect((await call('PATCH', `users/${flow.house.people.sales.id}`, own)).status).toBe(200)
    const phone = { phone_number: '555' }
    expect((await call('PATCH', `companylocations/${flow.house.location.id}`, phone)).status).toBe(200)
  })

  it('is done once the password was typed, with the same key once, and asks again 15 minutes later', async () => {
    await wait()
    const key = { 'idempotency-key': `key-${n}` }
    const body = fee()
    expect((await call('POST', 'surchargetemplates', body, key)).status).toBe(403)
    expect((await prove('not this one')).body).toMatchObject({ password: 'is not right' })
    expect((await call('POST', 'surchargetemplates', body, key)).status).toBe(403)
    // The password is typed twice, as in two tabs: both calls are one proof.
    expect(
      (await Promise.all([prove('harborvine'), prove('harborvine')])).map(({ status }) => status),
    ).toEqual([204, 204])
    const first = await call('POST', 'surchargetemplates', body, key)
    const again = await call('POST', 'surchargetemplates', body, key)
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    await wait()
    expect((await call('POST', 'surchargetemplates', fee())).status).toBe(403)
  })

  it('is bounded like a sign-in, and proves nothing for another session', async () => {
    await wait()
    for (let guess = 0; guess < 10; guess++) expect((await prove(`guess ${guess}`)).status).toBe(400)
    expect((await prove('harborvine')).status).toBe(429)
    expect((await call('POST', 'surchargetemplates', fee())).status).toBe(403)
  })

  it('answers a user who may not do it as before', async () => {
    const { order } = flow.house
    for (const path of ['surchargetemplates', `orders/${order.id}/invoice/setpaidexternally`]) {
      const { username } = flow.house.people.picker
      const body = path === 'surchargetemplates' ? fee() : { note: '' }
      const { status, body: said } = await flow.server.call(username, 'POST', path, { body })
      expect([path, status, said.code]).toEqual([path, 403, undefined])
    }
  })
})

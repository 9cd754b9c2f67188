/** The security events of sign-ins and of changes to rights, fees, prices and settings. */
import { describe, expect, it } from 'vitest'
import { makeRefusals } from '#server/platform/refusal-events.ts'
import { changesText, MACHINE } from '#server/platform/security-events.ts'
import { changeSetting } from '#server/settings/store.ts'
import { makeCompany, makeItem, makeOrder, makeProduct, makeUser } from '../../factories/business.ts'
import { patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

/** Returns the newest event of a kind, as an administrator reads it. */
async function newest(kind: string) {
  const { status, body } = await flow.call('administrator', 'GET', `securityevents?kind=${kind}&limit=1`)
  expect(status).toBe(200)
  return body.results[0]
}
/** The fields that every event of a call through the network has. */
const BY_CALL = { address: '127.0.0.1', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }

it('a sign-in and a refused one are written down, with the person, the address and the request', async () => {
  const { username } = await makeUser(flow.pool, 'sales')
  await flow.server.signIn(username)
  expect(await newest('sign_in')).not.toBe(undefined)
  const { rows } = await flow.pool.query(
    `select username, address, request_id from security_events where kind = 'sign_in' and username = $1`,
    [username],
  )
  expect(rows).toEqual([{ username, ...BY_CALL }])
  const wrong = { username, password: 'wrong password' }
  expect((await flow.server.call(null, 'POST', 'auth', { body: wrong })).status).toBe(401)
  expect(await newest('refused')).toMatchObject({
    username: '',
    about: username,
    details: 'A wrong password.',
    ...BY_CALL,
  })
  // A name that no user has may be a password in the wrong field.
  const nobody = { username: 'my secret', password: 'x' }
  expect((await flow.server.call(null, 'POST', 'auth', { body: nobody })).status).toBe(401)
  expect(await newest('refused')).toMatchObject({ about: '', details: 'A name that nobody has.' })
})

it('a change of rights and a new password are written down with who did it', async () => {
  const { id, username } = await makeUser(flow.pool, 'picker')
  const by = flow.house.as.administrator
  expect((await flow.call('administrator', 'PATCH', `users/${id}`, { account_lock: true })).status).toBe(200)
  expect(await newest('rights')).toMatchObject({
    username: by,
    about: username,
    details: 'account_lock: false → true',
    ...BY_CALL,
  })
  const passwords = { new_password: 'four sailing boats', new_password_confirm: 'four sailing boats' }
  expect((await flow.call('administrator', 'PATCH', `users/${id}`, passwords)).status).toBe(200)
  const told = await newest('password')
  expect(told).toMatchObject({ username: by, about: username })
  expect(JSON.stringify(told)).not.toContain('sailing')
})

it('a fee, a charge of a customer and a price are written down with both values', async () => {
  const { upc } = await makeProduct(flow.pool, { unit_price: '2.00' })
  const fee = { type: 'f', amount: '1.00', description: 'x', product: upc }
  const added = await flow.call('administrator', 'POST', 'margintemplates', fee)
  expect(added.status).toBe(201)
  expect(await newest('fee')).toMatchObject({ about: `product ${upc}`, details: 'Added: 1.00.', ...BY_CALL })
  const path = `margintemplates/${added.body.id}`
  expect((await flow.call('administrator', 'PATCH', path, { amount: '2.50' })).status).toBe(200)
  expect(await newest('fee')).toMatchObject({ details: 'amount: 1.00 → 2.50' })
  expect((await flow.call('administrator', 'DELETE', path)).status).toBe(204)
  expect(await newest('fee')).toMatchObject({ details: 'Removed: 2.50.' })

  const location = `companylocations/${flow.house.location.id}`
  expect((await flow.call('administrator', 'PATCH', location, { late_order_fee: '7.00' })).status).toBe(200)
  expect((await newest('fee')).details).toMatch(/^late_order_fee: .* → 7\.00$/)

  expect((await flow.call('office', 'PATCH', `productedit/${upc}`, { unit_price: '3.00' })).status).toBe(200)
  expect(await newest('price')).toMatchObject({
    username: flow.house.as.office,
    about: `product ${upc}`,
    details: 'unit_price: 2.00 → 3.00',
    ...BY_CALL,
  })
  // A change of another field is no price event.
  const { id } = await newest('price')
  expect((await flow.call('office', 'PATCH', `productedit/${upc}`, { bin: 'C-9' })).status).toBe(200)
  expect((await newest('price')).id).toBe(id)
})

it('an export of a report is written down', async () => {
  const query = `company_location=${flow.house.location.id}&start_date=2026-01-01&end_date=2026-01-31`
  expect((await flow.call('office', 'GET', `reports/export-purchases-by-order?${query}`)).status).toBe(200)
  expect(await newest('export')).toMatchObject({ username: flow.house.as.office, ...BY_CALL })
})

it('a setting that is changed on the machine is written down, and one that is refused is not', async () => {
  expect(await changeSetting(flow.pool, MACHINE, 'cutoff_days', { value: '3' })).toBeNull()
  const told = { about: 'cutoff_days', details: '3', username: '', address: '', request_id: '' }
  expect(await newest('setting')).toMatchObject(told)
  expect(await changeSetting(flow.pool, MACHINE, 'cutoff_days', { value: 'many' })).not.toBeNull()
  expect(await newest('setting')).toMatchObject(told)
  expect(await changeSetting(flow.pool, MACHINE, 'cutoff_days', { value: null })).toBeNull()
  expect(await newest('setting')).toMatchObject({ ...told, details: 'the default' })
})

it('events are found by every word of who, what and where, and sorted by a column', async () => {
  await flow.pool.query(
    `insert into security_events (kind, username, about, details, address) values
       ('price', 'zoe', 'product 0614141000012', 'unit_price: 1.00 → 2.50', '10.9.0.1'),
       ('price', 'abe', 'product 0614141000029', 'unit_price: 1.00 → 2.50', '10.9.0.2')`,
  )
  const whoOf = async (query: string) =>
    (await flow.call('administrator', 'GET', `securityevents?no_page=1&${query}`)).body.map(
      ({ username }: { username: string }) => username,
    )
  expect(await whoOf('search=10.9.0.%20UNIT_price')).toEqual(['abe', 'zoe'])
  expect(await whoOf('search=10.9.0.%20000012')).toEqual(['zoe'])
  expect(await whoOf('search=10.9.0.&ordering=-username')).toEqual(['zoe', 'abe'])
  expect(await whoOf('search=10.9.0.&kind=fee')).toEqual([])
  expect((await flow.call('administrator', 'GET', 'securityevents?ordering=user_id')).status).toBe(400)
})

it('an event is undone with its cause, and cannot be changed or deleted', async () => {
  const count = async () =>
    (await flow.pool.query('select count(*)::int as n from security_events')).rows[0].n as number
  const before = await count()
  const fee = { type: 'f', amount: '1.00', description: 'x', product: 'no such product' }
  expect((await flow.call('administrator', 'POST', 'margintemplates', fee)).status).toBe(400)
  expect(await count()).toBe(before)
  for (const statement of [
    `update security_events set username = 'somebody else'`,
    'delete from security_events',
    'truncate security_events',
  ])
    await expect(flow.pool.query(statement)).rejects.toThrow('security_events only grows')
  expect(await count()).toBe(before)
})

it('the line of a request names the person and the request that an event names', async () => {
  flow.server.logged.length = 0
  const { upc } = await makeProduct(flow.pool)
  await flow.call('office', 'PATCH', `productedit/${upc}`, { unit_price: '9.00' })
  const { rows } = await flow.pool.query('select id from users where username = $1', [flow.house.as.office])
  const { request_id } = await newest('price')
  const lines = flow.server.logged.filter(({ url }) => url === `/api/productedit/${upc}`)
  expect(lines).toEqual([expect.objectContaining({ person: rows[0].id, reqId: request_id })])
})

it('a change is listed by field, and what stays is not', () => {
  const before = { role_id: 14, email: '', company: null, locations: [1] }
  expect(
    changesText(before, { role_id: 11, email: 'a@b.example', locations: [1] }, [
      'role_id',
      'email',
      'locations',
    ]),
  ).toBe('role_id: 14 → 11, email: none → a@b.example')
  expect(changesText(before, {}, ['role_id', 'company'])).toBe('')
})

describe('a refusal by a role or a limit', () => {
  /** Returns the refusals of one person, oldest first. They are written after the answer. */
  const refusalsOf = async (username: string) => {
    const { rows } = await flow.pool.query<{ about: string; details: string }>(
      `select about, details from security_events where kind = 'refused' and username = $1 order by id`,
      [username],
    )
    return rows
  }

  it('is written down, by the route and not by what was typed into the address', async () => {
    const { username } = await makeUser(flow.pool, 'picker')
    expect((await flow.server.call(username, 'GET', 'securityevents?kind=price')).status).toBe(403)
    await expect
      .poll(() => refusalsOf(username))
      .toEqual([{ about: 'GET /api/securityevents', details: 'Not allowed for this role.' }])
  })

  it('is written down of an edit in a push', async () => {
    const company_id = await makeCompany(flow.pool)
    const customer = await makeUser(flow.pool, 'customer', { company_id })
    const order_id = (await makeOrder(flow.pool, { company_id })).id
    const [result] = await push(flow.server, customer.username, [
      patchOf(customer, await makeItem(flow.pool, { order_id }), { picked: true }),
    ])
    expect(result?.status).toBe(403)
    await expect
      .poll(() => refusalsOf(customer.username))
      .toEqual([{ about: 'an edit of POST sync/push', details: 'Not allowed for this role.' }])
  })

  it('is written down twenty times an hour, and the last row says that the log has more', async () => {
    const { id, username } = await makeUser(flow.pool, 'picker')
    let now = Date.UTC(2026, 10, 26, 12)
    const { note } = makeRefusals({ pool: flow.pool, clock: () => new Date(now), log: flow.server.app.log })
    const actor = { user: id, address: '10.0.0.1', request: '' }
    for (let n = 0; n < 23; n++) await note(actor, 429, `call ${n}`)
    const first = await refusalsOf(username)
    expect(first.map(({ about }) => about)).toEqual(Array.from({ length: 20 }, (_, n) => `call ${n}`))
    expect(first.at(-2)?.details).toBe('More calls than a limit allows.')
    expect(first.at(-1)?.details).toBe(
      'More calls than a limit allows. Further refusals of this hour are in the log only.',
    )
    now += 3_600_000
    await note(actor, 429, 'an hour later')
    expect((await refusalsOf(username)).at(-1)?.about).toBe('an hour later')
  })
})

import { describe, expect, it } from 'vitest'
import { User } from '#contract/people/schema.ts'
import { PASSWORD } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, type Somebody } from '../../factories/house.ts'

const GOOD = 'Vt7#mlZw-q'

const flow = openFlow({ clock: () => new Date(now) })
let now = Date.now()

let made = 0
/** The whole of the specified call; a test names what is special. */
const newUser = (over: object = {}) => ({
  username: `new${++made}`,
  email: `new${made}@example.com`,
  first_name: 'Ada',
  last_name: 'Quist',
  is_staff: false,
  is_active: true,
  email_order_confirmation: false,
  account_lock: false,
  restaurant_name: `Quay ${made}`,
  new_password: GOOD,
  new_password_confirm: GOOD,
  ...over,
})
const as = (by: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, headers = {}) =>
  flow.server.call(by, method, path, { body, headers })
const add = (over: object = {}, by: Somebody = 'office', headers = {}) =>
  as(flow.house.as[by], 'POST', 'users/', newUser(over), headers)
const edit = (id: number, body: object, by: Somebody = 'office') =>
  as(flow.house.as[by], 'PATCH', `users/${id}`, body)
const row = async (id: number) => (await flow.pool.query('select * from users where id = $1', [id])).rows[0]
const count = async (table: string) =>
  (await flow.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
/** Signs in, and answers the status. */
const enter = async (username: string, password: string, device = 'a device') =>
  await flow.server.app.inject({
    method: 'POST',
    url: '/api/auth/',
    headers: { 'x-device-id': device },
    payload: { username, password },
  })
const refresh = async (token: string, device = 'a device') =>
  (
    await flow.server.app.inject({
      method: 'POST',
      url: '/api/auth/refresh/',
      headers: { 'x-device-id': device },
      payload: { refresh: token },
    })
  ).statusCode

describe('adding a user', () => {
  it('B233 C289 makes one that can sign in, and gives the record as GET users/{id} does', async () => {
    const body = newUser({ email_order_confirmation: true })
    const { status, body: user } = await as(flow.house.as.office, 'POST', 'users/', body)
    const { username, email, first_name, last_name } = body
    expect([status, User.strict().parse(user)]).toMatchObject([
      201,
      { username, email, first_name, last_name, is_staff: false, is_active: true, account_lock: false },
    ])
    expect(user).toMatchObject({
      email_order_confirmation: true,
      can_see_payments_column: false,
      role_id: 32,
    })
    expect((await as(flow.house.as.office, 'GET', `users/${user.id}`)).body).toEqual(user)
    expect((await enter(username, GOOD)).statusCode).toBe(200)
    expect((await row(user.id)).password_hash).toMatch(/^\$argon2id\$/)
  })

  it('B070 C128 makes a customer of the restaurant’s name with one location, and no other people’s', async () => {
    const { body: user } = await add({ restaurant_name: ' Quay Street Oyster Bar ' })
    const { rows } = await flow.pool.query(
      `select c.name as company, l.id, l.name, l.active, l.complete_address from company_locations l
         join companies c on c.id = l.company_id where c.id = $1`,
      [user.company],
    )
    const name = 'Quay Street Oyster Bar'
    expect(rows).toEqual([
      { company: name, id: user.company_location[0], name, active: true, complete_address: '' },
    ])
    expect(user.company_location).toEqual([rows[0].id])
    const theirs = await as(flow.house.as.office, 'GET', `companylocations/${rows[0].id}`)
    expect(theirs.body).toMatchObject({ name, company_id: user.company })
    const twin = await add({ restaurant_name: name })
    expect(twin.body.company).not.toBe(user.company)
    const buyer = (await add({ role_id: 20 })).body
    expect([buyer.role_id, (await row(buyer.id)).location_ids]).toEqual([20, null])
  })

  it('makes staff without a customer, in sales where no role is given', async () => {
    const before = await count('companies')
    const sales = await add({ is_staff: true })
    expect([sales.status, sales.body]).toMatchObject([
      201,
      { role_id: 12, is_staff: true, company: null, company_location: [] },
    ])
    expect((await add({ is_staff: true, role_id: 14, restaurant_name: '' })).body).toMatchObject({
      role_id: 14,
    })
    expect(await count('companies')).toBe(before)
  })

  it('that is sent twice under one key makes one user and one customer', async () => {
    const body = newUser()
    const send = (over: object = {}) =>
      as(flow.house.as.office, 'POST', 'users', { ...body, ...over }, { 'idempotency-key': 'one-user' })
    const before = await count('companies')
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await count('companies')).toBe(before + 1)
    expect((await send({ email: 'another@example.com' })).body.code).toBe('key_reused')
  })

  it('that is repeated under its key is answered alike whatever the password, and so helps no guess', async () => {
    const body = newUser()
    const send = (new_password: string) =>
      as(
        flow.house.as.office,
        'POST',
        'users',
        { ...body, new_password, new_password_confirm: new_password },
        { 'idempotency-key': 'a-guess' },
      )
    const first = await send('Rk3!poVbn-x')
    const { password_hash } = await row(first.body.id)
    for (const guess of ['Rk3!poVbn-x', 'Rk3!poVbn-y']) {
      const { status, body: said } = await send(guess)
      expect([guess, status, said]).toEqual([guess, 201, first.body])
    }
    expect((await row(first.body.id)).password_hash).toBe(password_hash)
  })

  it.each([
    ['username', { username: ' ' }, /is needed/],
    ['email', { email: '' }, /is needed/],
    ['email', { email: 'no address' }, /email address/],
    ['first_name', { first_name: '' }, /is needed/],
    ['last_name', { last_name: '' }, /is needed/],
    ['restaurant_name', { restaurant_name: ' ' }, /is needed/],
    ['new_password', { new_password: undefined }, /is needed/],
    ['new_password_confirm', { new_password_confirm: undefined }, /is needed/],
    [
      'new_password_confirm',
      { new_password_confirm: 'another' },
      /^Password and Confirm Password field values/,
    ],
    ['new_password', { new_password: 'Vt7#mlZ', new_password_confirm: 'Vt7#mlZ' }, /at least 8 characters/],
    ['new_password', { new_password: '84029157', new_password_confirm: '84029157' }, /only digits/],
    ['new_password', { new_password: 'xxQwerty!9', new_password_confirm: 'xxQwerty!9' }, /many people/],
    ['new_password', { new_password: 'vt7#QUISTw', new_password_confirm: 'vt7#QUISTw' }, /similar/],
    ['role_id', { role_id: 12 }, /staff only/],
    ['role_id', { is_staff: true, role_id: 32 }, /no role of staff/],
    ['role_id', { role_id: 0 }, /./],
    ['', { colour: 'red' }, /colour/],
  ])('refuses what is missing or wrong with 400 in the name of %s: %j', async (field, over, said) => {
    const before = [await count('users'), await count('companies')]
    const { status, body } = await add(over)
    expect([status, body.message]).toEqual([400, expect.any(String)])
    expect(field ? body[field] : body.message).toEqual(expect.stringMatching(said))
    expect([await count('users'), await count('companies')]).toEqual(before)
  })

  it('refuses a name that another user has, in whatever letters, and makes no customer', async () => {
    const before = await count('companies')
    for (const username of [flow.house.as.picker, flow.house.as.picker.toUpperCase()]) {
      const { status, body } = await add({ username })
      expect([status, body]).toEqual([409, { username: 'is taken', message: 'username: is taken' }])
    }
    const twins = newUser()
    // At the same moment, and in other letters.
    const names = [twins.username, twins.username.toUpperCase()]
    const both = await Promise.all(
      names.map((username) => as(flow.house.as.office, 'POST', 'users', { ...twins, username })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(both.find(({ status }) => status === 409)!.body.username).toBe('is taken')
    expect(await count('companies')).toBe(before + 1)
  })

  it.each<[Somebody, number]>([
    ...BACK_OFFICE.map((name) => [name, 201] as [Somebody, number]),
    ['picker', 403],
    ['floorPicker', 403],
    ['buyer', 403],
    ['customer', 403],
  ])('B004 A011 as %s answers %i', async (name, status) => {
    const before = await count('users')
    const answer = await add({}, name)
    expect([answer.status, await count('users')]).toEqual([status, before + (status === 201 ? 1 : 0)])
  })
})

describe('changing a user', () => {
  it('B234 C289 C343 keeps what the call carries, and gives it in the next read', async () => {
    const { body: user } = await add()
    const fields = {
      username: `${user.username}x`,
      email: 'changed@example.com',
      first_name: 'Grace',
      last_name: 'Brook',
      is_staff: false,
      is_active: true,
      email_order_confirmation: true,
      account_lock: false,
    }
    const { status, body } = await edit(user.id, {
      ...fields,
      new_password: GOOD,
      new_password_confirm: GOOD,
    })
    expect([status, body]).toEqual([200, { ...user, ...fields }])
    expect((await as(flow.house.as.office, 'GET', `users/${user.id}`)).body).toEqual(body)
    expect((await enter(fields.username, GOOD)).statusCode).toBe(200)
  })

  it('leaves what is not in the call, and the password where none is', async () => {
    const { body: user } = await add()
    expect((await edit(user.id, { first_name: 'Only' })).body).toEqual({ ...user, first_name: 'Only' })
    expect((await edit(user.id, {})).body).toMatchObject({ first_name: 'Only' })
    expect((await enter(user.username, GOOD)).statusCode).toBe(200)
  })

  it('leaves a field as another user made it, unless the person changed it too', async () => {
    const { body: user } = await add()
    const { email, account_lock } = user
    await edit(user.id, { account_lock: true, email: 'theirs@example.com' }, 'manager')
    const stale = {
      email,
      account_lock,
      first_name: 'Mine',
      base: { email, account_lock, first_name: 'Ada' },
    }
    expect((await edit(user.id, stale)).body).toMatchObject({
      account_lock: true,
      email: 'theirs@example.com',
      first_name: 'Mine',
    })
    const clash = await edit(user.id, { email: 'mine@example.com', base: { email } })
    expect([clash.status, clash.body]).toEqual([
      409,
      {
        message: 'Somebody else changed email meanwhile.',
        code: 'conflict',
        email: 'is "theirs@example.com" by now',
      },
    ])
  })

  it.each([
    [{ username: '' }, 'username', /is needed/],
    [{ email: 'nobody' }, 'email', /email address/],
    [{ new_password: GOOD }, 'new_password_confirm', /does not match/],
    [{ new_password_confirm: GOOD }, 'new_password_confirm', /does not match/],
    [
      { new_password: 'x2Harbor', new_password_confirm: 'x2harbor' },
      'new_password_confirm',
      /does not match/,
    ],
    [{ new_password: 'password!', new_password_confirm: 'password!' }, 'new_password', /many people/],
    [{ is_staff: null }, 'is_staff', /./],
    [{ restaurant_name: 'Nobody’s' }, 'message', /restaurant_name/],
  ])('refuses %j with 400 in the name of the field', async (patch, field, said) => {
    const before = await row(flow.house.people.customer.id)
    const { status, body } = await edit(flow.house.people.customer.id, patch)
    expect([status, body[field]]).toEqual([400, expect.stringMatching(said)])
    expect(await row(flow.house.people.customer.id)).toEqual(before)
  })

  it('compares a new password with the names that come with it', async () => {
    const { body: user } = await add()
    const patch = { first_name: 'Vanadis', new_password: 'zz#Vanadis9', new_password_confirm: 'zz#Vanadis9' }
    expect((await edit(user.id, patch)).body).toMatchObject({
      new_password: expect.stringMatching(/similar/),
    })
  })

  it('takes a name that is this user’s own in other letters, and no other user’s', async () => {
    const { body: user } = await add()
    expect((await edit(user.id, { username: user.username.toUpperCase() })).status).toBe(200)
    const taken = await edit(user.id, { username: flow.house.as.buyer })
    expect([taken.status, taken.body.username]).toEqual([409, 'is taken'])
  })

  it('a customer who becomes staff is in sales, and a customer again when the flag goes; a picker stays one', async () => {
    const { body: user } = await add()
    expect((await edit(user.id, { is_staff: true })).body).toMatchObject({ is_staff: true, role_id: 12 })
    expect((await edit(user.id, { is_staff: false })).body).toMatchObject({
      is_staff: false,
      role_id: 32,
      company: user.company,
    })
    const { id: picker } = await makeUser(flow.pool, 'picker')
    expect((await edit(picker, { is_staff: false })).body).toMatchObject({ is_staff: false, role_id: 14 })
    const { body: clerk } = await add({ is_staff: true })
    const { status, body } = await edit(clerk.id, { is_staff: false })
    expect([status, body.is_staff]).toEqual([400, expect.stringMatching(/belongs to no customer/)])
  })
})

describe('the right to change a user', () => {
  it('C282 is held by staff up to sales: others get 403 or 404, and change nothing', async () => {
    const { id } = flow.house.people.customer
    const before = await row(id)
    for (const [by, status] of [
      ['picker', 403],
      ['floorPicker', 404],
      ['buyer', 404],
      ['stranger', 404],
    ] as const) {
      const answer = await edit(id, { first_name: 'Hacked' }, by)
      expect([by, answer.status]).toEqual([by, status])
      expect((await edit(2_147_483_647, { first_name: 'Hacked' }, by)).status).toBe(status)
    }
    expect(await row(id)).toEqual(before)
    expect((await edit(2_147_483_647, {})).status).toBe(404)
  })

  it('does not cover a user whose role is below the own', async () => {
    const { id } = flow.house.people.administrator
    for (const by of ['manager', 'office', 'sales'] as const)
      expect((await edit(id, { new_password: GOOD, new_password_confirm: GOOD }, by)).status).toBe(403)
    const { id: peer } = await makeUser(flow.pool, 'sales')
    expect((await edit(peer, { first_name: 'Peer' }, 'sales')).status).toBe(200)
  })

  it('covers no role below the own and no flag that the person does not hold', async () => {
    const { id } = await makeUser(flow.pool, 'picker')
    const up = await edit(id, { role_id: 5 })
    expect([up.status, up.body.role_id]).toEqual([403, expect.stringMatching(/above your own/)])
    expect((await edit(id, { role_id: 8 })).body.role_id).toBe(8)
    expect((await add({ is_staff: true, role_id: 5 })).status).toBe(403)
    expect((await add({ is_staff: true, role_id: 8 })).status).toBe(201)
    const flag = await edit(flow.house.people.customer.id, { can_see_payments_column: true })
    expect([flag.status, flag.body.can_see_payments_column]).toEqual([403, expect.stringMatching(/hold/)])
    await flow.pool.query('update users set can_see_payments_column = true where id = $1', [
      flow.house.people.manager.id,
    ])
    const held = await edit(flow.house.people.customer.id, { can_see_payments_column: true }, 'manager')
    expect(held.body.can_see_payments_column).toBe(true)
    expect((await add({ is_staff: true, role_id: 8 }, 'manager')).body.can_see_payments_column).toBe(true)
  })

  it.each<[Somebody, object]>([
    ['customer', { is_staff: true }],
    ['customer', { role_id: 1 }],
    ['customer', { can_see_payments_column: false }],
    ['picker', { role_id: 12 }],
    ['picker', { is_staff: false }],
    ['manager', { role_id: 1 }],
    ['manager', { account_lock: true }],
    ['manager', { is_active: false }],
  ])('%s does not change %j of their own record', async (name, patch) => {
    const { id } = flow.house.people[name]
    await flow.pool.query(`update users set can_see_payments_column = true where id = $1`, [id])
    const before = await row(id)
    const { status, body } = await edit(id, { first_name: 'Self', ...patch }, name)
    expect([status, Object.keys(body)]).toEqual([403, ['message', ...Object.keys(patch)]])
    expect(await row(id)).toEqual(before)
  })
})

describe('one’s own record', () => {
  it('can be edited by every person, with every flag as it was', async () => {
    for (const name of ['picker', 'floorPicker', 'buyer', 'customer', 'sales'] as const) {
      const { id } = flow.house.people[name]
      const { body: before } = await as(flow.house.as[name], 'GET', `users/${id}`)
      const { is_staff, is_active, account_lock } = before
      const patch = { first_name: 'New', last_name: 'Name' }
      const flags = { is_staff, is_active, account_lock, email_order_confirmation: true }
      const { status, body } = await edit(id, { ...patch, ...flags }, name)
      expect([name, status, body]).toEqual([
        name,
        200,
        { ...before, ...patch, email_order_confirmation: true },
      ])
    }
  })

  it.each<[string, 'picker' | 'sales' | 'administrator']>([
    ['above 12', 'picker'],
    ['12', 'sales'],
    ['1', 'administrator'],
  ])('gets a new password or address from the old password alone where the role is %s', async (_, role) => {
    const { id, username } = await makeUser(flow.pool, role, { email: `${role}@house.example` })
    const passwords = { new_password: GOOD, new_password_confirm: GOOD }
    for (const next of [passwords, { email: 'thief@elsewhere.example' }])
      for (const old_password of [undefined, '', 'not this one']) {
        const { status, body } = await as(username, 'PATCH', `users/${id}`, { ...next, old_password })
        expect([status, body.old_password]).toEqual([400, 'is not right'])
      }
    expect((await row(id)).email).toBe(`${role}@house.example`)
    expect((await enter(username, PASSWORD)).statusCode).toBe(200)
    // What is as it was needs no password.
    const same = { email: `${role}@house.example`, first_name: 'New' }
    expect((await as(username, 'PATCH', `users/${id}`, same)).status).toBe(200)
    const right = { ...passwords, old_password: PASSWORD }
    expect((await as(username, 'PATCH', `users/${id}`, right)).status).toBe(200)
    expect((await enter(username, GOOD)).statusCode).toBe(200)
  })

  it('is slowed after ten wrong old passwords, as the sign-in is', async () => {
    const { id, username } = await makeUser(flow.pool, 'customer', {
      company_id: flow.house.location.company_id,
    })
    const guess = (old_password: string) =>
      as(username, 'PATCH', `users/${id}`, { old_password, new_password: GOOD, new_password_confirm: GOOD })
    for (let n = 0; n < 10; n++) expect((await guess(`guess ${n}`)).status).toBe(400)
    expect((await guess(PASSWORD)).status).toBe(429)
  })
})

describe('a session', () => {
  const signedIn = async () => {
    const user = await makeUser(flow.pool, 'picker')
    const tokens = (await enter(user.username, PASSWORD)).json() as { access: string; refresh: string }
    return { ...user, ...tokens }
  }
  const asThem = ({ access }: { access: string }) =>
    flow.server.call(null, 'GET', 'users', { headers: { authorization: `Bearer ${access}` } })

  it.each([{ account_lock: true }, { is_active: false }])(
    'ends at once when the account gets %j: no refresh, no sign-in, no call; and does not come back with it',
    async (closing) => {
      const user = await signedIn()
      expect((await asThem(user)).status).toBe(200)
      expect((await edit(user.id, closing)).status).toBe(200)
      expect(await refresh(user.refresh)).toBe(401)
      expect((await enter(user.username, PASSWORD)).statusCode).toBe(401)
      now += 1_001
      expect((await asThem(user)).status).toBe(401)
      expect((await edit(user.id, { account_lock: false, is_active: true })).status).toBe(200)
      expect((await enter(user.username, PASSWORD)).statusCode).toBe(200)
      expect(await refresh(user.refresh)).toBe(401)
    },
  )

  it('that a reset has ended changes nothing any more, nor does one that another process has ended', async () => {
    const manager = await makeUser(flow.pool, 'manager')
    const there = (await enter(manager.username, PASSWORD)).json() as { access: string }
    const addBy = async (access: string) =>
      (
        await flow.server.call(null, 'POST', 'users', {
          body: newUser({ is_staff: true, role_id: 5 }),
          headers: { authorization: `Bearer ${access}` },
        })
      ).status
    expect(await addBy(there.access)).toBe(201)
    const next = { new_password: GOOD, new_password_confirm: GOOD }
    expect((await edit(manager.id, next, 'administrator')).status).toBe(200)
    expect(await addBy(there.access)).toBe(401)
    const again = (await enter(manager.username, GOOD)).json() as { access: string }
    expect(await addBy(again.access)).toBe(201)
    await flow.pool.query('update sessions set revoked_at = now() where user_id = $1', [manager.id])
    now += 1_001
    expect(await addBy(again.access)).toBe(401)
  })

  it('ends everywhere when another user sets the password or the address, and elsewhere when its owner sets the password', async () => {
    const user = await signedIn()
    const next = { new_password: GOOD, new_password_confirm: GOOD }
    expect((await edit(user.id, { first_name: 'Still', is_active: true })).status).toBe(200)
    expect(await refresh(user.refresh)).toBe(200)
    const there = (await enter(user.username, PASSWORD, 'another device')).json() as { refresh: string }
    const here = (await enter(user.username, PASSWORD)).json() as { access: string; refresh: string }
    const own = await flow.server.call(null, 'PATCH', `users/${user.id}`, {
      body: { ...next, old_password: PASSWORD },
      headers: { authorization: `Bearer ${here.access}`, 'x-device-id': 'a device' },
    })
    expect(own.status).toBe(200)
    expect([await refresh(here.refresh), await refresh(there.refresh, 'another device')]).toEqual([200, 401])
    for (const patch of [next, { email: 'another@house.example' }]) {
      const given = (await enter(user.username, GOOD)).json() as { refresh: string }
      expect((await edit(user.id, patch)).status).toBe(200)
      expect(await refresh(given.refresh)).toBe(401)
    }
  })
})

it('no password is in the log, whether it was taken or refused', async () => {
  await add()
  await add({ email: 'no' })
  expect(flow.server.logged.filter(({ url }) => url?.includes('users'))).not.toEqual([])
  expect(JSON.stringify(flow.server.logged)).not.toContain(GOOD)
})

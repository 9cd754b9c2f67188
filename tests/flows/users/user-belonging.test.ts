/** Which customer a user belongs to, and for which of its locations they order: who sets this, and what is refused. */
import { beforeAll, expect, it } from 'vitest'
import { makeCompany, makeLocation, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { type Somebody } from '../../factories/house.ts'

const GOOD = 'Vt7#mlZw-q'

/** The clock does not move, so the server would never read again what it remembers of a user for a second. */
const now = Date.now()
const flow = openFlow({ clock: () => new Date(now) })
let company: number
let places: number[]

beforeAll(async () => {
  company = await makeCompany(flow.pool)
  places = []
  for (let n = 0; n < 3; n++) places.push((await makeLocation(flow.pool, { company_id: company })).id)
})

let made = 0
const add = (over: object) =>
  flow.server.call(flow.house.as.office, 'POST', 'users/', {
    body: {
      username: `chef${++made}`,
      email: `chef${made}@example.com`,
      first_name: 'Ada',
      last_name: 'Quist',
      new_password: GOOD,
      new_password_confirm: GOOD,
      ...over,
    },
  })
const edit = (id: number, body: object, by: Somebody = 'office') =>
  flow.server.call(flow.house.as[by], 'PATCH', `users/${id}`, { body })
const stored = async (id: number) =>
  (await flow.pool.query('select company_id, location_ids from users where id = $1', [id])).rows[0]
const count = async () => (await flow.pool.query('select from companies')).rowCount

it('a user is added to a company that is there: no restaurant is needed, and none is made', async () => {
  const before = await count()
  const chef = await add({ company, company_location: [places[1], places[0]] })
  expect([chef.status, chef.body.company, chef.body.company_location]).toEqual([
    201,
    company,
    [places[1], places[0]],
  ])
  const all = await add({ company })
  expect([all.body.company_location, (await stored(all.body.id)).location_ids]).toEqual([places, null])
  const buyer = await add({ company, role_id: 20 })
  expect([buyer.status, buyer.body.company_location]).toEqual([201, places])
  expect(await count()).toBe(before)
})

it('an impossible value is refused in its field’s name, and nothing is made or changed', async () => {
  const { id } = await makeUser(flow.pool, 'customer', { company_id: flow.house.location.company_id })
  const elsewhere = flow.house.elsewhere.location.id
  const users = async () => (await flow.pool.query('select from users')).rowCount
  const before = [await users(), await stored(id)]
  for (const [over, field, words] of [
    [{ company: 999_999 }, 'company', 'is not a company'],
    [{ company, company_location: [] }, 'company_location', 'needs one at least'],
    [
      { company, company_location: [places[0], elsewhere] },
      'company_location',
      `location ${elsewhere} is not one of this company’s`,
    ],
    [
      { company, role_id: 20, company_location: [places[1]] },
      'company_location',
      'is for customers: a company buyer orders for all',
    ],
    [{ company, is_staff: true }, 'company', 'is for customers: staff belong to none'],
  ] as const) {
    const [made, changed] = [await add(over), await edit(id, over)]
    expect([made.status, made.body[field]]).toEqual([400, words])
    expect([changed.status, changed.body[field]]).toEqual([400, words])
  }
  const both = await add({ company, restaurant_name: 'Quay Street' })
  expect([both.status, both.body.restaurant_name]).toEqual([
    400,
    'is for a new customer, and a company is chosen',
  ])
  expect([await users(), await stored(id)]).toEqual(before)
})

it('a user moves to other locations and to another company, and gets 404 for what is not theirs any more', async () => {
  const { id, username } = await makeUser(flow.pool, 'customer', {
    company_id: flow.house.location.company_id,
    location_ids: [flow.house.location.id],
  })
  const order = `orders/${flow.house.order.id}`
  expect((await flow.server.call(username, 'GET', order)).status).toBe(200)
  expect((await edit(id, { company, company_location: [places[2]] })).body).toMatchObject({
    company,
    company_location: [places[2]],
  })
  expect((await flow.server.call(username, 'GET', order)).status).toBe(404)
  expect((await edit(id, { company_location: [places[0]] })).body.company_location).toEqual([places[0]])
  const clash = await edit(id, { company_location: [places[1]], base: { company_location: [places[2]] } })
  expect([clash.status, clash.body.code]).toEqual([409, 'conflict'])
  // A company buyer orders for all of its locations.
  expect((await edit(id, { role_id: 20 })).body.company_location).toEqual(places)
})

it('a right that is taken away is gone with the answer, and with a lock every call is refused', async () => {
  const { id, username } = await makeUser(flow.pool, 'foreman')
  const look = async () => (await flow.server.call(username, 'GET', 'margintemplates?no_page=1')).status
  expect(await look()).toBe(200)
  expect((await edit(id, { role_id: 14 })).status).toBe(200)
  expect(await look()).toBe(403)
  expect((await edit(id, { account_lock: true })).status).toBe(200)
  expect(await look()).toBe(401)
})

it('a member of the staff becomes a customer where a company is chosen with it', async () => {
  const { id } = await makeUser(flow.pool, 'sales')
  const alone = await edit(id, { is_staff: false })
  expect([alone.status, alone.body.is_staff]).toEqual([400, expect.stringContaining('Choose a company')])
  const { status, body } = await edit(id, { is_staff: false, company, company_location: [places[0]] })
  expect([status, body.role_id, body.company, body.company_location]).toEqual([200, 32, company, [places[0]]])
})

it('a customer who becomes staff or a picker belongs to no company, and later to the one that is chosen', async () => {
  const { company_id } = flow.house.location
  for (const role of [{ is_staff: true, role_id: 12 }, { role_id: 14 }]) {
    const { id } = await makeUser(flow.pool, 'customer', {
      company_id,
      location_ids: [flow.house.location.id],
    })
    const nowhere = { company: null, company_location: [] }
    expect((await edit(id, role)).body).toMatchObject({ ...role, ...nowhere })
    // The form says what it saw.
    const back = await edit(id, {
      is_staff: false,
      role_id: 32,
      company,
      company_location: [places[1]],
      base: { is_staff: false, ...role, ...nowhere },
    })
    expect([back.status, back.body.company, back.body.company_location]).toEqual([200, company, [places[1]]])
  }
})

it('no person moves themselves, and a person who does not manage users moves no user', async () => {
  const { id: self } = flow.house.people.buyer
  const own = await edit(self, { company }, 'buyer')
  expect([own.status, own.body.company]).toEqual([403, 'is your own: somebody else has to change it'])
  const office = await edit(flow.house.people.office.id, { company })
  expect(office.status).toBe(403)
  expect((await edit(flow.house.people.customer.id, { company }, 'buyer')).status).toBe(404)
  expect((await edit(flow.house.people.customer.id, { company }, 'picker')).status).toBe(403)
  expect((await stored(self)).company_id).toBe(flow.house.location.company_id)
})

/** For whom a buyer may order (A066; readings, "Who orders for where"). */
import { expect, it } from 'vitest'
import { makeLocation, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
const colleagues = (as: string) => flow.server.call(as, 'GET', 'colleagues?no_page=1')

it('A066 a buyer receives the active people of their own company, with nothing but names and locations', async () => {
  const { pool, house } = flow
  const { company_id, id } = house.location
  const branch = await makeLocation(pool, { company_id })
  const chef = await makeUser(pool, 'customer', { company_id, location_ids: [branch.id] })
  const closed = await makeUser(pool, 'customer', { company_id, is_active: false })
  // A customer who became a picker: the row still names the company.
  const former = await makeUser(pool, 'picker', { company_id, is_staff: false })
  const { status, body } = await colleagues(house.as.buyer)
  expect(status).toBe(200)
  expect(body).toContainEqual({ id: chef.id, username: chef.username, company_location: [branch.id] })
  const customer = body.find((one: { id: number }) => one.id === house.people.customer.id)
  expect(customer.company_location).toContain(id)
  const ids = body.map((one: { id: number }) => one.id)
  for (const other of [closed, former, house.people.stranger, house.people.picker, house.people.office])
    expect(ids).not.toContain(other.id)
  const page = await flow.server.call(house.as.buyer, 'GET', 'colleagues?limit=1')
  expect([page.body.count, page.body.results.length]).toEqual([ids.length, 1])
})

it('the list is refused to others: staff choose among all users, and a customer orders for themselves', async () => {
  for (const who of ['customer', 'office', 'picker'] as const)
    expect((await colleagues(flow.house.as[who])).status).toBe(403)
})

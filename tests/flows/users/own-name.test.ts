/** Another username: three of one's own a day, and a name that is given up stays its person's for a year. */
import { expect, it } from 'vitest'
import { makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

it('a person asks for three other names of their own a day, taken or not; the office renames others as often as it likes', async () => {
  const me = await makeUser(flow.pool, 'buyer', { company_id: flow.house.location.company_id })
  const other = await makeUser(flow.pool, 'picker')
  const rename = (username: string) =>
    flow.server.call(me.username, 'PATCH', `users/${me.id}`, { body: { username } })
  // Their own name is no question.
  for (let n = 0; n < 5; n++) expect((await rename(me.username)).status).toBe(200)
  const statuses: number[] = []
  for (const name of [other.username, 'first-other-name', other.username.toUpperCase(), 'one-more-name'])
    statuses.push((await rename(name)).status)
  expect(statuses).toEqual([409, 200, 409, 429])
  for (let n = 0; n < 5; n++) {
    const body = { username: `renamed-${n}-by-the-office` }
    expect((await flow.call('administrator', 'PATCH', `users/${other.id}`, body)).status).toBe(200)
  }
  await flow.pool.query(`update sign_in_failures set at = at - interval '1 day'`)
  expect((await rename('one-more-name')).status).toBe(200)
})

it('a former name is closed to others for a year, in any letter case, and open to its owner at any time', async () => {
  const one = await makeUser(flow.pool, 'picker', { username: 'Former-Name' })
  const other = await makeUser(flow.pool, 'picker')
  const rename = (id: number, username: string) =>
    flow.call('administrator', 'PATCH', `users/${id}`, { username })
  const add = (username: string) =>
    flow.call('administrator', 'POST', 'users', {
      username,
      email: 'new@example.com',
      first_name: 'New',
      last_name: 'Person',
      is_staff: true,
      role_id: 11,
      new_password: 'four sailing boats',
      new_password_confirm: 'four sailing boats',
    })
  expect((await rename(one.id, 'later-name')).status).toBe(200)
  expect(await rename(other.id, 'FORMER-NAME')).toMatchObject({ status: 409, body: { username: 'is taken' } })
  expect((await add('former-name')).status).toBe(409)
  const { rows } = await flow.pool.query('select username from users where id = $1', [other.id])
  expect(rows).toEqual([{ username: other.username }])
  expect((await rename(one.id, 'Former-Name')).status).toBe(200)
  expect((await rename(one.id, 'later-name')).status).toBe(200)
  await flow.pool.query(`update freed_usernames set freed_at = freed_at - interval '1 year'`)
  expect((await rename(other.id, 'former-name')).status).toBe(200)
})

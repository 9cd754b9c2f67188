/**
 * A forgotten password: a link by mail, valid once and for 30 minutes (decision 0112).
 * `tests/flows/users/invitation.test.ts` has the first password.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { PASSWORD, testServer } from '../../factories/app.ts'
import { makeAddressee, makeUser, type AddresseeRecord } from '../../factories/business.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const NEW = 'Vt7#mlZw'
const GIVEN = 'Rk3!poVbn-x'
const MINUTE = 60_000

let now = Date.now()
const flow = openMailFlow({ clock: () => new Date(now) })
let chef: AddresseeRecord
beforeEach(async () => {
  now = Date.now()
  chef = await makePerson()
})

const makePerson = (over: Record<string, unknown> = {}) => makeAddressee(flow.pool, 'customer', over)
const post = (path: string, body: unknown, remoteAddress = '192.0.2.1') =>
  flow.server.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload: body as object, remoteAddress })
const ask = (username: string, address?: string) => post('forgotpassword', { username }, address)
const use = (token: string, new_password = NEW, new_password_confirm = new_password) =>
  post('newpassword', { token, new_password, new_password_confirm })
const signIn = async (password: string) => (await post('', { username: chef.username, password })).statusCode
/** Returns the token behind the # of the link in the newest mail to this person. */
const tokenOf = ({ email }: AddresseeRecord) => {
  const mail = flow.smtp.mails.findLast(({ to }) => to[0] === email)
  return /https:\/\/orders\.harborvine\.example\/newPassword#(\S+)/.exec(mail?.text ?? '')?.[1]
}
async function linkOf(person: AddresseeRecord): Promise<string> {
  expect((await ask(person.username)).statusCode).toBe(202)
  await expect.poll(() => tokenOf(person)).toBeDefined()
  return tokenOf(person)!
}

it('a link is mailed to the person of the name, in any letter case, and sets a new password once', async () => {
  expect((await ask(chef.username.toUpperCase())).statusCode).toBe(202)
  await expect.poll(() => tokenOf(chef)).toBeDefined()
  const token = tokenOf(chef)!
  expect((await use(token)).statusCode).toBe(204)
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
  const again = await use(token, 'Another#9word')
  expect([again.statusCode, again.json().code]).toEqual([410, 'link_over'])
  expect(await signIn(NEW)).toBe(200)
})

it('all sessions of the person end, and all their links', async () => {
  const { refresh } = await flow.server.signIn(chef.username)
  const first = await linkOf(chef)
  flow.smtp.reset()
  const second = await linkOf(chef)
  expect((await use(second)).statusCode).toBe(204)
  expect((await use(first)).statusCode).toBe(410)
  const refreshed = await flow.server.app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { 'x-device-id': `device of ${chef.username}` },
    payload: { refresh },
  })
  expect(refreshed.statusCode).toBe(401)
})

it('a link ends when the password or the address is set, also one whose mail is still to be sent', async () => {
  const { pool } = flow
  const { username } = await makeUser(pool, 'office')
  const edit = (body: object) => flow.server.call(username, 'PATCH', `users/${chef.id}`, { body })
  const first = await linkOf(chef)
  expect((await edit({ new_password: GIVEN, new_password_confirm: GIVEN })).status).toBe(200)
  expect((await use(first)).statusCode).toBe(410)
  flow.smtp.reset()
  const second = await linkOf(chef)
  flow.smtp.reset()
  flow.smtp.rcpt = () => '450 busy'
  await ask(chef.username)
  await expect.poll(() => flow.smtp.attempts).toBeGreaterThan(0)
  expect((await edit({ email: 'another@example.com' })).status).toBe(200)
  expect((await use(second)).statusCode).toBe(410)
  const { rows } = await pool.query(
    `select state, server_said from mails where user_id = $1 and kind = 'password' order by created_at desc limit 1`,
    [chef.id],
  )
  expect(rows).toEqual([{ state: 'dropped', server_said: 'The password or the address is another one now.' }])
})

it('a link’s mail to an address that the person no longer has is dropped instead of sent', async () => {
  const { pool } = flow
  const { username } = await makeUser(pool, 'office')
  const mailOf = async () => {
    const all = await flow.server.call(username, 'GET', 'mails?kind=password&no_page=1')
    return all.body.find(({ to }: { to: string }) => to === chef.email)
  }
  flow.smtp.rcpt = () => '550 no such mailbox'
  await ask(chef.username)
  await expect.poll(async () => (await mailOf())?.state).toBe('refused')
  flow.smtp.reset()
  await pool.query(`update users set email = 'right@example.com' where id = $1`, [chef.id])
  const { id } = await mailOf()
  expect((await flow.server.call(username, 'POST', `mails/${id}/send`)).status).toBe(200)
  await expect.poll(async () => (await mailOf()).state).toBe('dropped')
  expect(tokenOf(chef)).toBeUndefined()
})

it('a link is good for 30 minutes, and no other text is one', async () => {
  const token = await linkOf(chef)
  now += 30 * MINUTE
  expect((await use(token)).statusCode).toBe(410)
  for (const other of ['none', token.slice(0, -1), `${token}x`])
    expect((await use(other)).statusCode).toBe(410)
  now -= 1
  expect((await use(token)).statusCode).toBe(204)
})

it('the answer says what is wrong with the password, and the link stays good', async () => {
  const token = await linkOf(chef)
  for (const [password, confirm, field] of [
    ['short1!', 'short1!', 'new_password'],
    ['mypassword!1', 'mypassword!1', 'new_password'],
    [`${chef.username}X9#`, `${chef.username}X9#`, 'new_password'],
    [NEW, 'Vt7#mlZx', 'new_password_confirm'],
  ] as const) {
    const { statusCode, ...answer } = await use(token, password, confirm)
    expect([password, statusCode, Object.keys(answer.json())]).toEqual([
      password,
      400,
      expect.arrayContaining([field]),
    ])
  }
  expect(await signIn(PASSWORD)).toBe(200)
  expect((await use(token)).statusCode).toBe(204)
})

it('the answer is the same for a name that is unknown, has no address, is locked or closed, and none of them gets a mail', async () => {
  const people = [
    await makePerson({ email: '' }),
    await makePerson({ account_lock: true }),
    await makePerson({ is_active: false }),
  ]
  const right = await ask(chef.username)
  for (const name of ['nobody at all', ...people.map(({ username }) => username)]) {
    const { statusCode, body, headers } = await ask(name)
    expect([name, statusCode, body, headers['content-length']]).toEqual([
      name,
      right.statusCode,
      right.body,
      right.headers['content-length'],
    ])
  }
  await expect.poll(() => tokenOf(chef)).toBeDefined()
  const { rows } = await flow.pool.query(
    `select 1 from mails where kind = 'password' and user_id = any($1::int[])`,
    [people.map(({ id }) => id)],
  )
  expect(rows).toEqual([])
})

it('a person who is locked after the mail sets no password by it', async () => {
  const token = await linkOf(chef)
  await flow.pool.query('update users set account_lock = true where id = $1', [chef.id])
  expect((await use(token)).statusCode).toBe(410)
})

it('the link is kept nowhere: not in the mail’s row, not under Mail, and only its hash', async () => {
  const token = await linkOf(chef)
  const { pool } = flow
  const { rows } = await pool.query<{ all: string }>(`
    select json_agg(m)::text || (select json_agg(l)::text from password_links l) || (select json_agg(j)::text from pgboss.job j)
        as all from mails m`)
  expect(rows[0]!.all).toContain('Somebody asked for a new password')
  expect(rows[0]!.all).not.toContain(token)
  expect(flow.server.logged.map((line) => JSON.stringify(line)).join()).not.toContain(token)
})

it('a mail that waits is read without making a link, and is dropped half an hour after the request', async () => {
  flow.smtp.rcpt = () => '450 busy'
  await ask(chef.username)
  const { pool } = flow
  const { username } = await makeUser(pool, 'office')
  const mails = async () =>
    (await flow.server.call(username, 'GET', 'mails?kind=password&no_page=1')).body.filter(
      (mail: { to: string }) => mail.to === chef.email,
    )
  await expect.poll(mails).toMatchObject([{ server_said: '450 busy', is_sending: false }])
  const [{ id }] = await mails()
  const links = async () =>
    (await pool.query('select from password_links where user_id = $1', [chef.id])).rowCount
  const before = await links()
  const { body } = await flow.server.call(username, 'GET', `mails/${id}`)
  expect([body.text, await links()]).toEqual([expect.stringContaining('(the link is not shown)'), before])
  flow.smtp.reset()
  await pool.query(`update mails set created_at = created_at - interval '31 min' where id = $1`, [id])
  await flow.server.call(username, 'POST', `mails/${id}/send`)
  await expect.poll(async () => (await mails())[0].state).toBe('dropped')
  expect(flow.smtp.mails).toEqual([])
})

it('requests for one name are limited, and do not block its sign-in', async () => {
  const asked = []
  for (let n = 0; n < 4; n++) asked.push((await ask(chef.username, `192.0.2.${n + 10}`)).statusCode)
  expect(asked).toEqual([202, 202, 202, 429])
  expect((await ask(chef.username.toUpperCase())).headers['retry-after']).toBeDefined()
  expect(await signIn(PASSWORD)).toBe(200)
})

it('requests count for the person, however the name is spelled', async () => {
  const ida = await makePerson({ username: `ida-${randomUUID().slice(0, 8)}` })
  const dotted = ida.username.replace('i', 'İ')
  // Only the database knows whether the two spellings are one name.
  const { rows } = await flow.pool.query<{ same: boolean }>('select lower($1) = lower($2) as same', [
    ida.username,
    dotted,
  ])
  const asked = []
  for (let n = 0; n < 3; n++) asked.push((await ask(ida.username, `192.0.2.${n + 20}`)).statusCode)
  asked.push((await ask(dotted, '192.0.2.30')).statusCode)
  expect(asked).toEqual([202, 202, 202, rows[0]!.same ? 429 : 202])
})

it('links are guessed no faster than passwords at one address', async () => {
  const { pool } = flow
  await pool.query(
    `insert into sign_in_failures (key) select 'link address:198.51.100.7' from generate_series(1, 200)`,
  )
  const body = { token: 'x', new_password: NEW, new_password_confirm: NEW }
  expect((await post('newpassword', body, '198.51.100.7')).statusCode).toBe(429)
  expect((await post('newpassword', body, '198.51.100.8')).statusCode).toBe(410)
})

it('without a mail server the answer for every name is that the office sets a new one', async () => {
  const without = await testServer()
  try {
    const { username } = await makeUser(without.database.pool, 'customer', { email: 'a@example.com' })
    for (const name of [username, 'nobody at all']) {
      const { status, body } = await without.call(null, 'POST', 'auth/forgotpassword', {
        body: { username: name },
      })
      expect([status, body.message]).toEqual([
        409,
        'This server sends no mail. The office can set a new password for you.',
      ])
    }
    expect((await without.database.pool.query('select from mails')).rowCount).toBe(0)
  } finally {
    await without.close()
  }
})

it('no link goes to an account of the demo where the server is no demo', async () => {
  const real = await testServer({ settings: { ...flow.smtp.settings, DEMO: '0' } })
  const { pool } = real.database
  const people = await Promise.all(
    ['of the demo', 'real'].map(() => makeUser(pool, 'customer', { email: `${randomUUID()}@example.com` })),
  )
  await pool.query(`insert into demo_rows (table_name, key) values ('users', $1)`, [String(people[0]!.id)])
  for (const { username } of people) {
    const answer = await real.app.inject({
      method: 'POST',
      url: '/api/auth/forgotpassword',
      payload: { username },
    })
    expect(answer.statusCode).toBe(202)
  }
  const { rows } = await pool.query('select user_id from mails')
  expect(rows).toEqual([{ user_id: people[1]!.id }])
  await real.close()
})

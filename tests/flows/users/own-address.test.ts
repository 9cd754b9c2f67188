/** A person's new mail address waits for its link, and the earlier address can undo a change (decision 0182). */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, testServer } from '../../factories/app.ts'
import { makeAddressee, makeUser, type AddresseeRecord, type UserRecord } from '../../factories/business.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const NEW = 'Vt7#mlZw-q'
const passwords = (password: string) => ({ new_password: password, new_password_confirm: password })
const DAY = 24 * 60 * 60_000

let now = Date.now()
const flow = openMailFlow({ clock: () => new Date(now) })
let chef: AddresseeRecord
let office: UserRecord
let next: string
beforeAll(() => {
  office = flow.house.people.office
})
beforeEach(async () => {
  now = Date.now()
  chef = await makePerson()
  next = newAddress()
})

const newAddress = () => `${randomUUID()}@example.com`
const makePerson = (over: Record<string, unknown> = {}) => makeAddressee(flow.pool, 'customer', over)
const edit = (body: object, by: UserRecord = chef) =>
  flow.server.call(by.username, 'PATCH', `users/${chef.id}`, { body })
const ask = (email: string) => edit({ email, old_password: PASSWORD })
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, by: UserRecord = chef) =>
  flow.server.call(by.username, method, `users/${chef.id}/${path}`)
const stored = async () =>
  (await flow.pool.query('select email, waiting_email from users where id = $1', [chef.id])).rows[0]
const lines = async () =>
  (await call('GET', 'accountchanges', office)).body.map((line: Record<string, unknown>) => [
    line.what,
    line.by,
    line.before,
    line.after,
    line.undone_at !== null,
  ])
const post = (path: string, body: object, remoteAddress = '192.0.2.1') =>
  flow.server.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload: body, remoteAddress })
const open = async (page: Page, token: string) =>
  (await post(page === 'confirmAddress' ? 'confirmaddress' : 'undochange', { token })).statusCode
const signIn = async (password: string) => (await post('', { username: chef.username, password })).statusCode
const refresh = async (token: string) => {
  const headers = { 'x-device-id': `device of ${chef.username}` }
  const url = '/api/auth/refresh'
  return (await flow.server.app.inject({ method: 'POST', url, headers, payload: { refresh: token } }))
    .statusCode
}

type Page = 'confirmAddress' | 'undoChange' | 'newPassword'
const mailsTo = (address: string) =>
  flow.smtp.mails.filter(({ to }) => to[0] === address).map(({ text }) => text)
/** Returns the tokens behind the # of the links to a page that were mailed to an address, the oldest first. */
const tokensIn = (page: Page, address: string) =>
  mailsTo(address).flatMap((text) => new RegExp(`harborvine\\.example/${page}#(\\S+)`).exec(text)?.[1] ?? [])
async function tokenOf(page: Page, address: string, count = 1): Promise<string> {
  await expect.poll(() => tokensIn(page, address).length).toBe(count)
  return tokensIn(page, address).at(-1)!
}
/** Changes the person's address, and returns the token that undoes the change. */
async function move(to: string): Promise<string> {
  const { email } = await stored()
  const undos = tokensIn('undoChange', email).length
  expect((await ask(to)).status).toBe(200)
  expect(await open('confirmAddress', await tokenOf('confirmAddress', to))).toBe(204)
  return tokenOf('undoChange', email, undos + 1)
}

describe('an own new address', () => {
  it('waits until its link was opened, once; until then mails go to the old one', async () => {
    const { status, body } = await ask(next)
    expect([status, body]).toMatchObject([200, { email: chef.email, waiting_email: next }])
    const token = await tokenOf('confirmAddress', next)
    await post('forgotpassword', { username: chef.username })
    await tokenOf('newPassword', chef.email)
    expect(tokensIn('newPassword', next)).toEqual([])
    expect(await open('confirmAddress', token)).toBe(204)
    expect(await stored()).toEqual({ email: next, waiting_email: '' })
    expect(await open('confirmAddress', token)).toBe(410)
    // The link for a new password that was mailed to the earlier address is no longer valid.
    const late = await post('newpassword', {
      token: tokensIn('newPassword', chef.email)[0],
      ...passwords(NEW),
    })
    expect(late.statusCode).toBe(410)
  })

  it('is asked about by a mail that contains nothing a person chose', async () => {
    const username = `Pay at https://evil.example/${randomUUID()}`
    chef = await makePerson({ username, first_name: 'Overdue', last_name: 'Invoice' })
    await ask(next)
    await tokenOf('confirmAddress', next)
    expect(mailsTo(next)[0]).not.toMatch(/evil|Overdue|Invoice/)
  })

  it('is confirmed by one of two calls that open the link at once', async () => {
    await ask(next)
    const token = await tokenOf('confirmAddress', next)
    const both = await Promise.all([open('confirmAddress', token), open('confirmAddress', token)])
    expect(both.toSorted()).toEqual([204, 410])
    expect(await lines()).toEqual([['address', chef.username, chef.email, next, false]])
  })

  it('is no longer confirmed by its link once it was withdrawn, is another one, or the office has set one', async () => {
    await ask(next)
    const token = await tokenOf('confirmAddress', next)
    expect((await call('DELETE', 'waitingaddress')).body).toMatchObject({ waiting_email: '' })
    expect(await open('confirmAddress', token)).toBe(410)
    expect((await call('DELETE', 'waitingaddress')).body.code).toBe('nothing_waits')
    const second = newAddress()
    await ask(next)
    const again = await tokenOf('confirmAddress', next, 2)
    await ask(second)
    expect(await open('confirmAddress', again)).toBe(410)
    const third = await tokenOf('confirmAddress', second)
    expect((await edit({ email: 'office@example.com' }, office)).status).toBe(200)
    expect(await open('confirmAddress', third)).toBe(410)
    expect(await stored()).toEqual({ email: 'office@example.com', waiting_email: '' })
  })

  it('gets the confirmations of orders that still wait, as an address that the office sets does', async () => {
    await flow.pool.query(
      `insert into mails (kind, user_id, to_address, subject, message_id) values
         ('order', $1, $2, 'Order', gen_random_uuid()::text), ('orders', $1, $2, 'Your orders', gen_random_uuid()::text)`,
      [chef.id, chef.email],
    )
    const addresses = async () =>
      (
        await flow.pool.query(
          `select to_address from mails where user_id = $1 and kind in ('order', 'orders')`,
          [chef.id],
        )
      ).rows.map((row) => row.to_address)
    await move(next)
    expect(await addresses()).toEqual([next, next])
    const last = newAddress()
    expect((await edit({ email: last }, office)).status).toBe(200)
    expect(await addresses()).toEqual([last, last])
  })

  it('is not confirmed by the office once its person has withdrawn it or asks for another one', async () => {
    const confirm = () => edit({ email: next, base: { email: chef.email, waiting_email: next } }, office)
    await ask(next)
    expect((await call('DELETE', 'waitingaddress')).status).toBe(200)
    const withdrawn = await confirm()
    expect([withdrawn.status, withdrawn.body.code, withdrawn.body.email]).toEqual([
      409,
      'conflict',
      'is no longer asked for: the person has withdrawn it',
    ])
    const second = newAddress()
    await ask(second)
    expect((await confirm()).status).toBe(409)
    expect(await stored()).toEqual({ email: chef.email, waiting_email: second })
    await ask(next)
    expect((await confirm()).status).toBe(200)
    expect(await stored()).toEqual({ email: next, waiting_email: '' })
  })

  it('is withdrawn by a new password, however that is set', async () => {
    for (const set of [
      () => edit(passwords(NEW), office),
      () => edit({ ...passwords(NEW), old_password: PASSWORD }),
      async () => {
        await post('forgotpassword', { username: chef.username })
        const token = await tokenOf('newPassword', chef.email)
        expect((await post('newpassword', { token, ...passwords(NEW) })).statusCode).toBe(204)
      },
    ]) {
      chef = await makePerson()
      await ask(newAddress())
      expect(await stored()).not.toMatchObject({ waiting_email: '' })
      await set()
      expect(await stored()).toEqual({ email: chef.email, waiting_email: '' })
    }
    // A password that is set in the same call does not withdraw the address.
    chef = await makePerson()
    await edit({ email: next, ...passwords(NEW), old_password: PASSWORD })
    expect(await stored()).toEqual({ email: chef.email, waiting_email: next })
  })

  it('is not confirmed after seven days, nor for a person who was locked', async () => {
    await ask(next)
    const token = await tokenOf('confirmAddress', next)
    await flow.pool.query('update users set account_lock = true where id = $1', [chef.id])
    expect(await open('confirmAddress', token)).toBe(410)
    await flow.pool.query('update users set account_lock = false where id = $1', [chef.id])
    now += 7 * DAY
    expect(await open('confirmAddress', token)).toBe(410)
    now -= 1
    expect(await open('confirmAddress', token)).toBe(204)
  })

  it('can be seen, withdrawn and mailed again by its person and the office, and by no other user', async () => {
    await ask(next)
    const other = await makePerson()
    for (const [method, path] of [
      ['POST', 'waitingaddress'],
      ['DELETE', 'waitingaddress'],
      ['GET', 'accountchanges'],
    ] as const)
      expect((await call(method, path, other)).status).toBe(404)
    expect((await call('POST', 'waitingaddress')).status).toBe(202)
    await tokenOf('confirmAddress', next, 2)
    expect((await call('DELETE', 'waitingaddress', office)).status).toBe(200)
    expect((await call('POST', 'waitingaddress')).body.code).toBe('nothing_waits')
  })

  it('can be asked for five times a day, per person and per address', async () => {
    for (let n = 0; n < 5; n++) expect((await ask(newAddress())).status).toBe(200)
    const over = await ask(next)
    expect([over.status, Number(over.headers['retry-after']) > 20 * 3600]).toEqual([429, true])
    expect((await call('POST', 'waitingaddress')).status).toBe(429)
    expect(await stored()).not.toMatchObject({ waiting_email: next })
    for (let n = 0; n < 6; n++) {
      chef = await makePerson()
      expect((await ask(n % 2 ? next : next.toUpperCase())).status).toBe(n < 5 ? 200 : 429)
    }
  })

  it('is set by the office at once, which ends the sessions and leaves a line', async () => {
    const { refresh: session } = await flow.server.signIn(chef.username)
    expect((await edit({ email: next, ...passwords(NEW) }, office)).body).toMatchObject({ email: next })
    expect(await refresh(session)).toBe(401)
    expect(await lines()).toEqual([
      ['password', office.username, next, next, false],
      ['address', office.username, chef.email, next, false],
    ])
    await flow.server.call(office.username, 'GET', 'mails')
    expect(await flow.pool.query('select from mails where user_id = $1', [chef.id])).toMatchObject({
      rowCount: 0,
    })
  })

  it('without a mail server it waits for the office', async () => {
    const without = await testServer()
    const { pool } = without.database
    const { id, username } = await makeUser(pool, 'customer', { email: 'old@example.com' })
    const clerk = await makeUser(pool, 'office')
    const body = { email: next, old_password: PASSWORD }
    const asked = await without.call(username, 'PATCH', `users/${id}`, { body })
    expect(asked.body).toMatchObject({ email: 'old@example.com', waiting_email: next })
    const again = await without.call(username, 'POST', `users/${id}/waitingaddress`)
    expect([again.status, again.body.code]).toEqual([409, 'no_mail_server'])
    const confirmed = await without.call(clerk.username, 'PATCH', `users/${id}`, { body: { email: next } })
    expect(confirmed.body).toMatchObject({ email: next, waiting_email: '' })
    expect((await pool.query('select from mails')).rowCount).toBe(0)
    await without.close()
  })
})

describe('the link to the address of before', () => {
  it('puts the address back, ends sessions, the password and open links, and has a link mailed that sets a new password', async () => {
    const { refresh: session } = await flow.server.signIn(chef.username)
    const undo = await move(next)
    expect(mailsTo(chef.email).at(-1)).toContain(next)
    await post('forgotpassword', { username: chef.username })
    const thiefs = await tokenOf('newPassword', next)
    await ask(newAddress())
    expect(await open('undoChange', undo)).toBe(204)
    expect(await stored()).toEqual({ email: chef.email, waiting_email: '' })
    expect([await refresh(session), await signIn(PASSWORD)]).toEqual([401, 401])
    expect((await post('newpassword', { token: thiefs, ...passwords(NEW) })).statusCode).toBe(410)
    const token = await tokenOf('newPassword', chef.email)
    expect((await post('newpassword', { token, ...passwords(NEW) })).statusCode).toBe(204)
    expect(await signIn(NEW)).toBe(200)
    expect(await open('undoChange', undo)).toBe(410)
    expect(await lines()).toEqual([['address', chef.username, chef.email, next, true]])
  })

  it('ends the links with identities of the provider', async () => {
    const undo = await move(next)
    const { pool } = flow
    await pool.query(
      'insert into oidc_links (issuer, subject, user_id, linked_at) values ($1, $2, $3, now())',
      ['https://id.example', next, chef.id],
    )
    expect(await open('undoChange', undo)).toBe(204)
    expect((await pool.query('select from oidc_links where user_id = $1', [chef.id])).rowCount).toBe(0)
  })

  it('undoes what came after it too, and those links with it', async () => {
    const first = await move(next)
    const last = newAddress()
    const second = await move(last)
    expect((await edit({ ...passwords(NEW), old_password: PASSWORD })).status).toBe(200)
    const third = await tokenOf('undoChange', last)
    expect(await open('undoChange', first)).toBe(204)
    expect(await stored()).toEqual({ email: chef.email, waiting_email: '' })
    expect([await open('undoChange', second), await open('undoChange', third)]).toEqual([410, 410])
    expect(await signIn(NEW)).toBe(401)
    expect((await lines()).map((line: unknown[]) => line[4])).toEqual([true, true, true])
  })

  it('is also sent for a new password, and one of two calls at once undoes it', async () => {
    await edit({ ...passwords(NEW), old_password: PASSWORD })
    const token = await tokenOf('undoChange', chef.email)
    const both = await Promise.all([open('undoChange', token), open('undoChange', token)])
    expect(both.toSorted()).toEqual([204, 410])
    expect([await signIn(NEW), await signIn(PASSWORD)]).toEqual([401, 401])
    await tokenOf('newPassword', chef.email)
  })

  it('is sent whatever the account is called meanwhile', async () => {
    const password = { old_password: PASSWORD }
    await flow.server.signIn(chef.username)
    // No call stores such a name any more, but an older row may have one.
    await flow.pool.query(`update users set username = username || E'\\nx' where id = $1`, [chef.id])
    expect((await edit({ ...passwords(NEW), ...password })).status).toBe(200)
    await tokenOf('undoChange', chef.email)
  })

  it('holds for seven days, and not once the office has set an address or the person is deleted', async () => {
    const undo = await move(next)
    now += 7 * DAY
    expect(await open('undoChange', undo)).toBe(410)
    now -= 1
    await edit({ email: 'office@example.com' }, office)
    expect(await open('undoChange', undo)).toBe(410)
    expect(await stored()).toMatchObject({ email: 'office@example.com' })
    const person = chef
    chef = await makePerson()
    const other = await move(newAddress())
    await flow.pool.query('delete from users where id = $1', [chef.id])
    expect(await open('undoChange', other)).toBe(410)
    chef = person
  })

  it('is no confirmation, and a confirmation is no undo', async () => {
    const undo = await move(next)
    await ask(chef.email)
    expect(await open('confirmAddress', undo)).toBe(410)
    await ask(newAddress())
    const { waiting_email } = await stored()
    expect(await open('undoChange', await tokenOf('confirmAddress', waiting_email))).toBe(410)
    expect(await stored()).toMatchObject({ email: next, waiting_email })
    // A refused call does not use its token up.
    expect(await open('undoChange', undo)).toBe(204)
  })

  it('is kept nowhere but as a hash, and a mail that waits is read without one', async () => {
    flow.smtp.rcpt = (address) => (address === chef.email ? '450 busy' : null)
    await ask(next)
    const token = await tokenOf('confirmAddress', next)
    expect(await open('confirmAddress', token)).toBe(204)
    const { pool } = flow
    const { rows } = await pool.query('select id, kind from mails where user_id = $1 order by kind', [
      chef.id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['address', 'undo'])
    const { body } = await flow.server.call(office.username, 'GET', `mails/${rows[1].id}`)
    expect(body.text).toContain('(the link is not shown)')
    const all = await pool.query(
      `select json_agg(m)::text || (select json_agg(j)::text from pgboss.job j) as all from mails m`,
    )
    expect(all.rows[0].all).not.toContain(token)
  })

  it('is guessed no faster than passwords at one address', async () => {
    await flow.pool.query(
      `insert into sign_in_failures (key) select 'link address:198.51.100.9' from generate_series(1, 200)`,
    )
    for (const path of ['confirmaddress', 'undochange']) {
      expect((await post(path, { token: 'x' }, '198.51.100.9')).statusCode).toBe(429)
      expect((await post(path, { token: 'x' }, '198.51.100.8')).statusCode).toBe(410)
    }
  })
})

/** A new user is invited by mail. The devices on which a user signs in are listed (decision 0278). */
import { beforeEach, expect, it } from 'vitest'
import { PASSWORD } from '../../factories/app.ts'
import { makeAddressee, makeUser, type AddresseeRecord } from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const NEW = 'Vt7#mlZw'
const DAY = 86_400_000

let now = Date.now()
const flow = openMailFlow({ clock: () => new Date(now) })
let invited: AddresseeRecord
beforeEach(async () => {
  now = Date.now()
  invited = await makePerson()
})

const makePerson = (over: Record<string, unknown> = {}) => makeAddressee(flow.pool, 'picker', over)
const invite = (id = invited.id, key = newId(), who = flow.house.as.manager) =>
  flow.server.call(who, 'POST', `users/${id}/invitation`, { headers: { 'idempotency-key': key } })
const access = (id = invited.id) => flow.call('manager', 'GET', `users/${id}/access`)
const post = (path: string, payload: object) =>
  flow.server.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
const use = async (token: string) =>
  (await post('newpassword', { token, new_password: NEW, new_password_confirm: NEW })).statusCode
const signIn = async (password: string) =>
  (await post('', { username: invited.username, password })).statusCode
const mailsTo = (email: string) => flow.smtp.mails.filter(({ to }) => to[0] === email)
async function tokenFor(email = invited.email): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0)
  return /newPassword#(\S+)/.exec(mailsTo(email).at(-1)!.text)![1]!
}

it('the invitation names the username, and its link sets the first password once, days later', async () => {
  const sent = await invite()
  expect([sent.status, sent.body.devices, sent.body.invitation.by]).toEqual([201, [], flow.house.as.manager])
  const token = await tokenFor()
  expect(mailsTo(invited.email)[0]!.text).toContain(`Your username is ${invited.username}.`)
  now += 7 * DAY - 1
  expect(await use(token)).toBe(204)
  expect(await use(token)).toBe(410)
  expect(await signIn(NEW)).toBe(200)
  await expect.poll(async () => (await access()).body.invitation.mail).toBe('sent')
})

it('an invitation is over after seven days', async () => {
  await invite()
  const token = await tokenFor()
  now += 7 * DAY
  expect(await use(token)).toBe(410)
})

it('an invitation is over when its person has signed in with the given password', async () => {
  await invite()
  const token = await tokenFor()
  expect(await signIn(PASSWORD)).toBe(200)
  expect(await use(token)).toBe(410)
  const again = await invite()
  expect([again.status, again.body.message]).toEqual([
    409,
    `${invited.username} has signed in before. “Forgot password” on the sign-in page sets a new password.`,
  ])
})

it('an invitation ends with a new password by the office, also one whose mail is still to be sent', async () => {
  await invite()
  const token = await tokenFor()
  flow.smtp.reset()
  flow.smtp.rcpt = () => '450 busy'
  await invite()
  await expect.poll(() => flow.smtp.attempts).toBeGreaterThan(0)
  const set = await flow.call('manager', 'PATCH', `users/${invited.id}`, {
    new_password: 'Rk3!poVbn-x',
    new_password_confirm: 'Rk3!poVbn-x',
  })
  expect(set.status).toBe(200)
  expect(await use(token)).toBe(410)
  expect((await access()).body.invitation.mail).toBe('dropped')
})

/** Has an invitation fail in this way. Returns the id of its mail. */
async function failToInvite(state: 'refused' | 'perhaps'): Promise<string> {
  if (state === 'refused') flow.smtp.rcpt = () => '550 no such mailbox'
  else flow.smtp.cut = 'data'
  await invite()
  await expect.poll(async () => (await access()).body.invitation.mail).toBe(state)
  flow.smtp.reset()
  const { rows } = await flow.pool.query(`select id from mails where user_id = $1 and kind = 'invitation'`, [
    invited.id,
  ])
  return rows[0].id
}
const sendAgain = (mail: string) => flow.call('manager', 'POST', `mails/${mail}/send`, { again: true })

it.each<['refused' | 'perhaps', string, object]>([
  ['refused', 'address', { email: 'right@example.com' }],
  ['refused', 'password', { new_password: 'Rk3!poVbn-x', new_password_confirm: 'Rk3!poVbn-x' }],
  ['perhaps', 'address', { email: 'right@example.com' }],
])('an invitation that is %s is not sent again once the office sets the %s', async (state, _what, body) => {
  const mail = await failToInvite(state)
  expect((await flow.call('manager', 'PATCH', `users/${invited.id}`, body)).status).toBe(200)
  const again = await sendAgain(mail)
  expect([again.status, again.body.message]).toEqual([409, 'This mail was dropped.'])
})

it('an invitation to an address that the person no longer has is dropped instead of sent', async () => {
  const mail = await failToInvite('refused')
  await flow.pool.query(`update users set email = 'right@example.com' where id = $1`, [invited.id])
  expect((await sendAgain(mail)).status).toBe(200)
  await expect.poll(async () => (await access()).body.invitation.mail).toBe('dropped')
  expect([...mailsTo(invited.email), ...mailsTo('right@example.com')]).toEqual([])
})

it('two presses, with one key or with two, send one mail', async () => {
  flow.smtp.rcpt = () => '450 busy'
  const key = newId()
  const answers = await Promise.all([invite(invited.id, key), invite(invited.id, key), invite()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const { rowCount } = await flow.pool.query(`select from mails where user_id = $1 and kind = 'invitation'`, [
    invited.id,
  ])
  expect(rowCount).toBe(1)
})

it('a person without an address, with a closed account or of a higher role is not invited', async () => {
  const nowhere = await makePerson({ email: '' })
  const closed = await makePerson({ is_active: false })
  const above = await makeUser(flow.pool, 'administrator', { email: 'above@example.com' })
  expect([(await invite(nowhere.id)).status, (await invite(closed.id)).status]).toEqual([409, 409])
  expect((await invite(above.id)).status).toBe(403)
  expect((await invite(987_654)).status).toBe(404)
})

it('a person’s access lists the devices of their sign-ins, the last one first', async () => {
  await flow.server.signIn(invited.username, 'the phone')
  now += DAY
  await flow.server.signIn(invited.username, 'the scanner')
  const { devices } = (await access()).body
  expect(devices).toHaveLength(2)
  expect(Date.parse(devices[0].last_used_at) - Date.parse(devices[1].last_used_at)).toBe(DAY)
})

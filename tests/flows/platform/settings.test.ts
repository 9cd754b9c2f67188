/** What the distributor settles for itself, over the API (docs/decisions/0275). */
import { expect, it } from 'vitest'
import type { SettingEntry, SettingsAnswer } from '#contract/settings/answer.ts'
import { newId } from '../../factories/edits.ts'
import type { Somebody } from '../../factories/house.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const flow = openMailFlow()
const read = async () => (await flow.call('administrator', 'GET', 'settings')).body as SettingsAnswer
const entry = ({ settings }: SettingsAnswer, name: string): SettingEntry =>
  settings.find((one) => one.name === name)!
const change = (name: string, value: unknown, who: Somebody = 'administrator') =>
  flow.call(who, 'PATCH', `settings/${name}`, { value })

it('an administrator changes a setting, takes its default again, and is named for it', async () => {
  const before = entry(await read(), 'cutoff')
  expect(before).toMatchObject({ value: null, changed_by: null, changed_at: null })
  const changed = await change('cutoff', '16:30')
  expect(changed.status).toBe(200)
  const { username } = flow.house.people.administrator
  expect(entry(changed.body, 'cutoff')).toMatchObject({
    value: '16:30',
    default_value: before.default_value,
    changed_by: username,
    changed_at: expect.stringMatching(/Z$/),
  })
  const { rows } = await flow.pool.query(
    `select username, about, details from security_events where kind = 'setting' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ username, about: 'cutoff', details: '16:30' }])
  expect(entry((await change('cutoff', null)).body, 'cutoff')).toMatchObject({
    value: null,
    changed_by: username,
  })
})

it('a value that a setting cannot have is refused in words, and nothing changes', async () => {
  const refused = await change('cutoff', 'noon')
  expect([refused.status, refused.body.value]).toEqual([400, 'must be a time of day such as 18:00'])
  expect((await change('cutoff', 5)).status).toBe(400)
  expect((await change('no_such_setting', '1')).status).toBe(400)
  expect(entry(await read(), 'cutoff').value).toBeNull()
})

it('a change of a setting that somebody else has changed meanwhile is refused, and names what it is now', async () => {
  const save = (value: string | null, base?: string | null) =>
    flow.call('administrator', 'PATCH', 'settings/cutoff_days', { value, base })
  expect((await save('3', null)).status).toBe(200)
  const stale = await save('5', null)
  expect([stale.status, stale.body.code, stale.body.value]).toEqual([
    409,
    'conflict',
    'was changed by somebody else meanwhile: it is "3" now',
  ])
  // The same value once more, whose first answer was lost, is no clash.
  expect((await save('3', null)).status).toBe(200)
  expect((await save('5', '3')).status).toBe(200)
  // A call without a base sets the value.
  expect((await save(null)).status).toBe(200)
})

it('other roles neither read nor change the settings', async () => {
  for (const who of ['manager', 'office', 'foreman', 'picker', 'customer'] as const) {
    expect([who, (await flow.call(who, 'GET', 'settings')).status]).toEqual([who, 403])
    expect([who, (await change('cutoff', '16:30', who)).status]).toEqual([who, 403])
  }
})

it('says what the server was started with, and how much there is', async () => {
  const { server: facts, counts } = await read()
  expect(facts).toMatchObject({ mail_from: flow.smtp.settings.MAIL_FROM, payments: 'none' })
  expect(counts.people).toBeGreaterThan(1)
})

it('a test is mailed to the own address, once for a key', async () => {
  const key = newId()
  const send = () =>
    flow.server.call(flow.house.as.administrator, 'POST', 'settings/testmail', {
      headers: { 'idempotency-key': key },
    })
  await flow.pool.query(`update users set email = '' where id = $1`, [flow.house.people.administrator.id])
  expect((await send()).status).toBe(409)
  await flow.pool.query(`update users set email = 'nora@example.com' where id = $1`, [
    flow.house.people.administrator.id,
  ])
  const sent = await send()
  expect([sent.status, sent.body.kind, sent.body.to]).toEqual([201, 'test', 'nora@example.com'])
  expect((await send()).body.id).toBe(sent.body.id)
  await expect.poll(() => flow.smtp.mails.length).toBe(1)
  expect(flow.smtp.mails[0]!.to).toEqual(['nora@example.com'])
  expect(flow.smtp.mails[0]!.text).toMatch(/^Subject: A test from Larder\r$/m)
})

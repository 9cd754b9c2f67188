/** Names of devices (docs/decisions/0263): who gives one, where it shows, and that it is one device's. */
import { expect, it } from 'vitest'
import { makeItem } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { patchOf, push } from '../../factories/edits.ts'

const flow = openFlow()
const name = (device: string, to: unknown, as: string = flow.house.as.foreman) =>
  flow.server.call(as, 'PATCH', `devices/${device}`, { body: { name: to } })

async function namesOf(device: string): Promise<(string | null)[]> {
  const { body } = await flow.server.call(flow.house.as.foreman, 'GET', 'devices?no_page=1')
  return (body as { device_id: string; name: string | null }[])
    .filter(({ device_id }) => device_id === device)
    .map((row) => row.name)
}
const signedInOn = async (device: string, userId: number): Promise<void> =>
  void (await flow.pool.query('insert into devices (device_id, user_id) values ($1, $2)', [device, userId]))

it('a name is the device’s, whichever user is signed in there, and can be changed and taken away', async () => {
  const { picker, office } = flow.house.people
  for (const { id } of [picker, office]) await signedInOn('shared', id)
  expect((await name('shared', '  Cold room 3 ')).status).toBe(204)
  expect(await namesOf('shared')).toEqual(['Cold room 3', 'Cold room 3'])
  expect((await name('shared', 'COLD ROOM 3')).status).toBe(204)
  expect(await namesOf('shared')).toEqual(['COLD ROOM 3', 'COLD ROOM 3'])
  expect((await name('shared', null)).status).toBe(204)
  expect(await namesOf('shared')).toEqual([null, null])
})

it('a name is no other device’s, in any case of letters, also where both are named at once', async () => {
  for (const device of ['one', 'two']) await signedInOn(device, flow.house.people.picker.id)
  const answers = await Promise.all([name('one', 'Dock'), name('two', 'dock')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
    name: 'is the name of another device',
  })
})

it('a name that says nothing, is too long, or is for a device without a sign-in is refused', async () => {
  await signedInOn('bare', flow.house.people.picker.id)
  for (const wrong of ['', '   ', 'x'.repeat(41), 7, undefined]) {
    const { status } = await name('bare', wrong)
    expect(status, `${wrong}`).toBe(400)
  }
  expect((await name('unheard-of', 'Dock 2')).status).toBe(404)
  expect((await name('bare', 'Dock 3', flow.house.as.picker)).status).toBe(403)
  expect(await namesOf('bare')).toEqual([null])
})

it('a name is in the history of an item', async () => {
  const { picker } = flow.house.people
  const item = await makeItem(flow.pool)
  await push(flow.server, picker.username, [patchOf(picker, item, { picked: true })])
  const audit = async () =>
    (await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}/audit`)).body as {
      device_id: string
      device_name: string | null
    }[]
  const [line] = await audit()
  expect(line!.device_name).toBeNull()
  await name(encodeURIComponent(line!.device_id), 'Cold room 4')
  expect((await audit())[0]!.device_name).toBe('Cold room 4')
})

/** Cursors of another epoch, another timeline of PostgreSQL, and another shape of rows. */
import { beforeEach, describe, expect, it } from 'vitest'
import { FEED_SHAPE } from '#contract/sync/protocol.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeDevice, type Device } from '../../factories/pulls.ts'

const START = Date.now()
let now = START
const flow = openFlow({ clock: () => new Date(now) })
let device: Device

/** Each test has a device that is up to date. */
beforeEach(async () => {
  now = START
  device = makeDevice(flow.server, flow.house.as.picker)
  await device.catchUp()
})

/** Returns the epoch, timeline and shape of a cursor. */
const aboutOf = (cursor: string) => cursor.split(':')[0]!.split('.')
const withAbout = (cursor: string, change: (about: string[]) => string[]) =>
  `${change(aboutOf(cursor)).join('.')}:${cursor.split(':')[1]}`
const withShape = (cursor: string, shape: number) =>
  withAbout(cursor, ([epoch, timeline]) => [epoch!, timeline!, String(shape)])
/** Returns whether the device's next pull takes all rows from the start. */
const isAnew = async () => (await device.pull())[0]!.range !== null
const changeOrder = (note: string) => flow.call('office', 'PATCH', `orders/${flow.house.order.id}`, { note })

describe('a cursor', () => {
  it('of another epoch, or of another timeline of PostgreSQL, leads to a full pull', async () => {
    const cursor = device.cursor!
    expect(await isAnew()).toBe(false)
    for (const change of [
      ([, ...about]: string[]) => ['another', ...about],
      ([epoch, , shape]: string[]) => [epoch!, 'FF', shape!],
    ]) {
      device.cursor = withAbout(cursor, change)
      expect(await isAnew()).toBe(true)
    }
  })

  it('of an earlier release, without timeline and shape, goes on where PostgreSQL is on its first timeline', async () => {
    const [epoch, timeline, shape] = aboutOf(device.cursor!)
    expect([timeline, shape]).toEqual(['1', String(FEED_SHAPE)])
    device.cursor = withAbout(device.cursor!, () => [epoch!])
    expect(await isAnew()).toBe(false)
    // The rows are of the first shape, and the device's turn to take them again has not come.
    expect(aboutOf(device.cursor)).toEqual([epoch, timeline, '1'])
  })
})

describe('a cursor of long ago', () => {
  it.each([
    [79, false],
    [81, true],
  ])(
    'of %i days ago leads to a full pull: %s, since deletions are reported for 90 days',
    async (days, isFull) => {
      now = START + days * 86_400_000
      expect(await isAnew()).toBe(isFull)
      await device.catchUp()
      expect(await isAnew()).toBe(false)
    },
  )
})

describe('rows of an older shape', () => {
  it('are pulled again once, when the device’s turn within a minute after the start has come', async () => {
    device.cursor = withShape(device.cursor!, FEED_SHAPE - 1)
    await changeOrder('before the turn')
    expect(await isAnew()).toBe(false)
    expect(device.rows.orders.get(flow.house.order.id)).toMatchObject({ note: 'before the turn' })
    now = START + 60_000
    expect(await isAnew()).toBe(true)
    await changeOrder('after it')
    expect(await isAnew()).toBe(false)
  })
})

describe('rows of a newer shape, as the next release sends them', () => {
  it('are accepted: nothing is pulled again', async () => {
    now = START + 60_000
    device.cursor = withShape(device.cursor!, FEED_SHAPE + 1)
    expect(await isAnew()).toBe(false)
    expect(aboutOf(device.cursor)[2]).toBe(String(FEED_SHAPE + 1))
  })

  it('are mixed with ours as soon as this release sends a row: the next one sends them all again', async () => {
    device.cursor = withShape(device.cursor!, FEED_SHAPE + 1)
    await changeOrder('told by the older release')
    expect(await isAnew()).toBe(false)
    expect(aboutOf(device.cursor)[2]).toBe(String(FEED_SHAPE))
  })
})

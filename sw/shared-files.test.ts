import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDeviceDatabase } from '#src/db/device.ts'
import { dropOldHanded, handedFiles, takeHanded } from '#src/db/handed-files.ts'
import { isShare, takeShared } from './shared-files.ts'

const device = openDeviceDatabase()
beforeAll(() => device.open())
afterEach(() => device.meta.clear())

function shared(...files: File[]): Request {
  const body = new FormData()
  for (const file of files) body.append('files', file)
  return new Request('https://larder.example/share', { method: 'POST', body })
}

it.each([
  ['may.csv', '/receipt/upload', 'receipt'],
  ['larder-unsent.JSON', '/sync', 'outbox'],
] as const)('keeps %s and leads to %s', async (name, place, purpose) => {
  const answer = await takeShared(shared(new File(['as it came'], name)))
  expect([answer.status, answer.headers.get('location')]).toEqual([303, place])
  const taken = await takeHanded(device, purpose)
  expect([taken?.name, await taken?.text()]).toEqual([name, 'as it came'])
  expect(await takeHanded(device, purpose)).toBeNull()
})

it('leads to the start where nothing was shared', async () => {
  expect((await takeShared(shared())).headers.get('location')).toBe('/')
})

it('takes nothing but what is posted to the share’s address', () => {
  expect(isShare({ method: 'POST', url: 'https://larder.example/share' })).toBe(true)
  expect(isShare({ method: 'GET', url: 'https://larder.example/share' })).toBe(false)
  expect(isShare({ method: 'POST', url: 'https://larder.example/api/share' })).toBe(false)
})

it('one of two tabs takes a file, and nothing of it stays on the device', async () => {
  await takeShared(shared(new File(['b'], 'b.csv')))
  const taken = await Promise.all([takeHanded(device, 'receipt'), takeHanded(device, 'receipt')])
  expect(taken.map((file) => file?.name)).toEqual(['b.csv', undefined])
  expect(await device.meta.count()).toBe(0)
})

describe('a file that is not taken', () => {
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is kept for a day', async () => {
    await takeShared(shared(new File(['a'], 'a.csv')))
    later(86_399_999)
    await dropOldHanded(device)
    expect((await takeHanded(device, 'receipt'))?.name).toBe('a.csv')
  })

  it('is deleted with its content after a day, and is not taken before that', async () => {
    await takeShared(shared(new File(['a'], 'a.csv')))
    later(86_400_000)
    expect(await handedFiles(device)).toEqual([])
    expect(await takeHanded(device, 'receipt')).toBeNull()
    expect(await device.meta.count()).toBe(0)
  })

  it('is deleted at a start of the app', async () => {
    await takeShared(shared(new File(['a'], 'a.csv')))
    later(86_400_000)
    await dropOldHanded(device)
    expect(await device.meta.count()).toBe(0)
  })
})

it('says that the device is full only where it is', async () => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'put')
  const answer = async (name: string) => {
    add.mockImplementationOnce(() => {
      throw new DOMException('as the browser says', name)
    })
    const { status } = await takeShared(shared(new File(['a'], 'a.csv')))
    return status
  }
  expect([await answer('QuotaExceededError'), await answer('DataError')]).toEqual([507, 503])
  add.mockRestore()
})

it('keeps nothing where no page has made the device’s database yet', async () => {
  await device.delete()
  expect((await takeShared(shared(new File(['a'], 'a.csv')))).status).toBe(503)
  await device.open()
})

import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { openDeviceDatabase } from '#src/db/device.ts'
import { handedFiles, takeHanded } from '#src/db/handed-files.ts'
import { isShare, takeShared } from './shared-files.ts'

const device = openDeviceDatabase()
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

it('a file is gone after a day, and of two tabs one takes it', async () => {
  await takeShared(shared(new File(['a'], 'a.csv'), new File(['b'], 'b.csv')))
  const [first] = await handedFiles(device)
  const record = (await device.meta.get('handed_files'))!
  const old = { ...first, at: Date.now() - 86_400_001 }
  await device.meta.put({ ...record, value: [old, ...(record.value as unknown[]).slice(1)] })
  const taken = await Promise.all([takeHanded(device, 'receipt'), takeHanded(device, 'receipt')])
  expect(taken.map((file) => file?.name)).toEqual(['b.csv', undefined])
})

import { expect, it, vi } from 'vitest'
import type { Client } from '#src/api/client.ts'
import type { Environment, Locks } from '#src/api/environment.ts'
import { BACKOFF_MAX_MS, BACKOFF_MIN_MS } from '../backoff.ts'
import { createStream } from './stream.ts'
import { makeDevice } from '../testing/device.ts'
import { FakeServer } from '../testing/fake-server.ts'

/** Promises that follow on each other without a timer have come to their end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

async function streamWith(request: Locks['request'], change: Partial<Environment> = {}) {
  const { env, clock, client, session } = await makeDevice(new FakeServer())
  const stream = createStream({
    env: { ...env, ...change, locks: { ...env.locks, request } },
    client,
    userId: session.get().user!.id,
    onMoved() {},
    onConnected() {},
    onBroken() {},
    onEnd() {},
  })
  return { stream, clock }
}

it('a refused request for the lock is repeated after a wait, as in a page that is being closed', async () => {
  let asked = 0
  // A test that fails shall not go round for ever.
  const { stream, clock } = await streamWith(() => {
    asked++
    return asked > 1_000
      ? new Promise(() => {})
      : Promise.reject(new DOMException('gone', 'InvalidStateError'))
  })
  stream.start()
  await settled()
  expect(asked).toBe(1)
  clock.pass(BACKOFF_MIN_MS - 1)
  await settled()
  expect(asked).toBe(1)
  for (let minute = 1; minute <= 10; minute++) {
    clock.pass(BACKOFF_MAX_MS)
    await settled()
  }
  // The wait grows to a minute, and goes on.
  expect(asked).toBeGreaterThan(8)
  expect(asked).toBeLessThan(20)
  stream.stop()
})

it('a tab whose lock was taken by the front tab waits in line again, and leads at once when it is shown', async () => {
  const requests: { steal: boolean; refuse(): void }[] = []
  const { stream, clock } = await streamWith(
    (_name, { steal = false }) =>
      new Promise((_resolve, reject) =>
        requests.push({ steal, refuse: () => reject(new DOMException('stolen', 'AbortError')) }),
      ),
  )
  stream.start()
  requests[0]!.refuse()
  await settled()
  stream.lead()
  expect(requests.map(({ steal }) => steal)).toEqual([false, true])
  // The lock has been asked for already, so the wait asks for nothing more.
  clock.pass(BACKOFF_MAX_MS)
  await settled()
  expect(requests).toHaveLength(2)
  stream.stop()
})

it('a tab whose lock was taken while it waited for the server leads at once when it is shown again', async () => {
  const requests: { steal: boolean; refuse(): void }[] = []
  const { stream } = await streamWith(
    (_name, { steal = false }, run) =>
      new Promise((_resolve, reject) => {
        requests.push({ steal, refuse: () => reject(new DOMException('stolen', 'AbortError')) })
        void run(true)
      }),
  )
  stream.start()
  await settled()
  requests[0]!.refuse()
  await settled()
  stream.lead()
  expect(requests.map(({ steal }) => steal)).toEqual([false, true])
  stream.stop()
})

it('a broken line is reported once if it was open, and not if none can be opened or this tab lets go', async () => {
  const { env, clock, session } = await makeDevice(new FakeServer())
  const open: ReadableStreamDefaultController[] = []
  let isThere = true
  let broken = 0
  const stream = createStream({
    env,
    client: {
      open: async () => {
        if (!isThere) throw new TypeError('Failed to fetch')
        const body = new ReadableStream({ start: (line) => void open.push(line) })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      },
    } as Pick<Client, 'open'> as Client,
    userId: session.get().user!.id,
    onMoved() {},
    onConnected() {},
    onBroken: () => broken++,
    onEnd() {},
  })
  stream.start()
  await vi.waitFor(() => expect(open).toHaveLength(1))
  isThere = false
  open[0]!.error(new TypeError('network error'))
  await vi.waitFor(() => expect(broken).toBe(1))
  for (let minute = 0; minute < 3; minute++) {
    clock.pass(BACKOFF_MAX_MS)
    await settled()
  }
  expect(broken).toBe(1)
  isThere = true
  clock.pass(BACKOFF_MAX_MS)
  await vi.waitFor(() => expect(open).toHaveLength(2))
  stream.stop()
  await settled()
  expect(broken).toBe(1)
})

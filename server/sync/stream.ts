/**
 * Tells devices that the cursor moved, and nothing else: what moved they ask for, and get what they may see. One
 * LISTEN connection a process serves all its streams.
 */
import pg from 'pg'
import type { ServerResponse } from 'node:http'
import type { Person } from '#contract/permissions.ts'
import { companyOf } from '../orders/scope.ts'
import type { Context } from '../platform/context.ts'
import { CHANNEL, type Moved } from './announce.ts'

const HEARTBEAT_MS = 25_000
const RECONNECT_MS = 1_000

interface Listener {
  company: number | null
  response: ServerResponse
}

export interface Streams {
  add(person: Person, response: ServerResponse): void
  close(): Promise<void>
}

export async function openStreams({ pool, log }: Context): Promise<Streams> {
  const listeners = new Set<Listener>()
  let client: pg.Client | undefined
  let closed = false

  function tell(moved: readonly Moved[]) {
    for (const { company, response } of listeners)
      if (company === null || moved.includes('*') || moved.includes(company))
        response.write('event: cursor\ndata: {}\n\n')
  }

  async function listen(): Promise<void> {
    const fresh = new pg.Client({ ...pool.options, application_name: 'larder streams' })
    const lost = () => {
      if (client !== fresh) return
      client = undefined
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ payload }) => tell(JSON.parse(payload ?? '["*"]') as Moved[]))
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }

  async function reconnect(): Promise<void> {
    try {
      await listen()
      // What was announced while nobody listened is not lost: everybody is asked to look.
      tell(['*'])
    } catch (error) {
      log.warn(error, 'the change stream has no database yet')
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    }
  }

  await listen()
  const heartbeat = setInterval(() => {
    for (const { response } of listeners) response.write(': here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    add(person, response) {
      const listener = { company: companyOf(person), response }
      listeners.add(listener)
      response.on('close', () => listeners.delete(listener))
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      response.write('event: cursor\ndata: {}\n\n')
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      for (const { response } of listeners) response.end()
      await client?.end()
    },
  }
}

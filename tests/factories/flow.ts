/** The set-up of a flow test: the real server on a database of the file's own, with a house of people, signed in by role. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { testServer, type Answer, type TestServer } from './app.ts'
import type { Pool } from './business.ts'
import { makeHouse, type House, type Somebody } from './house.ts'

/** What a flow's server is started with. */
export type FlowOptions = NonNullable<Parameters<typeof testServer>[0]>

export interface Flow {
  server: TestServer
  house: House
  pool: Pool
  /** A call as this person of the house, with this body as JSON. */
  call(who: Somebody, method: InjectOptions['method'], path: string, body?: unknown): Promise<Answer>
}

/**
 * Starts the server before the file's tests and closes it after them; its parts are there from the file's own
 * `beforeAll` on. `options` are those of `testServer`.
 */
export function openFlow(options: FlowOptions = {}): Flow {
  const flow = {
    call: (who, method, path, body) => flow.server.call(flow.house.as[who], method, path, { body }),
  } as Flow
  beforeAll(async () => {
    flow.server = await testServer(options)
    flow.pool = flow.server.database.pool
    flow.house = await makeHouse(flow.pool)
  })
  afterAll(() => flow.server.close())
  return flow
}

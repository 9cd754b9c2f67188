/** A device with the real engine, whose calls go to the real server. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createClient, type Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { openEngine, type Engine } from '#src/sync/engine.ts'
import { TestClock, testEnvironment } from '#src/sync/testing/device.ts'
import { PASSWORD, type TestServer } from './app.ts'

let made = 0

/** Calls of a device, answered by the server that is there in that moment. */
const callsTo =
  (server: () => TestServer) =>
  async (input: string, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    const answer = await server().app.inject({
      method: method as 'GET',
      url: input,
      headers: headers as Record<string, string>,
      ...(body && { payload: body as string }),
    })
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
    })
  }

export interface RealDevice {
  engine: Engine
  client: Client
  env: Environment
}

/** A person on a device of their own, signed in. Nothing runs by itself. */
export async function realDevice(server: () => TestServer, username: string): Promise<RealDevice> {
  const clock = new TestClock()
  clock.ms = Date.now()
  const env = testEnvironment({ fetch: callsTo(server) }, clock, ++made)
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  const session = createSession({ env, device: openDeviceDatabase(database), iterations: 10 })
  await session.ready
  const signedIn = await session.signIn(username, PASSWORD)
  if (signedIn.kind !== 'in') throw new Error(signedIn.kind)
  const client = createClient({ env, session })
  const { user } = signedIn
  const engine = await openEngine({ user, env, session, client, database, running: false, stream: false })
  return { engine, client, env }
}

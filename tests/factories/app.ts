/** The built server on a database of its own, and people who are signed in to it. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/platform/auth/passwords.ts'
import type { Disk } from '#server/platform/disk.ts'
import { nothingAt } from '#server/platform/problem.ts'
import { openDatabase } from '#server/platform/database.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'

export const PASSWORD = 'harborvine'

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what a call answers is what its test is about
  body: any
  headers: Record<string, unknown>
}

/** A line of the server's log, as far as tests read it. */
interface LogLine {
  /** The level of pino: 30 informs, 40 warns, from 50 on something is wrong. */
  level: number
  msg: string
  url?: string
  status?: number
  err?: { message: string }
}

export interface TestServer {
  app: FastifyInstance
  /** The server's log so far. */
  logged: LogLine[]
  /** Takes the messages of level 50 and above that were logged so far. A message that no test takes fails `close`. */
  takeFaults(): string[]
  database: TestDatabase
  /** The connections that only pushes, and the look-up of the caller, take. */
  pushPool: TestDatabase['pool']
  /** Signs a user in: on the user's own device, where `call` continues with these tokens, or on a named one. */
  signIn(username: string, device?: string): Promise<{ access: string; refresh: string; id: number }>
  /** Makes a call as this user; null calls without a token. */
  call(
    username: string | null,
    method: InjectOptions['method'],
    path: string,
    /** `text` is sent unchanged, where `body` would be written as JSON. */
    options?: {
      body?: unknown
      text?: string
      headers?: Record<string, string>
      /** Whether the test means an address without a call. */
      isNothing?: boolean
    },
  ): Promise<Answer>
  close(): Promise<void>
}

/**
 * Starts the real server on the real database. `clock` lets a test move time; `settings` are those of `server/env.ts`;
 * `bounded`: customers place no more orders in a minute than the distributor's settings allow.
 */
export async function testServer({
  demo = false,
  clock = () => new Date(),
  settings = {},
  bounded = false,
  disk,
  database: given,
}: {
  demo?: boolean
  clock?: () => Date
  settings?: Record<string, string>
  bounded?: boolean
  disk?: Disk
  /** An existing database. The server drops it at its end, as it does its own. */
  database?: TestDatabase
} = {}): Promise<TestServer> {
  const database = given ?? (await testDatabase({ demo }))
  const forPushes = openDatabase(database.url, { max: 4 })
  // Time may stand still, and a test's customer orders more in one minute than any person can.
  if (!bounded) await database.pool.query(`update settings set value = '999999' where name like '%_a_minute'`)
  const logged: LogLine[] = []
  const faults: string[] = []
  const app = await buildApp({
    log: pino(
      { base: null },
      {
        write(text) {
          const line = JSON.parse(text) as LogLine
          logged.push(line)
          if (line.level >= 50) faults.push([line.msg, line.err?.message].filter(Boolean).join(': '))
        },
      },
    ),
    pool: database.pool,
    pushPool: forPushes.pool,
    env: readEnv({ NODE_ENV: 'test', ...settings }),
    clock,
    ...(disk && { disk }),
  })
  await app.ready()
  const tokens = new Map<string, { access: string; until: number }>()
  /** Calls at one moment share a sign-in: a second one would end the session of the first. */
  const signingIn = new Map<string, Promise<unknown>>()
  const server: TestServer = {
    app,
    logged,
    takeFaults: () => faults.splice(0),
    database,
    pushPool: forPushes.pool,
    async signIn(username, device) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/',
        headers: { 'x-device-id': device ?? `device of ${username}` },
        payload: { username, password: PASSWORD },
      })
      if (answer.statusCode !== 200) throw new Error(`${username} cannot sign in: ${answer.body}`)
      const { access, refresh, user } = answer.json()
      // A sign-in ends the earlier session of its device, so calls continue in the new one.
      if (device === undefined) tokens.set(username, { access, until: clock().getTime() + 800_000 })
      return { access, refresh, id: user.id }
    },
    async call(
      username,
      method,
      path,
      {
        body,
        text = body === undefined ? undefined : JSON.stringify(body),
        headers = {},
        isNothing = false,
      } = {},
    ) {
      const now = clock().getTime()
      // The user signs in again where the test moved the clock past the token's life.
      if (username !== null && (tokens.get(username)?.until ?? 0) <= now) {
        const signIn = signingIn.get(username) ?? server.signIn(username)
        signingIn.set(username, signIn)
        await signIn.finally(() => signingIn.delete(username))
      }
      const answer = await app.inject({
        ...(method && { method }),
        url: `/api/${path}`,
        headers: {
          ...(username !== null && { authorization: `Bearer ${tokens.get(username)!.access}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { payload: text }),
      })
      const json = String(answer.headers['content-type'] ?? '').includes('json')
      const said = json && answer.body ? JSON.parse(answer.body) : answer.body
      const request = { method: method ?? 'GET', url: `/api/${path}` }
      // A refusal because no such route exists proves nothing.
      if (!isNothing && said?.message === nothingAt(request).message) throw new Error(said.message)
      return { status: answer.statusCode, body: said, headers: answer.headers }
    },
    async close() {
      await app.close()
      await forPushes.close()
      await database.drop()
      if (faults.length > 0) throw new Error(`The server logged what no test expects:\n${faults.join('\n')}`)
    },
  }
  return server
}

let hashed: Promise<string> | undefined
/** Returns the hash of every test person's password, made once a process. */
export const passwordHash = () => (hashed ??= hashPassword(PASSWORD))

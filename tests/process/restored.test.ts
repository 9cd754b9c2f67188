/** A backup that is put back hours later: devices that are open meanwhile go on without a password. */
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { makeUser } from '../factories/business.ts'
import { endAll, runServer, temporaryFolder, type Program } from './server.ts'

afterAll(endAll)

const DATA_DIR = temporaryFolder()
const DEVICE = 'scanner 7'
let server: Program
let url: string

async function start(): Promise<void> {
  server = runServer({ settings: { DATA_DIR } })
  url = await server.ready
}
async function stop(): Promise<void> {
  server.child.kill()
  await server.ended
}
/** With their owner, who is another one where root tests. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
async function withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: (await runningUrl(DATA_DIR)) ?? '' })
  return work(pool).finally(() => pool.end())
}

async function post<T>(call: string, body: object): Promise<T | number> {
  const answer = await fetch(`${url}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': DEVICE },
    body: JSON.stringify(body),
  })
  return answer.ok ? ((await answer.json()) as T) : answer.status
}
interface Tokens {
  access: string
  refresh: string
}
const refresh = (token: string) => post<Tokens>('auth/refresh/', { refresh: token })
const usersWith = async (access: string) =>
  (await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${access}` } })).status

/** The same access token as it is when its fifteen minutes have passed. */
async function expired(access: string): Promise<string> {
  const key = await withDatabase(async (pool) => {
    const { rows } = await pool.query<{ value: string }>(`select value from facts where key = 'signing_key'`)
    return rows[0]!.value
  })
  const [head, payload] = access.split('.') as [string, string]
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  const before = { ...said, iat: said.iat - 960, exp: said.exp - 960 }
  const signed = `${head}.${Buffer.from(JSON.stringify(before)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

// Three servers are started one after the other.
it(
  'a device whose access token expired between backup and restore goes on, and its older tokens are refused',
  { timeout: 120_000 },
  async () => {
    await start()
    const { username } = await withDatabase((pool) => makeUser(pool, 'picker'))
    const first = (await post<Tokens>('auth/', { username, password: 'harborvine' })) as Tokens
    await stop()
    const backup = path.join(temporaryFolder(), 'backup')
    copy(path.join(DATA_DIR, 'postgres'), backup)

    await start()
    const second = (await refresh(first.refresh)) as Tokens
    const third = (await refresh(second.refresh)) as Tokens
    const lost = await expired(third.access)
    await stop()
    rmSync(path.join(DATA_DIR, 'postgres'), { recursive: true })
    copy(backup, path.join(DATA_DIR, 'postgres'))

    await start()
    expect(server.out.stdout).toContain('the database was set back')
    expect(await usersWith(lost)).toBe(401)
    const next = (await refresh(third.refresh)) as Tokens
    expect(await usersWith(next.access)).toBe(200)
    expect(await refresh(second.refresh)).toBe(401)
    expect(await refresh(next.refresh)).toMatchObject({ access: expect.any(String) })
    await stop()
  },
)

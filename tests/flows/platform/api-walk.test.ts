/** The calls of `docs/api.md`, replayed in their order against the real server. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout } from '#server/env.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeCompany, makeLocation, makeProduct, makeUser } from '../../factories/business.ts'

let server: TestServer

/** What the page takes for granted, with its numbers. */
beforeAll(async () => {
  server = await testServer({ clock: () => new Date('2026-11-25T14:00:00Z') })
  const { pool } = server.database
  await makeProduct(pool, { upc: '0614', unit_price: '2.50', display_unit_price: '2.50' })
  const company = await makeCompany(pool)
  await makeLocation(pool, { id: 41, company_id: company, name: 'Harbor Grill' })
  await makeUser(pool, 'office', { id: 11, username: 'office' })
  await makeUser(pool, 'buyer', { id: 12, company_id: company })
  await pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), 21687)`)
})
afterAll(() => server.close())

interface Block {
  /** `POST /api/auth` and the headers, or the status. */
  head: string[]
  body: string
}

const blocks = [
  ...readFileSync(path.join(checkout, 'docs/api.md'), 'utf8').matchAll(/^```http\n([^]*?)^```$/gm),
].map(([, text = '']): Block => {
  const [head = '', ...body] = text.split('\n\n')
  return { head: head.trim().split('\n'), body: body.join('\n\n') }
})

/** Tokens and UUIDs of the page, and those that the server has made in their place. */
const made = new Map<string, string>()
const withMade = (text: string) => [...made].reduce((all, [shown, real]) => all.replaceAll(shown, real), text)

/** What of the answer is not as the page shows it, by its place. Notes what the server has made. */
function differences(shown: unknown, real: unknown, place: string): string[] {
  if (typeof shown === 'object' && shown !== null)
    return Object.entries(shown).flatMap(([name, value]) =>
      differences(value, (real as Record<string, unknown> | null)?.[name], `${place}.${name}`),
    )
  if (typeof shown === 'string' && /\.(access|refresh|id)$/.test(place) && !made.has(shown)) {
    made.set(shown, String(real))
    return []
  }
  const wanted = typeof shown === 'string' ? withMade(shown) : shown
  return wanted === real ? [] : [`${place}: ${String(wanted)} is shown, ${String(real)} is answered`]
}

it('docs/api.md shows calls as they are answered', async () => {
  expect(blocks.length).toBeGreaterThan(15)
  for (let i = 0; i < blocks.length; i += 2) {
    const { head, body } = blocks[i]!
    const [call = '', ...lines] = head
    const [method = '', url = ''] = withMade(call).split(' ')
    const token = made.get('eyJhbGciOi')
    const { statusCode, json } = await server.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...Object.fromEntries(lines.map((line) => line.split(': '))),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: withMade(body) }),
    })
    const answer = blocks[i + 1]!
    expect([call, String(statusCode)]).toEqual([call, answer.head[0]])
    expect(differences(JSON.parse(answer.body.replaceAll(/, …/g, '')), json(), call)).toEqual([])
  }
})

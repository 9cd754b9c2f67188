import { describe, expect, it } from 'vitest'
import { testServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

const send = (path: string, type: string, payload: string) =>
  flow.server.call(flow.house.as.office, 'POST', path, { text: payload, headers: { 'content-type': type } })

describe('an answer to something that is no call', () => {
  it.each([
    ['GET', 'nothing'],
    ['POST', 'orders/1/fly'],
    ['PUT', 'orders/1'],
    ['DELETE', 'users/1'],
    ['GET', '..%2f..%2fetc%2fpasswd'],
  ] as const)('is 404 in JSON: %s %s', async (method, path) => {
    const { status, body, headers } = await flow.server.call(flow.house.as.office, method, path, {
      isNothing: true,
    })
    expect([status, body]).toEqual([404, { message: `There is nothing at ${method} /api/${path}.` }])
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it.each(['{', '{"a":}', '{"note": "x"', 'note=x', ''])('is 400 for the body %j', async (payload) => {
    const { status, body } = await send('orderitems', 'application/json', payload)
    expect([status, body]).toEqual([400, { message: expect.any(String) }])
    expect(JSON.stringify(body)).not.toMatch(/ at |node_modules/)
  })

  it.each(['application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'is 415 for a body of %s',
    async (type) => {
      const { status, body } = await send('orderitems', type, '<order/>')
      expect([status, body]).toEqual([415, { message: expect.stringMatching(/Unsupported Media Type/) }])
    },
  )

  it('is 413 for a plain call of more than 1 MB', async () => {
    const { status } = await send(
      'orderitems',
      'application/json',
      JSON.stringify({ a: 'x'.repeat(1_100_000) }),
    )
    expect(status).toBe(413)
  })

  it('is 400 where the text holds a zero character or half a letter', async () => {
    const { order, item } = flow.house
    for (const bad of ['a\0b', 'a\ud800b'])
      for (const [method, path, body] of [
        ['PATCH', `orders/${order.id}`, { note: bad }],
        ['PATCH', `orderitems/${item.id}`, { coupon_note: bad }],
        ['POST', 'ordersubitems', { order_item: item.id, unit_type: 'u', lot_code: bad }],
      ] as const) {
        const answer = await flow.server.call(flow.house.as.office, method, path, { body })
        expect([path, answer.status]).toEqual([path, 400])
        expect(answer.body.message).toMatch(/character that cannot be stored/)
      }
    for (const path of ['orders?search=%00', 'products?search=a%00', 'products/%00', 'users/%00'])
      expect([path, (await flow.server.call(flow.house.as.office, 'GET', path)).status]).toEqual([path, 400])
    const signIn = await flow.server.call(null, 'POST', 'auth', { body: { username: 'a\0', password: 'b' } })
    expect(signIn.status).toBe(400)
  })

  it('is 400 for an amount that no column holds, and nothing changed', async () => {
    const { item } = flow.house
    for (const body of [
      { coupon_amount: '999999999999.999' },
      { units_ordered: 1_000_000, price_snapshot: null },
      {
        unit_quantity: 1_000_000,
        price_snapshot: {
          weight_type: 'r/w',
          unit_price_per_lb: '999999999999.00',
          case_price_per_lb: null,
          average_unit_weight: '999999.999',
          average_case_weight: null,
        },
      },
    ]) {
      const answer = await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${item.id}`, { body })
      expect([answer.status, answer.body.message]).toEqual([400, expect.any(String)])
    }
    expect((await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}`)).body).toMatchObject(
      {
        version: 1,
        unit_quantity: 0,
      },
    )
  })

  it('is never a 500 for a query that was made up', async () => {
    for (const query of [
      'order[]=1',
      'order=1&order=x',
      'limit[a]=1',
      'no_page=',
      '%',
      'order=1'.repeat(500),
    ])
      for (const list of ['orderitems', 'orders', 'products', 'users'])
        expect((await flow.server.call(flow.house.as.office, 'GET', `${list}?${query}`)).status).toBeLessThan(
          500,
        )
  })
})

describe('every answer', () => {
  it('carries the headers that keep a browser safe, with a policy for what may run', async () => {
    for (const path of ['orders', 'nothing', 'docs']) {
      const { headers } = await flow.server.call(flow.house.as.office, 'GET', path, {
        isNothing: path === 'nothing',
      })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^camera=\(self\), microphone=\(\), geolocation=\(\), /),
      })
      const policy = String(headers['content-security-policy']).split(';')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self' 'wasm-unsafe-eval'",
          "connect-src 'self'",
          "object-src 'none'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(headers).not.toHaveProperty('x-powered-by')
      // The page of the API draws its own markup.
      expect(policy.includes("require-trusted-types-for 'script'")).toBe(path !== 'docs')
    }
  })
})

describe('the documents of the API', () => {
  /** Every call of A §7 and of the sync engine that is there, as the document writes it. */
  const CALLS = {
    '/api/auth': ['post'],
    '/api/auth/refresh': ['post'],
    '/api/auth/logout': ['post'],
    '/api/orders': ['get'],
    '/api/orders/{id}': ['get', 'patch', 'delete'],
    '/api/orders/{id}/unlock': ['post'],
    '/api/orders/{id}/generateinvoice': ['post'],
    '/api/orderitems': ['get', 'post'],
    '/api/orderitems/{id}': ['get', 'patch', 'delete'],
    '/api/ordersubitems': ['get', 'post'],
    '/api/ordersubitems/{id}': ['get', 'patch', 'delete'],
    '/api/products': ['get'],
    '/api/products/{upc}': ['get'],
    '/api/barcodealternates': ['get', 'post'],
    '/api/barcodealternates/{barcode}': ['get', 'delete'],
    '/api/companylocations': ['get'],
    '/api/companylocations/{id}': ['get'],
    '/api/users': ['get'],
    '/api/users/{id}': ['get'],
    '/api/warehouses': ['get'],
    '/api/sync/push': ['post'],
    '/api/sync/changes': ['get'],
    '/api/sync/stream': ['get'],
  }

  it('A264 lists every call, each below /api/ and with a summary', async () => {
    const { status, body } = await flow.server.call(null, 'GET', 'docs/json')
    expect(status).toBe(200)
    for (const [path, methods] of Object.entries(CALLS))
      for (const method of methods)
        expect([path, method, body.paths[path]?.[method]]).toEqual([
          path,
          method,
          expect.objectContaining({ summary: expect.any(String), tags: [expect.any(String)] }),
        ])
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })

  it('are a page that every person can open, with scripts that its policy lets run', async () => {
    const { status, body, headers } = await flow.server.call(null, 'GET', 'docs/')
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
    const scripts = [...String(body).matchAll(/<script([^>]*)>([^<]*)</g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes = '', inline = ''] of scripts) {
      expect(inline.trim()).toBe('')
      const src = /src="\.?\/?([^"]+)"/.exec(attributes)?.[1] ?? ''
      const script = await flow.server.app.inject({ url: new URL(src, 'http://x/api/docs/').pathname })
      expect([src, script.statusCode]).toEqual([src, 200])
    }
  })
})

describe('health', () => {
  it('says that the process answers, and that its database does', async () => {
    const [health, ready] = [
      await flow.server.app.inject('/healthz'),
      await flow.server.app.inject('/readyz'),
    ]
    expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok' }])
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', oldest_transaction_seconds: ready.json().oldest_transaction_seconds },
    ])
  })

  it('has the age of the oldest open transaction that has written', async () => {
    const forgotten = await flow.pool.connect()
    await forgotten.query('begin')
    await forgotten.query('select pg_current_xact_id()')
    const { oldest_transaction_seconds } = (await flow.server.app.inject('/readyz')).json()
    await forgotten.query('rollback')
    forgotten.release()
    expect(oldest_transaction_seconds).toBeGreaterThanOrEqual(0)
  })

  it('says that the database is away, and calls answer 503 with Retry-After, without its words', async () => {
    const away = await testServer()
    await away.database.pool.end()
    const ready = await away.app.inject('/readyz')
    expect([ready.statusCode, ready.json().status]).toEqual([503, expect.stringMatching(/waiting/)])
    expect((await away.app.inject('/healthz')).statusCode).toBe(200)
    const call = await away.call(null, 'POST', 'auth', { body: { username: 'a', password: 'b' } })
    expect([call.status, call.headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.stringify(call.body)).not.toMatch(/pool|database|pg/i)
    await away.app.close()
  })
})

describe('a server with more to do than it can', () => {
  it('answers 503 with Retry-After where no connection to the database is free, and nothing is a fault', async () => {
    const full = await testServer()
    const { pool } = full.database
    const { username } = await makeUser(pool, 'picker')
    const { access, id } = await full.signIn(username)
    const pools = [pool, full.pushPool]
    const held = await Promise.all(
      pools.flatMap((one) => Array.from({ length: one.options.max }, () => one.connect())),
    )
    // Only now: PostgreSQL may take longer to open them all.
    for (const one of pools) one.options.connectionTimeoutMillis = 50
    const push = { device_id: `device of ${username}`, mutations: [] }
    for (const [method, url, payload] of [
      ['GET', 'orders', undefined],
      ['GET', `users/${id}`, undefined],
      ['GET', 'sync/changes', undefined],
      ['POST', 'sync/push', push],
      ['POST', 'auth', { username, password: 'x' }],
    ] as const) {
      const answer = await full.app.inject({
        method,
        url: `/api/${url}`,
        headers: { authorization: `Bearer ${access}` },
        ...(payload && { payload }),
      })
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '2'])
      expect(answer.json()).toMatchObject({ code: 'busy' })
    }
    for (const client of held) client.release()
    await full.close()
  })
})

it('a list is answered with every filter that it has at once', async () => {
  const filters = [
    'start_date=2026-01-01',
    'end_date=2026-12-31',
    'filter_paid=1',
    'status=picking',
    'picker=nobody',
    'unassigned=1',
    'ordering=-picking_complete',
  ]
  const statuses: number[] = []
  for (const page of ['', '&no_page=1', '', '&no_page=1']) {
    const path = `orders?${filters.join('&')}${page}`
    statuses.push((await flow.server.call(flow.house.as.office, 'GET', path)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200])
})

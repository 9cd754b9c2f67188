/** The share of the server that one person's calls take: some of its connections, and one long list at a time. */
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LONG_LIST_ROWS } from '#server/platform/long-list.ts'
import { makeInvoice, makeOrder, type OrderRecord } from '../../factories/business.ts'
import { patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

describe('the connections', () => {
  let holder: pg.Client
  beforeAll(async () => {
    for (const person of ['office', 'manager', 'administrator', 'foreman', 'picker'] as const)
      await flow.call(person, 'GET', 'distributor')
  })
  afterEach(() => holder.end())

  /** Keeps readers of the mails waiting until the transaction ends. */
  async function holdMails(): Promise<void> {
    holder = new pg.Client({ connectionString: flow.server.database.url })
    await holder.connect()
    await holder.query('begin; lock table mails in access exclusive mode')
  }
  async function haveWaiting(calls: number): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await holder.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
          where not l.granted and d.datname = current_database()`,
      )
      expect(rows[0]!.waiting).toBeGreaterThanOrEqual(calls)
    })
  }
  const readMails = (who: Parameters<typeof flow.call>[0], times: number) =>
    Promise.all(Array.from({ length: times }, () => flow.call(who, 'GET', 'mails')))

  it('of one person’s calls are not all: others are answered while 30 of theirs wait', async () => {
    await holdMails()
    const reading = readMails('office', 30)
    await haveWaiting(4)
    expect((await flow.call('manager', 'GET', 'orders?limit=1')).status).toBe(200)
    await holder.query('commit')
    expect((await reading).map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  it('of pushes are taken by nothing else: an edit is stored while every other one waits', async () => {
    await holdMails()
    const readers = ['office', 'manager', 'administrator'] as const
    const reading = Promise.all(readers.map((who) => readMails(who, 10)))
    await haveWaiting(flow.pool.options.max)
    const { picker } = flow.house.people
    const edit = patchOf(picker, flow.house.item, { picked: true }, { picked: false })
    expect((await push(flow.server, picker.username, [edit])).map(({ outcome }) => outcome)).toEqual([
      'applied',
    ])
    await holder.query('commit')
    expect((await reading).flat().map(({ status }) => status)).toEqual(Array(30).fill(200))
  })
})

describe('a full list', () => {
  const ROWS = LONG_LIST_ROWS + 100
  let address: string
  let order: OrderRecord

  beforeAll(async () => {
    order = await makeOrder(flow.pool, { ...orderAt(flow.house.location), delivery_date: '2026-01-01' })
    // The list is so long that no buffer between the two ends holds all of it.
    await flow.pool.query(
      `insert into orders (company_id, company_location_id, delivery_date, note)
       select company_id, company_location_id, delivery_date + n / 500, repeat('x', 4000)
         from orders, generate_series(1, ${ROWS}) n where id = $1`,
      [order.id],
    )
    address = await flow.server.app.listen({ host: '127.0.0.1', port: 0 })
  })

  async function openList(who: 'office' | 'manager', leave = new AbortController()): Promise<Response> {
    const { access } = await flow.server.signIn(flow.house.as[who])
    return fetch(`${address}/api/orders?no_page=1`, {
      // The answer is not compressed: a compressed note of one letter would be sent in no time.
      headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' },
      signal: leave.signal,
    })
  }

  it('A044 A268 of any length is one plain list, in the order of its pages', async () => {
    const whole = (await flow.call('office', 'GET', 'orders?no_page=1')).body as { id: number }[]
    const pages = await Promise.all(
      [0, 1_000, 2_000, 3_000, 4_000, 5_000].map((offset) =>
        flow.call('office', 'GET', `orders?limit=1000&offset=${offset}`),
      ),
    )
    expect(whole.length).toBe(pages[0]!.body.count)
    expect(whole).toEqual(pages.flatMap(({ body }) => body.results as object[]))
  })

  it('that is long comes to a person once at a time; another one is 503 with Retry-After', async () => {
    const first = await openList('office')
    const second = await openList('office')
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await second.json()).toMatchObject({ code: 'busy' })
    const others = await openList('manager')
    for (const list of [first, others])
      expect([list.status, ((await list.json()) as object[]).length]).toEqual([200, ROWS + 3])
    const again = await openList('office')
    expect([again.status, ((await again.json()) as object[]).length]).toEqual([200, ROWS + 3])
  })

  it('whose reader has left gives its place and its connection back', async () => {
    const leave = new AbortController()
    expect((await openList('office', leave)).status).toBe(200)
    leave.abort()
    await vi.waitFor(() => expect(flow.pool.totalCount).toBe(flow.pool.idleCount))
    const next = await openList('office')
    expect([next.status, ((await next.json()) as object[]).length]).toEqual([200, ROWS + 3])
  })

  it('of mails is 400 where it is long, and of invoices where its days are many or not named', async () => {
    await flow.pool.query(
      `insert into mails (kind, to_address, subject, text_body, message_id)
       select 'order', 'a@example.com', 'x', 'x', '<m' || n || '@example.com>' from generate_series(1, ${LONG_LIST_ROWS + 1}) n`,
    )
    const mails = await flow.call('office', 'GET', 'mails?no_page=1')
    expect([mails.status, mails.body.code]).toEqual([400, 'too_many_rows'])
    expect((await flow.call('office', 'GET', 'mails?no_page=1&kind=invoice')).status).toBe(200)
    for (const days of ['', '&start_date=2026-01-01', '&start_date=2026-01-01&end_date=2026-02-01']) {
      const { status, body } = await flow.call('office', 'GET', `invoices?no_page=1${days}`)
      expect([days, status, body.code]).toEqual([days, 400, 'too_many_days'])
    }
  })

  it('of a month’s invoices is whole', async () => {
    await makeInvoice(flow.pool, order.id, '12.00')
    await flow.pool.query(
      `insert into invoices (order_id, document, subtotal, grand_total)
       select o.id, v.document, v.subtotal, v.grand_total from orders o, invoices v
        where v.order_id = $1 and o.id <> $1 and o.delivery_date < '2026-01-04'`,
      [order.id],
    )
    const days = 'start_date=2026-01-01&end_date=2026-01-31'
    const whole = await flow.call('office', 'GET', `invoices?no_page=1&${days}`)
    const page = await flow.call('office', 'GET', `invoices?${days}&limit=1000`)
    const more = await flow.call('office', 'GET', `invoices?${days}&limit=1000&offset=1000`)
    expect(page.body.count).toBeGreaterThan(1_000)
    expect(whole.body).toEqual([...page.body.results, ...more.body.results])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { PRODUCT_BATCH } from '#contract/spec.ts'
import { makeItem, makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
const upcs: Record<'oil' | 'flour' | 'retired' | 'second' | 'hidden', string> = {
  oil: '',
  flour: '',
  retired: '',
  second: '',
  hidden: '',
}
let list: number
let hiddenList: number

beforeAll(async () => {
  const { pool } = flow
  const named = async (name: string, over = {}) =>
    (
      await makeProduct(pool, {
        name,
        supplier_rate: '1.10',
        stock_level: 12,
        combined_stock_level: 24,
        ...over,
      })
    ).upc
  upcs.oil = await named('Olive Oil, 50% blend')
  upcs.flour = await named('Bread Flour')
  upcs.retired = await named('Olive Tapenade', { active: false })
  upcs.second = await named('Olive Oil, other supplier', { is_primary: false })
  upcs.hidden = await named('House Recipe')
  const at = { company_location_id: flow.house.location.id }
  list = await makeOrderList(pool, [upcs.oil, upcs.flour, upcs.retired], at)
  const other = await makeLocation(pool, { company_id: flow.house.elsewhere.location.company_id })
  hiddenList = await makeOrderList(pool, [upcs.hidden], { company_location_id: other.id })
})

const get = (path: string, username = flow.house.as.picker) => flow.server.call(username, 'GET', path)
const found = async (query: string, username?: string) =>
  (await get(`products?no_page=1&${query}`, username)).body.map((product: { upc: string }) => product.upc)
const named = (...codes: string[]) => codes.map((code) => `upc=${code}`).join('&')

describe('products', () => {
  it('A284 are looked up by repeated upc, with inactive and non-primary ones where asked', async () => {
    const all = named(upcs.flour, upcs.retired, upcs.second)
    const both = await found(`${all}&include_inactive=true&include_nonprimary=true`)
    expect(new Set(both)).toEqual(new Set([upcs.flour, upcs.retired, upcs.second]))
    expect(await found(`${all}&include_nonprimary=true`)).not.toContain(upcs.retired)
    expect(await found(`${all}&include_inactive=true&include_nonprimary=false`)).not.toContain(upcs.second)
    expect(await found(`${named(upcs.flour)}&${named('0000000000000')}`)).toEqual([upcs.flour])
  })

  it('A285 are found by a batch of a hundred upcs in one call', async () => {
    const batch = Array.from({ length: PRODUCT_BATCH - 1 }, (_, n) => String(9_000_000_000_000 + n))
    expect(await found(named(...batch, upcs.oil))).toEqual([upcs.oil])
  })

  it('A287 are given one by one, inactive and non-primary ones too', async () => {
    const query = 'substitution_detail=true&include_inactive=true&include_nonprimary=true'
    for (const upc of [upcs.oil, upcs.retired, upcs.second])
      expect((await get(`products/${upc}?${query}`)).body).toMatchObject({ upc })
    expect((await get(`products/${upcs.retired}?include_inactive=false`)).status).toBe(404)
    const none = await get('products/0000000000000')
    expect([none.status, none.body]).toEqual([404, { message: 'There is no such product.' }])
  })

  it('A288 are those of an order list, inactive and non-primary ones included', async () => {
    const query = `include_inactive=true&include_nonprimary=true&order_list=${list}`
    expect(await found(query)).toEqual([upcs.flour, upcs.oil, upcs.retired])
    expect(await found(`order_list=${list}`)).toEqual([upcs.flour, upcs.oil])
    expect((await get('products?order_list=2147483647')).status).toBe(404)
  })

  it('A289 are searched by name among the active ones', async () => {
    expect(await found('search=tapenade&include_inactive=false')).toEqual([])
    expect(await found('search=OLIVE&include_inactive=false')).toEqual([upcs.oil])
    expect(await found('search=olive&include_inactive=true&include_nonprimary=true')).toHaveLength(3)
    expect(await found(`search=${upcs.flour}`)).toEqual([upcs.flour])
    expect(await found(`search=${encodeURIComponent('50%')}`)).toEqual([upcs.oil])
    expect(await found(`search=${encodeURIComponent('%lour')}`)).toEqual([])
  })

  it('are those of an order', async () => {
    const item = await makeItem(flow.pool, { order_id: flow.house.order.id, product: upcs.flour })
    expect(await found(`order=${item.order_id}`)).toContain(upcs.flour)
    expect(
      (await get(`products?no_page=1&order=${flow.house.elsewhere.order.id}`, flow.house.as.buyer)).status,
    ).toBe(404)
  })

  it('refuses an invalid upc', async () => {
    const { status, body } = await get(`products?upc=${encodeURIComponent("x' or 1=1")}`)
    expect([status, body.message]).toEqual([400, expect.stringMatching(/product code/)])
  })

  it.each(['buyer', 'customer'] as const)(
    'show a %s what their lists and orders hold, at no supplier’s rate, and nothing else',
    async (name) => {
      const all = 'include_inactive=true&include_nonprimary=true'
      const mine = await found(all, flow.house.as[name])
      expect(mine).toEqual(expect.arrayContaining([upcs.oil, upcs.flour, flow.house.item.product]))
      expect(mine).not.toContain(upcs.hidden)
      expect(await found(`${named(upcs.hidden)}&${all}`, flow.house.as[name])).toEqual([])
      expect((await get(`products?order_list=${hiddenList}&${all}`, flow.house.as[name])).status).toBe(404)
      expect((await get(`products/${upcs.hidden}`, flow.house.as[name])).status).toBe(404)
      const rate = async (username: string) =>
        (await get(`products/${upcs.oil}`, username)).body.supplier_rate
      expect([await rate(flow.house.as[name]), await rate(flow.house.as.sales)]).toEqual([null, '1.10'])
    },
  )

  it('show all but a customer (32) how many are in stock; a customer sees the indicator', async () => {
    const seen = async (username: string) => {
      const { body } = await get(`products/${upcs.oil}`, username)
      return [body.stock_level, body.combined_stock_level, body.stock_level_indicator]
    }
    for (const name of ['sales', 'picker', 'buyer'] as const)
      expect(await seen(flow.house.as[name])).toEqual([12, 24, 'in stock'])
    expect(await seen(flow.house.as.customer)).toEqual([null, null, 'in stock'])
    const [one] = (await get(`products/?upc=${upcs.oil}`, flow.house.as.customer)).body.results
    expect(one).toMatchObject({ stock_level: null, combined_stock_level: null })
  })
})

describe('a barcode', () => {
  it('A295 links to a product, and is then found', async () => {
    const link = { barcode: '00012345600012', product: upcs.oil }
    const made = await flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates/', { body: link })
    expect([made.status, made.body]).toEqual([201, link])
    expect((await get(`barcodealternates/${link.barcode}`)).body).toEqual(link)
    expect((await get(`products/${upcs.oil}`)).body.alternate_barcodes).toEqual([link.barcode])
    const again = await flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates/', { body: link })
    expect([again.status, again.body]).toEqual([201, link])
  })

  it('A294 answers 404 where it is linked to nothing', async () => {
    const { status, body } = await get('barcodealternates/5550001')
    expect([status, body]).toEqual([404, { message: 'There is no such barcode.' }])
  })

  it('A296 is found no more once it is unlinked', async () => {
    const link = { barcode: 'B/1 %e', product: upcs.oil }
    await flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates/', { body: link })
    const address = `barcodealternates/${encodeURIComponent(link.barcode)}`
    expect((await get(address)).body).toEqual(link)
    const gone = await flow.server.call(flow.house.as.picker, 'DELETE', address)
    expect([gone.status, gone.body]).toEqual([204, ''])
    expect((await get(address)).status).toBe(404)
    expect(
      (await flow.server.call(flow.house.as.picker, 'DELETE', 'barcodealternates/never-was')).status,
    ).toBe(404)
  })

  it('names one product: linking it to another is a clash that shows both', async () => {
    const link = (product: string) =>
      flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates', {
        body: { barcode: '777', product },
      })
    expect((await link(upcs.oil)).status).toBe(201)
    const { status, body } = await link(upcs.flour)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.fields).toEqual({ product: { mine: upcs.flour, theirs: upcs.oil, base: null } })
  })

  it('names one product, when two pickers link it at the same moment too', async () => {
    const answers = await Promise.all(
      [upcs.oil, upcs.flour].map((product) =>
        flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates', {
          body: { barcode: '888', product },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const winner = answers.find((answer) => answer.status === 201)
    expect((await get('barcodealternates/888')).body).toEqual(winner?.body)
  })

  it.each([
    [{ barcode: '', product: '1' }, 'barcode'],
    [{ barcode: 'é', product: '1' }, 'barcode'],
    [{ barcode: '123' }, 'product'],
    [{ barcode: '123', product: '0000000000000' }, 'product'],
    [{ barcode: '123', product: '1', note: 'x' }, 'note'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await flow.server.call(flow.house.as.picker, 'POST', 'barcodealternates', { body })
    expect([answer.status, answer.body[field]]).toEqual([400, expect.any(String)])
  })
})

describe('people and places', () => {
  it('A297 company locations come with whether they are active', async () => {
    const closed = await makeLocation(flow.pool, {
      active: false,
      company_id: flow.house.location.company_id,
    })
    const { body } = await get('companylocations?no_page=1')
    const active = new Map(body.map((row: { id: number; active: boolean }) => [row.id, row.active]))
    expect([active.get(flow.house.location.id), active.get(closed.id)]).toEqual([true, false])
  })

  it('A298 one company location is given by its id', async () => {
    const { body } = await get(`companylocations/${flow.house.location.id}`)
    expect(body).toMatchObject({ id: flow.house.location.id, name: flow.house.location.name, active: true })
    expect((await get('companylocations/2147483647')).status).toBe(404)
  })

  it('A299 users come with whether they are active', async () => {
    await flow.pool.query('update users set is_active = false where id = $1', [flow.house.people.stranger.id])
    const { body } = await get('users?no_page=1')
    const active = new Map(body.map((row: { id: number; is_active: boolean }) => [row.id, row.is_active]))
    expect([active.get(flow.house.people.picker.id), active.get(flow.house.people.stranger.id)]).toEqual([
      true,
      false,
    ])
  })
})

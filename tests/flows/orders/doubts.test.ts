/** Unusual pieces: recalled and expired lots and weights that a product does not have (docs/decisions/0016). */
import { beforeEach, describe, expect, it } from 'vitest'
import { checkDigitFor } from '#contract/barcode/check-digit.ts'
import { makeItem, makeOrder, makeProduct, type ItemRecord } from '../../factories/business.ts'
import { makeEdit, newId, patchOf, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt, type House } from '../../factories/house.ts'
import { makeDevice } from '../../factories/pulls.ts'

const NOW = new Date('2031-03-10T15:00:00Z')
let now = NOW
const flow = openFlow({ clock: () => now })
let upc: string
let item: ItemRecord
let made = 0

beforeEach(async () => {
  now = NOW
  const { pool } = flow
  // With its check digit, as a label has it.
  const code = `06141410${String(9_000 + ++made)}`
  upc = `${code}${checkDigitFor(code)}`
  await makeProduct(pool, { upc, weight_type: 'r/w', weight_min_lbs: '10', weight_max_lbs: '12' })
  const order = await makeOrder(pool, orderAt(flow.house.location))
  item = await makeItem(pool, { order_id: order.id, product: upc })
})

const as = (
  who: keyof House['as'],
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => flow.server.call(flow.house.as[who], method, path, { ...(body !== undefined && { body }) })
const recall = (lot_code: string, who: keyof House['as'] = 'office') =>
  as(who, 'POST', 'recalledlots', { product: upc, lot_code, note: 'Listeria' })
const mine = (edits: unknown[]) => push(flow.server, flow.house.as.picker, edits)
const piece = (body: object, more: Partial<ReturnType<typeof makeEdit>> = {}) => ({
  ...postOf(flow.house.people.picker, 'ordersubitems', newId(), {
    order_item: item.id,
    unit_type: 'u',
    ...body,
  }),
  created_at: now.toISOString(),
  ...more,
})
const pieces = async () =>
  (await as('office', 'GET', `ordersubitems?order=${item.order_id}&no_page=1`)).body as unknown[]
const label = (rest: string) => `]C101${upc.padStart(14, '0')}${rest}`

describe('a recalled lot', () => {
  it('is entered and taken back by the office alone', async () => {
    for (const who of ['picker', 'floorPicker', 'buyer', 'customer'] as const)
      expect([who, (await recall('L1', who)).status]).toEqual([who, 403])
    for (const who of BACK_OFFICE) expect([who, (await recall(`L-${who}`, who)).status]).toEqual([who, 201])
    const { body } = await recall('L1')
    expect(body).toMatchObject({
      product: upc,
      lot_code: 'L1',
      note: 'Listeria',
      username: flow.house.as.office,
    })
    expect((await as('picker', 'DELETE', `recalledlots/${body.id}`)).status).toBe(403)
    expect((await as('office', 'DELETE', `recalledlots/${body.id}`)).status).toBe(204)
    expect((await as('office', 'DELETE', `recalledlots/${body.id}`)).status).toBe(404)
    const { status, body: said } = await as('office', 'POST', 'recalledlots', {
      product: '0000000000000',
      lot_code: 'L1',
    })
    expect([status, said.product]).toEqual([400, 'is not a product'])
    expect((await recall('  ')).status).toBe(400)
  })

  it('is one however it is written, and listed for the floor', async () => {
    const first = await recall('ab-1')
    expect((await recall(' AB-1 ')).body.id).toBe(first.body.id)
    const { body } = await as('picker', 'GET', 'recalledlots?no_page=1')
    expect(body.filter((row: { product: string }) => row.product === upc)).toHaveLength(1)
    expect((await as('customer', 'GET', 'recalledlots')).status).toBe(403)
  })

  it('keeps its reason where it is entered again without one, and takes another reason', async () => {
    await recall('L5')
    const again = (note?: string) =>
      as('office', 'POST', 'recalledlots', { product: upc, lot_code: 'l5', ...(note && { note }) })
    expect((await again()).body).toMatchObject({ lot_code: 'L5', note: 'Listeria' })
    expect((await again('Glass')).body).toMatchObject({ lot_code: 'L5', note: 'Glass' })
  })

  it('reaches devices with its product, and leaves them again; no customer receives it', async () => {
    const device = makeDevice(flow.server, flow.house.as.picker)
    await device.pull()
    const { body } = await recall('L9')
    await device.pull()
    expect(device.rows.products.get(upc)).toMatchObject({ recalled_lots: ['L9'] })
    expect((await as('customer', 'GET', `products/${upc}`)).body.recalled_lots).toEqual([])
    await as('office', 'DELETE', `recalledlots/${body.id}`)
    await device.pull()
    expect(device.rows.products.get(upc)).toMatchObject({ recalled_lots: [] })
  })

  it('is refused from a device without a reason, and taken with one, which the audit line shows', async () => {
    await recall('HVM-7734')
    const [refused] = await mine([piece({ lot_code: 'hvm-7734' })])
    expect(refused).toMatchObject({
      outcome: 'refused',
      status: 422,
      body: {
        code: 'needs_reason',
        message: expect.stringMatching(/^Lot hvm-7734 of Product \d+ is recalled\./),
      },
    })
    expect(await pieces()).toEqual([])
    const reason = 'Recalled lot: Foreman cleared it'
    const again = piece({ lot_code: 'hvm-7734' }, { reason, retry_of: refused!.mutation_id })
    expect(await mine([again])).toMatchObject([{ outcome: 'applied' }])
    const { body } = await as('picker', 'GET', `orderitems/${item.id}/audit`)
    expect(body.at(-1)).toMatchObject({ reason, outcome: 'applied' })
  })

  it('is noticed on the label of a scan that only counts, which then counts nothing', async () => {
    await recall('L7')
    const scan = {
      ...patchOf(flow.house.people.picker, item, { unit_quantity: 1 }),
      adds: { unit_quantity: 1 },
      raw_scan: label('10L7'),
    }
    const made = piece({ lot_code: 'L7', raw_scan: label('10L7') })
    expect(await mine([scan, made])).toMatchObject([{ body: { code: 'needs_reason' } }, { outcome: 'held' }])
    expect((await as('office', 'GET', `orderitems/${item.id}`)).body.unit_quantity).toBe(0)
  })
})

describe('an expired piece', () => {
  it('is refused without a reason, by its expiry or its best before day; on the day itself it may go', async () => {
    for (const [rest, ok] of [
      ['17310309', false],
      ['15310309', false],
      ['17310310', true],
    ] as const) {
      const [result] = await mine([piece({ lot_code: 'L1', raw_scan: label(`${rest}10L1`) })])
      expect([rest, result!.outcome]).toEqual([rest, ok ? 'applied' : 'refused'])
    }
  })

  it('was right when it was picked before that day and is sent later; a clock that runs ahead changes nothing', async () => {
    const edit = piece({ lot_code: 'L1', raw_scan: label('1731031010L1') })
    now = new Date('2031-03-12T15:00:00Z')
    expect(await mine([edit])).toMatchObject([{ outcome: 'applied' }])
    now = NOW
    const ahead = { created_at: '2033-01-01T00:00:00.000Z' }
    const early = piece({ lot_code: 'L1', raw_scan: label('1731031010L1') }, ahead)
    expect(await mine([early])).toMatchObject([{ outcome: 'applied' }])
  })
})

describe('an unusual weight', () => {
  it('is refused from a device without a reason, for a unit and for a case of units', async () => {
    const results = await mine(
      (
        [
          ['u', '12'],
          ['u', '12.001'],
          ['u', '9.99'],
          ['c', '12'],
        ] as const
      ).map(([unit_type, weight_lbs]) => piece({ unit_type, weight_lbs })),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'refused', 'applied'])
    expect(results[2]!.body.message).toContain('9.99 lb is not usual: one unit of')
    expect(
      await mine([piece({ weight_lbs: '99' }, { reason: 'Unusual weight: Weighed again' })]),
    ).toMatchObject([{ outcome: 'applied' }])
  })

  it('A276 A277 of a documented call is taken, and the answer says that it is unusual', async () => {
    const made = await as('picker', 'POST', 'ordersubitems', {
      order_item: item.id,
      unit_type: 'u',
      weight_lbs: '99',
    })
    expect(made.status).toBe(201)
    expect(made.headers['x-warning']).toContain('99.00 lb is not usual')
    const path = `ordersubitems/${made.body.id}`
    expect((await as('picker', 'PATCH', path, { weight_lbs: '11' })).headers).not.toHaveProperty('x-warning')
    expect((await as('picker', 'PATCH', path, { weight_lbs: '1' })).headers['x-warning']).toContain('1.00 lb')
  })
})

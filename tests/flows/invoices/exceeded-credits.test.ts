/** Credits whose order changes: its lines bill less, it is unlocked, merged or deleted (readings; docs/decisions/0227). */
import { describe, expect, it } from 'vitest'
import { WaitingCredit, type CreditAnswer } from '#contract/invoices/schema.ts'
import { behindLock } from '../../factories/behind-lock.ts'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { checkLedger } from '../../factories/ledger.ts'
import { openCreditFlow } from './credits.ts'

const flow = openCreditFlow()
const { credit, creditsOf, historyOf, read } = flow

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  flow.call('office', method, path, body)
const generate = (order: number, body: object = {}) => call('POST', `orders/${order}/generateinvoice`, body)
const unlock = async (order: number) =>
  expect((await call('POST', `orders/${order}/unlock`)).status).toBe(200)
const sums = async (order: number) =>
  (await creditsOf(order)).map(({ total, tax, state }) => [total, tax, state])
const pickOil = (oil: string, unit_quantity: number) => call('PATCH', `orderitems/${oil}`, { unit_quantity })
/** Sets a price over the oil of an invoice, and lowers its credits to what it bills then. */
const priceOil = async (order: number, oil: string, price: string) => {
  const order_items = [{ id: oil, invoice_override_unit_price: price, invoice_override_case_price: null }]
  const credits = [{ item: oil, act: 'lower' }]
  const { status } = await call('POST', `orders/${order}/invoice/itemoverride`, { order_items, credits })
  expect(status).toBe(200)
}
const setPaid = (order: number, status: string) =>
  flow.pool.query('update orders set paid_status = $2 where id = $1', [order, status])

/** Taxed oil, 10.00 each, and salt, 8.00 without tax. */
async function makeInvoiced(units = 10): Promise<{ order: number; oil: string }> {
  const { id: order } = await makeOrder(flow.pool, orderAt(flow.location))
  const add = async (name: string, over: Record<string, unknown>) =>
    makeItem(flow.pool, {
      order_id: order,
      product: (await makeProduct(flow.pool, { name })).upc,
      picked: true,
      ...over,
    })
  const oil = await add('Oil', {
    unit_quantity: units,
    price_per_unit: '10.00',
    final_price: `${units * 10}.00`,
    taxable: true,
  })
  await add('Salt', { unit_quantity: 1, price_per_unit: '8.00', final_price: '8.00' })
  expect((await generate(order)).status).toBe(200)
  return { order, oil: oil.id }
}
const asked = (item: string, credited: string, billed: string) => ({
  status: 409,
  body: {
    code: 'credit_exceeds_line',
    message: `Oil: $${credited} is credited, and $${billed} is billed.`,
    against: [{ code: 'credit_exceeds_line', lines: [{ item, name: 'Oil', credited, billed }] }],
  },
})

describe('a line that bills less than was credited of it', () => {
  it.each<[CreditAnswer['act'], string, string, unknown[][]]>([
    ['lower', '8.00', 'Lowered.', [['-20.00', '-2.00', 'stands']]],
    ['remove', '30.00', 'Removed.', [['-100.00', '-10.00', 'reversed']]],
    // Without tax, and 22.00 of it: the rest goes to the next invoice.
    [
      'keep',
      '0.00',
      'Kept: Broken pallet',
      [
        ['-30.00', '0.00', 'stands'],
        ['-70.00', '0.00', 'waits'],
      ],
    ],
  ])('is asked about when the invoice is made again: %s', async (act, total, said, left) => {
    const { order, oil } = await makeInvoiced()
    expect((await credit(order, '100.00', oil)).status).toBe(200)
    await unlock(order)
    expect((await pickOil(oil, 2)).status).toBe(200)
    expect(await generate(order)).toMatchObject(asked(oil, '100.00', '20.00'))
    expect((await call('GET', `orders/${order}`)).body.invoiced).toBe(false)
    const answer = { item: oil, act, ...(act === 'keep' && { reason: 'Broken pallet' }) }
    expect((await generate(order, { credits: [answer] })).status).toBe(200)
    expect((await read(order)).grand_total).toBe(total)
    expect(await sums(order)).toEqual(left)
    expect((await historyOf(order))[0]).toMatchObject({
      act: 'generated',
      detail: `Oil: $100.00 is credited, and $20.00 is billed. ${said}`,
    })
    // Made again nothing is left to ask.
    expect((await generate(order, { force_regenerate: true })).status).toBe(200)
    expect((await read(order)).grand_total).toBe(total)
  })

  it('is asked about where the line is gone, and a reason is needed to keep the credit', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '100.00', oil)
    await unlock(order)
    expect((await call('DELETE', `orderitems/${oil}`)).status).toBe(204)
    expect((await generate(order)).body).toMatchObject({
      code: 'credit_exceeds_line',
      message: 'a line that is deleted: $100.00 is credited, and $0.00 is billed.',
    })
    const keep = { item: oil, act: 'keep', reason: ' ' }
    expect((await generate(order, { credits: [keep] })).status).toBe(400)
    expect((await generate(order, { credits: [{ item: oil, act: 'remove' }] })).status).toBe(200)
    expect((await read(order)).grand_total).toBe('8.00')
  })

  it('of several credits lowers the newest first', async () => {
    const { order, oil } = await makeInvoiced()
    for (const amount of ['30.00', '40.00', '20.00']) await credit(order, amount, oil)
    await unlock(order)
    await pickOil(oil, 5)
    expect((await generate(order, { credits: [{ item: oil, act: 'lower' }] })).status).toBe(200)
    expect(await sums(order)).toEqual([
      ['-30.00', '-3.00', 'stands'],
      ['-20.00', '-2.00', 'stands'],
      ['-20.00', '-2.00', 'reversed'],
    ])
  })

  it('is asked about by new prices over the invoice, which are not saved without an answer', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '100.00', oil)
    const before = await read(order)
    const priced = (more: object) =>
      call('POST', `orders/${order}/invoice/itemoverride`, {
        order_items: [{ id: oil, invoice_override_unit_price: '4.00', invoice_override_case_price: null }],
        ...more,
      })
    expect(await priced({})).toMatchObject(asked(oil, '100.00', '40.00'))
    expect(await read(order)).toEqual(before)
    expect((await priced({ credits: [{ item: oil, act: 'lower' }] })).status).toBe(200)
    expect(await read(order)).toMatchObject({
      credits: [{ total: '-40.00', tax: '-4.00' }],
      tax_total: '0.00',
      grand_total: '8.00',
    })
    expect((await historyOf(order))[0]!.detail).toBe(
      'Oil, a unit: 10.00 → 4.00\nOil: $100.00 is credited, and $40.00 is billed. Lowered.',
    )
  })

  it('is asked about by its order’s credits wherever they are: what another invoice took stays there', async () => {
    const { order, oil } = await makeInvoiced(1)
    await flow.pool.query(`update orders set paid_status = 'p' where id = $1`, [order])
    // The paid invoice stays as it is: the credit waits, and another invoice takes it.
    await credit(order, '10.00', oil)
    const other = await makeInvoiced(2)
    expect((await read(other.order)).credits).toMatchObject([{ total: '-10.00', of_order: order }])
    await flow.pool.query(`update orders set paid_status = '' where id = $1`, [order])
    await unlock(order)
    await pickOil(oil, 0)
    expect(await generate(order)).toMatchObject(asked(oil, '10.00', '0.00'))
    expect((await generate(order, { credits: [{ item: oil, act: 'keep', reason: 'Paid' }] })).status).toBe(
      200,
    )
    expect((await read(other.order)).credits).toMatchObject([{ total: '-10.00', tax: '-1.00' }])
    expect((await generate(order, { force_regenerate: true })).status).toBe(200)
  })
})

describe('a credit with a part that waits, whose line bills less', () => {
  /** A credit of 100.00 of the oil, of which 61.82 fit on an invoice that has a credit of 50.00 already. */
  async function makeDivided(): Promise<{ order: number; oil: string }> {
    const { order, oil } = await makeInvoiced()
    await credit(order, '50.00')
    await credit(order, '100.00', oil)
    expect(await sums(order)).toEqual([
      ['-50.00', '0.00', 'stands'],
      ['-61.82', '-6.18', 'stands'],
      ['-38.18', '-3.82', 'waits'],
    ])
    return { order, oil }
  }

  it('has the tax of the waiting part lowered in the same proportion', async () => {
    const { order, oil } = await makeDivided()
    await priceOil(order, oil, '8.00')
    expect(await sums(order)).toEqual([
      ['-50.00', '0.00', 'stands'],
      ['-41.82', '-4.18', 'stands'],
      ['-18.18', '-1.82', 'waits'],
      ['-20.00', '-2.00', 'waits'],
    ])
  })

  it('is taken back after its waiting part was lowered to nothing', async () => {
    const { order, oil } = await makeDivided()
    await priceOil(order, oil, '4.00')
    expect((await sums(order))[2]).toEqual(['-38.18', '-3.82', 'reversed'])
    const given = (await creditsOf(order))[1]!
    const back = () => call('POST', `orders/${order}/invoice/credits/${given.id}/reverse`)
    expect((await back()).status).toBe(200)
    expect((await sums(order)).map(([, , state]) => state)).toEqual([
      'stands',
      'reversed',
      'reversed',
      'reversed',
    ])
    expect(await back()).toMatchObject({
      status: 409,
      body: { message: 'This credit has been taken back already.' },
    })
  })
})

describe('the tax of a credit', () => {
  it('is lowered with a credit that waits, and the next invoice takes it so', async () => {
    const { order, oil } = await makeInvoiced()
    await setPaid(order, 'p')
    await credit(order, '60.00', oil)
    await setPaid(order, '')
    await priceOil(order, oil, '4.00')
    expect(await sums(order)).toEqual([['-40.00', '-4.00', 'waits']])
    const next = await makeInvoiced()
    expect((await read(next.order)).credits).toMatchObject([{ total: '-40.00', tax: '-4.00' }])
  })

  it('is that of its line when the invoice is made again', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '25.00', oil)
    expect(await sums(order)).toEqual([['-25.00', '-2.50', 'stands']])
    await call('PATCH', `companylocations/${flow.location.id}`, { taxable: false })
    expect((await generate(order, { force_regenerate: true })).status).toBe(200)
    expect(await read(order)).toMatchObject({ tax_total: '0.00', grand_total: '83.00' })
    expect(await sums(order)).toEqual([['-25.00', '0.00', 'stands']])
    await flow.pool.query('update company_locations set taxable = true, sales_tax_rate = 5 where id = $1', [
      flow.location.id,
    ])
    expect((await generate(order, { force_regenerate: true })).status).toBe(200)
    expect(await sums(order)).toEqual([['-25.00', '-1.25', 'stands']])
    // All of the line credited takes all of its tax.
    await credit(order, '75.00', oil)
    expect((await read(order)).tax_total).toBe('0.00')
  })
})

describe('a credit belongs to its order', () => {
  it('also while that is unlocked: another invoice of the location does not take it', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '25.00', oil)
    await unlock(order)
    const other = await makeInvoiced()
    expect((await read(other.order)).credits).toEqual([])
    const balances = (await call('GET', 'openbalances')).body as unknown as Record<string, unknown>[]
    expect(balances.find((row) => row['company_location'] === flow.location.id)).toMatchObject({
      credits: '-27.50',
    })
    await generate(order)
    expect((await read(order)).credits).toMatchObject([{ total: '-25.00' }])
  })

  it('and is taken back without an invoice', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '25.00', oil)
    await unlock(order)
    const [given] = await creditsOf(order)
    expect(given).toMatchObject({ state: 'waits', stands_on: null })
    expect((await call('POST', `orders/${order}/invoice/credits/${given!.id}/reverse`)).status).toBe(204)
    await generate(order)
    expect((await read(order)).credits).toEqual([])
  })

  it('and is listed with those of the location, of which alone another invoice takes some', async () => {
    const [bound, paid, next] = [await makeInvoiced(), await makeInvoiced(), await makeInvoiced()]
    await credit(bound.order, '25.00', bound.oil)
    await unlock(bound.order)
    await setPaid(paid.order, 'p')
    await credit(paid.order, '5.00')
    const listed = async (query = '') =>
      WaitingCredit.array()
        .parse((await call('GET', `waitingcredits${query}`)).body)
        .filter(({ company_location }) => company_location === flow.location.id)
        .map(({ of_order, total, tax, is_bound }) => [of_order, total, tax, is_bound])
    const loose = [paid.order, '-5.00', '0.00', false]
    expect(await listed()).toEqual([[bound.order, '-25.00', '-2.50', true], loose])
    expect(await listed(`?order=${next.order}`)).toEqual([loose])
    // The next invoice of the unlocked order takes its own, too.
    expect(await listed(`?order=${bound.order}`)).toEqual(await listed())
    expect((await generate(next.order, { force_regenerate: true })).status).toBe(200)
    expect((await read(next.order)).credits).toMatchObject([{ of_order: paid.order, total: '-5.00' }])
    expect(await listed()).toEqual([[bound.order, '-25.00', '-2.50', true]])
  })

  it('but what it had taken of the location’s goes back to the location', async () => {
    const first = await makeInvoiced()
    await flow.pool.query(`update orders set paid_status = 'p' where id = $1`, [first.order])
    await credit(first.order, '5.00')
    const second = await makeInvoiced()
    expect((await read(second.order)).credits).toMatchObject([{ total: '-5.00' }])
    await unlock(second.order)
    const third = await makeInvoiced()
    expect((await read(third.order)).credits).toMatchObject([{ total: '-5.00' }])
  })

  it('goes with a merge, line and all, so that nothing is credited twice', async () => {
    const [gone, base] = [await makeInvoiced(), await makeInvoiced()]
    await credit(gone.order, '100.00', gone.oil)
    await credit(gone.order, '3.00')
    for (const { order } of [gone, base]) await unlock(order)
    const merged = await call('POST', 'mergeorders/', {
      base_order: base.order,
      orders_to_merge: [gone.order],
    })
    expect(merged.status).toBe(200)
    expect((await generate(base.order)).status).toBe(200)
    expect((await read(base.order)).credits.map(({ total, of_order }) => [total, of_order])).toEqual([
      ['-100.00', base.order],
      ['-3.00', base.order],
    ])
    const { items } = await read(base.order)
    const credited = items.find(({ id }) => id === gone.oil)!
    const again = await credit(base.order, credited.total, gone.oil)
    expect([again.status, again.body.amount]).toEqual([400, 'is more than is left of Oil'])
  })

  it('is reversed when that is deleted, but for what a settled invoice has used, which says so', async () => {
    const { order, oil } = await makeInvoiced(3)
    await credit(order, '5.00', oil)
    await flow.pool.query(`update orders set paid_status = 'p' where id = $1`, [order])
    for (const amount of ['6.00', '7.00']) await credit(order, amount, oil)
    const paid = await makeInvoiced()
    await flow.pool.query(`update orders set paid_status = 'p' where id = $1`, [paid.order])
    await credit(order, '2.00', oil)
    const open = await makeInvoiced()
    expect((await read(open.order)).grand_total).toBe('115.80')
    await flow.pool.query(`update orders set paid_status = '' where id = $1`, [order])
    await unlock(order)
    expect((await call('DELETE', `orders/${order}`)).status).toBe(204)
    const { rows } = await flow.pool.query(
      'select total::text, reversed_at is not null as reversed from invoice_credits where of_order = $1 order by id',
      [order],
    )
    expect(rows).toEqual([
      { total: '-5.00', reversed: true },
      { total: '-6.00', reversed: false },
      { total: '-7.00', reversed: false },
      { total: '-2.00', reversed: true },
    ])
    expect((await read(open.order)).grand_total).toBe('118.00')
    expect((await historyOf(paid.order))[0]!.detail).toBe(
      `7.00 and 0.70 tax: Spoilt\nOrder ${order}, for which it was given, was deleted: it stays`,
    )
  })

  it('but money that was paid too much stays the location’s when that is deleted', async () => {
    const { order } = await makeInvoiced()
    const at = `orders/${order}/invoice`
    expect((await call('POST', `${at}/setpaidexternally`, { amount: '60.00' })).status).toBe(204)
    const all = { item: null, amount: '118.00', reason: 'Spoilt', confirm_kept: true }
    expect((await call('POST', `${at}/credit`, all)).status).toBe(200)
    await unlock(order)
    expect((await call('DELETE', `orders/${order}`)).status).toBe(204)
    const balances = (await call('GET', 'openbalances')).body as unknown as Record<string, unknown>[]
    expect(balances.find((row) => row['company_location'] === flow.location.id)).toMatchObject({
      credits: '-60.00',
    })
    const next = await makeInvoiced()
    const reason = `Paid too much on invoice ${order}`
    expect(await read(next.order)).toMatchObject({
      credits: [{ total: '-60.00', of_order: order, reason }],
      grand_total: '58.00',
    })
    const [given] = await creditsOf(next.order)
    for (const id of [order, next.order])
      expect(await call('POST', `orders/${id}/invoice/credits/${given!.id}/reverse`)).toMatchObject({
        status: 409,
        body: {
          message: `This credit is money that was paid too much on invoice ${order}. Order ${order} was deleted: the credit stays.`,
        },
      })
    await checkLedger(flow.pool)
  })

  it('and that is not deleted while the customer begins to pay an invoice that has taken it', async () => {
    const { order, oil } = await makeInvoiced(1)
    await setPaid(order, 'p')
    await credit(order, '10.00', oil)
    const next = await makeInvoiced()
    await setPaid(order, '')
    await unlock(order)
    const answer = await behindLock(
      flow.pool,
      next.order,
      () => call('DELETE', `orders/${order}`),
      (holder) =>
        holder.query(
          `insert into payments (id, order_id, method, invoice_total, amount)
           values (gen_random_uuid(), $1, 'card', 107, 107)`,
          [next.order],
        ),
    )
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'The customer is about to pay this invoice. Please try again in a moment.' },
    })
    expect(await read(next.order)).toMatchObject({ grand_total: '107.00', credits: [{ total: '-10.00' }] })
    expect((await call('GET', `orders/${order}`)).status).toBe(200)
  })
})

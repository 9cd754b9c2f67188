/** Credits of invoices, and the history of the office's acts on an invoice. */
import { describe, expect, it } from 'vitest'
import { Invoice } from '#contract/invoices/schema.ts'
import { makeItem, makeLocation, makeOrder, makePayment, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { differenceIn } from '../../factories/invoice-figures.ts'
import { openCreditFlow } from './credits.ts'

const flow = openCreditFlow()
const { credit, historyOf, read } = flow

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  by: string = flow.house.as.office,
) => flow.server.call(by, method, path, { body })

/** Makes an invoice of this location for taxed oil, 30.00, and bread, 10.00: with the tax 43.00. */
async function makeInvoiced(): Promise<{ order: number; oil: string; bread: string }> {
  const { id: order } = await makeOrder(flow.pool, orderAt(flow.location))
  const add = async (name: string, taxable: boolean, units: number, final_price: string) =>
    (
      await makeItem(flow.pool, {
        order_id: order,
        product: (await makeProduct(flow.pool, { name })).upc,
        unit_quantity: units,
        picked: true,
        price_per_unit: '10.00',
        final_price,
        taxable,
      })
    ).id
  const [oil, bread] = [await add('Oil', true, 3, '30.00'), await add('Bread', false, 1, '10.00')]
  expect((await call('POST', `orders/${order}/generateinvoice`)).status).toBe(200)
  return { order, oil, bread }
}

describe('a credit', () => {
  it('is a line below 0 with its reason, taxed like its item, and in every sum', async () => {
    const { order, oil } = await makeInvoiced()
    const { status, body } = await credit(order, '12.50', oil, 'Two bottles broken')
    expect(status).toBe(200)
    expect(body).toMatchObject({ subtotal: '27.50', tax_total: '1.75', grand_total: '29.25' })
    expect(body.credits).toMatchObject([
      {
        item: oil,
        of_order: order,
        reason: 'Two bottles broken',
        total: '-12.50',
        tax: '-1.25',
        username: flow.house.as.office,
      },
    ])
    const csv = await call('GET', `orders/${order}/invoice/downloadexport`)
    expect(differenceIn(await read(order), csv.body)).toBeNull()
    // The credit is the same after another change, and after the invoice is made again.
    await call('PATCH', `orders/${order}/invoice`, { late_fee: '1.00' })
    expect((await read(order)).grand_total).toBe('30.25')
    await call('POST', `orders/${order}/generateinvoice`, { force_regenerate: true })
    expect(await read(order)).toMatchObject({ grand_total: '29.25', credits: [{ total: '-12.50' }] })
    expect((await call('GET', `orders/${order}`)).body.invoice_total).toBe('29.25')
  })

  it('takes no invoice below 0: the rest goes to the next one of its location, and there is taxed as it was', async () => {
    const { order, oil } = await makeInvoiced()
    await credit(order, '20.00', null, 'For the late truck')
    await credit(order, '30.00', oil)
    // 43.00 - 20.00 = 23.00 is left for 33.00: 20.91 and 2.09
    expect(await read(order)).toMatchObject({
      grand_total: '0.00',
      credits: [
        { total: '-20.00', tax: '0.00' },
        { total: '-20.91', tax: '-2.09' },
      ],
    })
    const next = await makeInvoiced()
    expect(await read(next.order)).toMatchObject({
      credits: [{ of_order: order, item: oil, total: '-9.09', tax: '-0.91' }],
      subtotal: '30.91',
      tax_total: '2.09',
      grand_total: '33.00',
    })
    // The credit is used up.
    expect((await read((await makeInvoiced()).order)).credits).toEqual([])
  })

  it('for something else that is more than its invoice asks, and changes nothing before the answer', async () => {
    for (const paid of ['', 'p']) {
      const { order } = await makeInvoiced()
      await flow.pool.query('update orders set paid_status = $2 where id = $1', [order, paid])
      const before = await read(order)
      const { status, body } = await credit(order, '1250.00')
      expect([status, body.code]).toEqual([409, 'credit_exceeds_invoice'])
      const rest = paid ? 'the whole credit' : 'what does not fit on the invoice'
      expect(body.message).toBe(
        `A credit of 1250.00 is more than the 43.00 that are left of invoice ${order}. If you go on, ${rest} waits for the location’s next invoices.`,
      )
      expect(await read(order)).toEqual(before)
      expect(await flow.creditsOf(order)).toEqual([])
      expect((await historyOf(order)).map(({ act }) => act)).toEqual(['generated'])
      expect((await credit(order, '43.00')).status).toBe(200)
      const answered = await credit(order, '43.01', null, 'Spoilt', { confirm_exceeds: true })
      expect(answered.status).toBe(200)
      expect((await flow.creditsOf(order)).map(({ total }) => total)).toEqual(['-43.00', '-43.01'])
      // What waits would be on the next invoice.
      await flow.pool.query('update invoice_credits set reversed_at = now() where of_order = $1', [order])
    }
  })

  it('of an invoice that is paid goes to the next one, and the paid one stays as it is', async () => {
    for (const paid of ['p', 'e', 'i']) {
      const { order, bread } = await makeInvoiced()
      await flow.pool.query('update orders set paid_status = $2 where id = $1', [order, paid])
      const before = await read(order)
      expect((await credit(order, '4.00', bread)).status).toBe(200)
      expect(await read(order)).toEqual(before)
      expect((await historyOf(order))[0]!.detail).toContain('the credit waits for the next invoice')
      // The credit does not go to an order of another location.
      const elsewhere = await makeLocation(flow.pool, { company_id: flow.location.company_id })
      const foreign = await makeOrder(flow.pool, orderAt(elsewhere))
      await makeItem(flow.pool, { order_id: foreign.id, unit_quantity: 2, picked: true, final_price: '5.00' })
      await call('POST', `orders/${foreign.id}/generateinvoice`)
      expect((await read(foreign.id)).credits).toEqual([])
      expect(await read((await makeInvoiced()).order)).toMatchObject({ credits: [{ total: '-4.00' }] })
    }
  })

  it('waits again when its invoice is unlocked, and when less is left to take it off', async () => {
    const { order, oil, bread } = await makeInvoiced()
    await credit(order, '10.00', bread)
    await call('POST', `orders/${order}/unlock`)
    await call('POST', `orders/${order}/generateinvoice`)
    expect(await read(order)).toMatchObject({ credits: [{ total: '-10.00' }], grand_total: '33.00' })
    const free = { invoice_override_unit_price: '0', invoice_override_case_price: null }
    await call('POST', `orders/${order}/invoice/itemoverride`, {
      order_items: [oil, bread].map((id) => ({ id, ...free })),
      credits: [{ item: bread, act: 'keep', reason: 'The box' }],
    })
    expect(await read(order)).toMatchObject({ credits: [], grand_total: '0.00' })
    expect(await read((await makeInvoiced()).order)).toMatchObject({ credits: [{ total: '-10.00' }] })
  })

  it('of an item is at most what is left of it, whichever invoices have the others', async () => {
    const { order, bread } = await makeInvoiced()
    await credit(order, '6.00', bread)
    const more = await credit(order, '4.01', bread)
    expect([more.status, more.body.amount]).toEqual([400, 'is more than is left of Bread'])
    expect((await credit(order, '4.00', bread)).status).toBe(200)
  })

  /** Books money that arrived, with a discount for paying on time. */
  const pay = async (order: number, amount: string, discount: string) =>
    expect(
      (await call('POST', `orders/${order}/invoice/setpaidexternally`, { amount, discount })).status,
    ).toBe(204)
  const figuresOf = async (order: number) =>
    (await flow.creditsOf(order)).map(({ total, tax }) => [total, tax])

  it('for something else is compared with what was paid, less the credits that are not on the invoice', async () => {
    const { order, bread } = await makeInvoiced()
    await pay(order, '42.20', '0.80')
    await credit(order, '10.00', bread)
    // 43.00 - 0.80 - 9.80
    const { status, body } = await credit(order, '32.41')
    expect([status, body.code]).toEqual([409, 'credit_exceeds_invoice'])
    expect(body.message).toContain('A credit of 32.41 is more than the 32.40 that are left of invoice')
    expect((await credit(order, '32.40')).status).toBe(200)
    expect((await credit(order, '0.01')).body.message).toContain('more than the 0.00 that are left')
  })

  it('of an item is lowered by its part of the discount: all of them come to what was paid', async () => {
    const { order, oil, bread } = await makeInvoiced()
    await pay(order, '42.20', '0.80')
    for (const [item, amount] of [
      [bread, '10.00'],
      [oil, '15.00'],
      [oil, '15.00'],
    ] as const)
      expect((await credit(order, amount, item)).status).toBe(200)
    // 9.80 + 29.40 + 3.00 of tax = 42.20
    expect(await figuresOf(order)).toEqual([
      ['-9.80', '0.00'],
      ['-14.70', '-1.50'],
      ['-14.70', '-1.50'],
    ])
    expect((await historyOf(order))[0]!.detail).toContain(
      '14.70 and 1.50 tax off Oil, 0.30 less for paying on time: Spoilt',
    )
    for (const item of [oil, bread]) {
      const more = await credit(order, '0.01', item)
      expect([more.status, more.body.amount]).toEqual([
        400,
        expect.stringContaining('is more than is left of'),
      ])
    }
  })

  it('that was given before the discount leaves as much as was paid', async () => {
    const { order, oil, bread } = await makeInvoiced()
    await credit(order, '15.00', oil)
    await pay(order, '26.10', '0.40')
    expect((await credit(order, '15.00', oil)).status).toBe(200)
    expect((await credit(order, '10.00', bread)).status).toBe(200)
    // The last two and their tax are the 26.10 that were paid: 25.00 are left, of which 24.60 were paid.
    expect(await figuresOf(order)).toEqual([
      ['-15.00', '-1.50'],
      ['-14.76', '-1.50'],
      ['-9.84', '0.00'],
    ])
  })

  it('is lowered by the discount that is promised to a payment on its way', async () => {
    const { order, bread } = await makeInvoiced()
    await flow.pool.query(`update orders set paid_status = 'i' where id = $1`, [order])
    const promised = { amount: '42.20', discount: '0.80', status: 'processing', error_message: null }
    await makePayment(flow.pool, { order_id: order, ...promised })
    expect((await credit(order, '10.00', bread)).status).toBe(200)
    expect(await figuresOf(order)).toEqual([['-9.80', '0.00']])
  })

  it('on an invoice that is paid in part with a discount keeps its tax when the invoice is computed again', async () => {
    const { order, oil, bread } = await makeInvoiced()
    await pay(order, '20.00', '0.80')
    await credit(order, '15.00', oil)
    expect((await credit(order, '10.00', bread)).body.code).toBe('below_kept')
    // 43.00 - 14.70 - 1.50 - 9.80 = 17.00: less than the 20.00 that were paid
    const body = { item: bread, amount: '10.00', reason: 'Spoilt', confirm_kept: true }
    expect((await call('POST', `orders/${order}/invoice/credit`, body)).status).toBe(200)
    await call('PATCH', `orders/${order}/invoice`, { late_fee: '1.00' })
    expect((await read(order)).credits.map(({ total, tax }) => [total, tax])).toEqual([
      ['-14.70', '-1.50'],
      ['-9.80', '0.00'],
    ])
    expect(await read(order)).toMatchObject({ grand_total: '18.00', kept: '16.20', due: '1.00' })
  })

  it('that cannot be is refused in words, and nothing changes', async () => {
    const { order, oil } = await makeInvoiced()
    const before = await read(order)
    for (const [body, field] of [
      [{ amount: '0', reason: 'x' }, 'amount'],
      [{ amount: '-1.00', reason: 'x' }, 'amount'],
      [{ amount: '1.005', reason: 'x' }, 'amount'],
      [{ amount: 'NaN', reason: 'x' }, 'amount'],
      [{ amount: '1.00', reason: '  ' }, 'reason'],
      [{ amount: '1.00', reason: 'x'.repeat(201) }, 'reason'],
      [{ amount: '1.00', reason: 'x', item: flow.house.item.id }, 'item'],
      [{ amount: '1.00', reason: 'x', tax: '5.00' }, 'tax'],
    ] as const) {
      const { status, body: answer } = await call('POST', `orders/${order}/invoice/credit`, body)
      expect([body, status, JSON.stringify(answer)]).toEqual([body, 400, expect.stringContaining(field)])
    }
    expect((await credit(flow.house.order.id, '1.00')).body.message).toContain('has no invoice')
    const { order_id: id } = before
    for (const who of ['picker', 'customer'] as const)
      expect(
        (await call('POST', `orders/${id}/invoice/credit`, { amount: '1', reason: 'x' }, flow.house.as[who]))
          .status,
      ).toBe(403)
    expect(
      (
        await call(
          'POST',
          `orders/${id}/invoice/credit`,
          { amount: '1', reason: 'x' },
          flow.house.as.stranger,
        )
      ).status,
    ).toBe(404)
    expect(await read(order)).toEqual(before)
    // The same call, sent again with its key, is one credit.
    const send = () =>
      flow.server.call(flow.house.as.office, 'POST', `orders/${order}/invoice/credit`, {
        body: { item: oil, amount: '1.00', reason: 'Once' },
        headers: { 'idempotency-key': `once ${order}`.replace(' ', '-') },
      })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect((await read(order)).credits).toHaveLength(1)
  })
})

describe('the history of an invoice', () => {
  it('has a line for each act, with its person and the total; also when the invoice is gone', async () => {
    const { order, oil } = await makeInvoiced()
    const override = { id: oil, invoice_override_unit_price: '9.5', invoice_override_case_price: null }
    await call('POST', `orders/${order}/invoice/itemoverride`, { order_items: [override] })
    // A price that is on the invoice already is no change.
    await call('POST', `orders/${order}/invoice/itemoverride`, { order_items: [override] })
    await call('PATCH', `orders/${order}/invoice`, { late_fee: '2', fuel_surcharge: '0.00' })
    await credit(order, '1.00', oil)
    await call('POST', `orders/${order}/generateinvoice`, { force_regenerate: true }, flow.house.as.manager)
    await call('POST', `orders/${order}/unlock`, undefined, flow.house.as.manager)
    expect(await historyOf(order)).toMatchObject([
      { act: 'unlocked', grand_total: '41.90', username: flow.house.as.manager },
      { act: 'regenerated', grand_total: '41.90', username: flow.house.as.manager },
      { act: 'credit', detail: '1.00 and 0.10 tax off Oil: Spoilt', grand_total: '42.25' },
      { act: 'fees', detail: 'Late fee: 0.00 → 2.00', grand_total: '43.35' },
      { act: 'overrides', detail: 'Oil, a unit: 10.00 → 9.50', grand_total: '41.35' },
      { act: 'generated', detail: '', grand_total: '43.00', username: flow.house.as.office },
    ])
  })

  it('keeps each invoice that was issued, as it was, also after it was unlocked', async () => {
    const { order, oil } = await makeInvoiced()
    const first = await read(order)
    const override = { id: oil, invoice_override_unit_price: '9.5', invoice_override_case_price: null }
    await call('POST', `orders/${order}/invoice/itemoverride`, { order_items: [override] })
    await credit(order, '1.00', oil)
    const third = await read(order)
    await call('POST', `orders/${order}/unlock`)
    await flow.pool.query(`update order_items set final_price = '99.00' where order_id = $1`, [order])
    await call('POST', `orders/${order}/generateinvoice`)
    expect((await historyOf(order)).map(({ act, revision }) => [act, revision])).toEqual([
      ['generated', 4],
      ['unlocked', null],
      ['credit', 3],
      ['overrides', 2],
      ['generated', 1],
    ])
    const revision = async (n: number, by?: string) =>
      call('GET', `orders/${order}/invoice/revisions/${n}`, undefined, by)
    // The state of the payment and the addresses for mail are those of now.
    const issuedAs = ({
      customer,
      weighed: _weighed,
      exported_total: _told,
      kept: _kept,
      due: _due,
      due_date: _day,
      ...rest
    }: Invoice) => ({
      ...rest,
      customer: customer.username,
    })
    for (const [n, then] of [
      [1, first],
      [3, third],
    ] as const)
      expect(issuedAs(Invoice.parse((await revision(n)).body))).toEqual(issuedAs(then))
    expect((await revision(5)).status).toBe(404)
    expect((await revision(1, flow.house.as.picker)).status).toBe(403)
  })

  it('keeps what an earlier release has issued, before it changes', async () => {
    const { order } = await makeInvoiced()
    const { grand_total } = await read(order)
    await flow.pool.query('update invoice_history set issued = null where order_id = $1', [order])
    expect((await historyOf(order)).map(({ revision }) => revision)).toEqual([null])
    await call('PATCH', `orders/${order}/invoice`, { late_fee: '2.00' })
    expect((await historyOf(order)).map(({ revision }) => revision)).toEqual([2, 1])
    const { body } = await call('GET', `orders/${order}/invoice/revisions/1`)
    expect(body.grand_total).toBe(grand_total)
  })

  it('a change of an order that is unlocked or deleted meanwhile gets a message, and changes nothing', async () => {
    const { order, oil } = await makeInvoiced()
    await call('POST', `orders/${order}/unlock`)
    const override = { id: oil, invoice_override_unit_price: '1', invoice_override_case_price: null }
    const tries = () => [
      call('POST', `orders/${order}/invoice/itemoverride`, { order_items: [override] }),
      call('PATCH', `orders/${order}/invoice`, { late_fee: '1.00' }),
      call('POST', `orders/${order}/generateinvoice`, { force_regenerate: true }),
    ]
    for (const { status, body } of await Promise.all(tries()))
      expect([status, body.message]).toEqual([404, `There is no invoice of order ${order}.`])
    expect((await call('GET', `orders/${order}`)).body).toMatchObject({ invoiced: false })
    expect((await historyOf(order)).map(({ act }) => act)).toEqual(['unlocked', 'generated'])
    await flow.server.call(flow.house.as.office, 'DELETE', `orders/${order}`)
    for (const { status, body } of await Promise.all(tries()))
      expect([status, body.message]).toEqual([404, 'There is no such order.'])
  })
})

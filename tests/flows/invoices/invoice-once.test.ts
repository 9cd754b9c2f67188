/** Calls about invoices whose answer was lost: the same key is answered again, and nothing is done a second time. */
import { beforeEach, describe, expect, it } from 'vitest'
import { makeItem, type OrderRecord } from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { makePickedOrder } from '../../factories/house.ts'
import { mailInvoice } from '../../factories/invoice-mail.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const flow = openMailFlow()
let order: OrderRecord
beforeEach(async () => {
  order = await makePickedOrder(flow.pool, flow.house)
})

const generate = (key: string | null, body?: object, by = flow.house.as.office) =>
  flow.server.call(by, 'POST', `orders/${order.id}/generateinvoice`, {
    ...(key !== null && { headers: { 'idempotency-key': key } }),
    ...(body && { body }),
  })
const history = async () =>
  (await flow.call('office', 'GET', `orders/${order.id}/invoice/history`)).body.map(
    ({ act }: { act: string }) => act,
  )
const mails = async () =>
  (await flow.call('office', 'GET', `mails?order=${order.id}&kind=invoice&no_page=1`)).body

describe('making an invoice', () => {
  it('is answered on a retry as it was, and not with 409', async () => {
    const key = newId()
    const first = await generate(key)
    const again = await generate(key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-key']).toBe(key)
    expect(await history()).toEqual(['generated'])
    expect(await generate(newId())).toMatchObject({
      status: 409,
      body: { message: `Order ${order.id} has an invoice already.` },
    })
  })

  it('is made once where the retry overtakes the first call', async () => {
    const key = newId()
    const answers = await Promise.all([generate(key), generate(key), generate(key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await history()).toEqual(['generated'])
  })

  it('is made again once, and keeps what was set over its prices since', async () => {
    await generate(null)
    const key = newId()
    const anew = { force_regenerate: true }
    expect((await generate(key, anew)).status).toBe(200)
    await flow.call('office', 'PATCH', `orders/${order.id}/invoice`, { late_fee: '4.00' })
    expect((await generate(key, anew)).status).toBe(200)
    expect(await history()).toEqual(['fees', 'regenerated', 'generated'])
    const { body } = await flow.call('office', 'GET', `orders/${order.id}/invoice`)
    expect(body).toMatchObject({ late_fee: '4.00', grand_total: '9.00' })
  })

  it('may be asked again with an answer where it was refused without one', async () => {
    const item = await makeItem(flow.pool, {
      order_id: order.id,
      unit_quantity: 1,
      picked: true,
      final_price: '9.00',
      price_snapshot: {
        weight_type: 'r/w',
        unit_price_per_lb: '9.00',
        case_price_per_lb: null,
        average_unit_weight: '1.000',
        average_case_weight: null,
      },
    })
    expect(item.id).toBeTruthy()
    const key = newId()
    expect(await generate(key)).toMatchObject({ status: 409, body: { code: 'weights' } })
    expect((await generate(key, { confirm_average: true })).status).toBe(200)
  })

  it('refuses the key for another call, and a key belongs to its person', async () => {
    const key = newId()
    await generate(key)
    for (const other of [await generate(key, { force_regenerate: true }), await mail(key)])
      expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect((await generate(key, undefined, flow.house.as.administrator)).status).toBe(409)
    expect((await generate(key, { force_regenerate: true }, flow.house.as.administrator)).status).toBe(200)
    expect(await history()).toEqual(['regenerated', 'generated'])
  })

  it('reveals nothing to a person who may not see the order, whatever the key', async () => {
    const key = newId()
    await generate(key)
    expect((await generate(key, undefined, flow.house.as.stranger)).status).toBe(404)
    expect((await generate(key, undefined, flow.house.as.picker)).status).toBe(403)
  })
})

const parts = { to_email: 'chef@example.com', 'additional_emails[0]': 'books@example.com', note: 'Thanks' }
const mail = (key: string, over: Record<string, string> = {}, file?: string, by = flow.house.as.office) =>
  mailInvoice(flow.server, by, order.id, { ...parts, ...over }, file, key)

describe('mailing an invoice', () => {
  beforeEach(async () => void (await generate(null)))

  it('is one mail, also where the PDF was made again for the retry', async () => {
    const key = newId()
    const first = await mail(key)
    const again = await mail(key, {}, '%PDF-1.7 the same invoice, made a second later')
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.body.id).toBe(first.body.id)
    await expect.poll(mails).toMatchObject([{ id: first.body.id, state: 'sent' }])
    expect(flow.smtp.mails).toHaveLength(1)
  })

  it('is answered again when the invoice was taken back meanwhile', async () => {
    const key = newId()
    const first = await mail(key)
    expect((await flow.call('office', 'POST', `orders/${order.id}/unlock`)).status).toBe(200)
    expect((await mail(key)).body.id).toBe(first.body.id)
    expect((await mail(newId())).status).toBe(404)
  })

  it('refuses the key for other words or other addresses, and another person has their own', async () => {
    const key = newId()
    await mail(key)
    const others: Record<string, string>[] = [
      { note: 'Thank you' },
      { to_email: 'owner@example.com' },
      { 'additional_emails[1]': 'c@example.com' },
    ]
    for (const over of others)
      expect(await mail(key, over)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect((await mail(key, {}, undefined, flow.house.as.administrator)).status).toBe(202)
    expect(await mails()).toHaveLength(2)
  })
})

/** What each act adds to the ledger of money (docs/decisions/0242). */
import { afterEach, expect, it } from 'vitest'
import { LedgerRow, sumsOf } from '#contract/invoices/ledger.ts'
import { makeItem, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { checkLedger } from '../../factories/ledger.ts'
import { bankCharge } from '../../factories/stripe.ts'
import { openTill, intentOf } from '../../factories/till.ts'

const till = openTill()

const office = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, { body })
const done = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const { status, body: said } = await office(method, path, body)
  expect([status < 300, said?.message]).toEqual([true, undefined])
}
const ledgerOf = async (query: string) =>
  LedgerRow.array().parse((await office('GET', `ledger?no_page=1&${query}`)).body)
/** Kind and amount, oldest first. */
const rowsOf = async (order: number) =>
  (await ledgerOf(`order=${order}`)).map(({ kind, amount }) => [kind, amount]).reverse()
const dueOf = async (order: number) => sumsOf(await ledgerOf(`order=${order}`)).due

/** The ledger is what invoices, credits and payments come to, whatever was done. */
afterEach(() => checkLedger(till.server.database.pool))

/** Oil for 30.00, invoiced by a call. */
async function makeInvoiced(): Promise<number> {
  const { pool } = till.server.database
  const { id } = await makeOrder(pool, orderAt(till.house.location))
  const picked = {
    units_ordered: 3,
    unit_quantity: 3,
    picked: true,
    price_per_unit: '10.00',
    final_price: '30.00',
  }
  await makeItem(pool, { order_id: id, ...picked })
  await done('POST', `orders/${id}/generateinvoice`)
  return id
}

it('every change of an invoice adds the difference, with who made it', async () => {
  const order = await makeInvoiced()
  const path = `orders/${order}/invoice`
  await done('PATCH', path, { fuel_surcharge: '5.00' })
  await done('POST', `${path}/credit`, { item: null, amount: '4.00', reason: 'Spoilt' })
  const [{ id: credit }] = (await office('GET', `${path}/credits`)).body as [{ id: number }]
  await done('POST', `${path}/credits/${credit}/reverse`)
  await done('POST', `${path}/setpaidexternally`, { note: 'Check 117' })
  expect(await dueOf(order)).toBe('0.00')
  await done('POST', `${path}/setnotpaidexternally`)
  await done('POST', `orders/${order}/unlock`)
  expect(await rowsOf(order)).toEqual([
    ['invoice', '30.00'],
    ['invoice', '5.00'],
    ['credit', '-4.00'],
    ['credit', '4.00'],
    ['external', '-35.00'],
    ['external', '35.00'],
    ['invoice', '-35.00'],
  ])
  const [unlocked] = await ledgerOf(`order=${order}`)
  expect(unlocked).toMatchObject({
    username: till.house.as.office,
    company_location: till.house.location.id,
    location_name: till.house.location.name,
  })
  expect((await ledgerOf(`order=${order}&kind=external`)).at(-1)!.detail).toMatch(
    /^Externally: Check 117\n35\.00 on /,
  )
})

it('a credit that an unlock leaves bound waits for its order, and is on its next invoice', async () => {
  const order = await makeInvoiced()
  await done('POST', `orders/${order}/invoice/credit`, { item: null, amount: '4.00', reason: 'Spoilt' })
  await done('POST', `orders/${order}/unlock`)
  expect(await dueOf(order)).toBe('0.00')
  const waiting = (await ledgerOf(`company_location=${till.house.location.id}&kind=credit`)).filter(
    (row) => row.order === null,
  )
  expect(waiting.map(({ amount }) => amount)).toEqual(['-4.00'])
  await done('POST', `orders/${order}/generateinvoice`)
  expect(await dueOf(order)).toBe('26.00')
})

it('a card adds what came and its fee, a bank what came, and its return the same with the other sign', async () => {
  const byCard = await till.makeInvoice()
  await till.pay(byCard, 'card')
  expect(await rowsOf(byCard)).toEqual([
    ['invoice', '100.00'],
    ['card_fee', '2.90'],
    ['payment', '-102.90'],
  ])
  const byBank = await till.makeInvoice()
  const intent = await till.pay(byBank, 'ach')
  till.stripe.disputes(intent, 'needs_response')
  await till.tell('charge.dispute.created', intent)
  expect(await rowsOf(byBank)).toEqual([
    ['invoice', '100.00'],
    ['payment', '-100.00'],
    ['return', '100.00'],
  ])
  expect((await ledgerOf(`order=${byBank}`))[0]).toMatchObject({ username: '' })
  expect([await dueOf(byCard), await dueOf(byBank)]).toEqual(['0.00', '100.00'])
})

it('held money pays nothing until it is applied, and then what it came to', async () => {
  const order = await till.makeInvoice()
  const intent = intentOf(await till.start(order, 'ach'))
  till.stripe.becomes(intent, 'succeeded', { amount_received: 9_000, latest_charge: bankCharge() })
  await till.tell('payment_intent.succeeded', intent)
  expect(await rowsOf(order)).toEqual([
    ['invoice', '100.00'],
    ['held', '-90.00'],
  ])
  expect(await dueOf(order)).toBe('100.00')
  const [held] = (await office('GET', 'heldpayments')).body as [{ id: string }]
  await done('POST', `heldpayments/${held.id}/apply`, { note: '' })
  expect(await dueOf(order)).toBe('10.00')
  expect(Object.fromEntries((await rowsOf(order)).slice(2))).toEqual({ held: '90.00', payment: '-90.00' })
})

it('only grows', async () => {
  await makeInvoiced()
  for (const change of ['update ledger set amount = 0', 'delete from ledger'])
    await expect(till.server.database.pool.query(change)).rejects.toThrow('ledger only grows')
})

it('is for those who manage payments', async () => {
  for (const who of ['picker', 'buyer', 'customer'] as const) {
    const { status } = await till.server.call(till.house.as[who], 'GET', 'ledger')
    expect([who, status]).toEqual([who, 403])
  }
})

/** The examples of the API's page, replayed against the real server, which has the rows that they name. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#contract/day.ts'
import { PASSWORD } from '../../factories/app.ts'
import { EXAMPLES, type Example } from '#server/platform/api-examples.ts'
import {
  makeBarcode,
  makeFee,
  makeItem,
  makeLocation,
  makeMail,
  makeOrder,
  makeOrderList,
  makePayment,
  makePiece,
  makeProduct,
  makeUser,
  makeWarehouse,
} from '../../factories/business.ts'
import { testMailServer, type TestMailServer } from '../../factories/mail-server.ts'
import { openTill } from '../../factories/till.ts'

type Method = NonNullable<InjectOptions['method']>

let mail: TestMailServer
// Before the till, whose server sends to it.
beforeAll(async () => {
  mail = await testMailServer()
})
afterAll(() => mail.close())
const till = openTill(() => mail.settings)
const idOf = (end: string) => `019ad0c4-7000-7000-8000-${end.padStart(12, '0')}`
const CALLER = 'office'
const PAYER = 'maria.silva'

/** Who is signed in, where it is not the office. */
const CALLERS: Record<string, string | null> = {
  'POST auth': null,
  'POST auth/refresh': null,
  'POST auth/logout': null,
  'GET colleagues': PAYER,
  'POST orderrequests': PAYER,
  'GET invoicesummaries': PAYER,
  'GET orders/{id}/invoice/paymentpreview': PAYER,
  'POST orders/{id}/invoice/payment': PAYER,
  'POST orders/{id}/invoice/payment/withoutfee': PAYER,
}

/** What no example can hold: a secret of one sign-in, mail or passkey, of an identity provider or of Stripe. The form is right, and it is refused. */
const REFUSED: Record<string, number> = {
  // Without its file.
  'POST photos': 400,
  'POST auth/passkey': 410,
  'POST auth/recoverycode': 410,
  'POST auth/newpasskey': 410,
  'POST passkeys': 410,
  'DELETE passkeys/{id}': 404,
  'POST recoverycodes': 409,
  'POST auth/oidc': 409,
  'POST auth/oidc/finish': 409,
  'POST auth/newpassword': 410,
  'POST auth/confirmaddress': 410,
  'POST auth/undochange': 410,
  'POST stripe/webhook': 400,
}

/** Ends what the others need. */
const LAST = ['DELETE sessions']

/** What examples name and only a sign-in makes, and what was made. An order is placed for a day that is not over. */
const made = new Map<string, string>([['2026-11-27', addDays(new Date().toISOString().slice(0, 10), 7)]])
const filled = (text: string) => [...made].reduce((all, [shown, real]) => all.replaceAll(shown, real), text)

/** The calls of the page, the reading ones first and the deleting ones last. */
let calls: string[]

beforeAll(async () => {
  const { server } = till
  const { pool } = server.database
  await makeWarehouse(pool, 3, 'Dry & Chill')
  for (const upc of ['0614141000012', '0614141000029', '0614141000043'])
    await makeProduct(pool, { upc, name: `Penne ${upc.slice(-2)}` })
  await pool.query(`insert into item_codes (item_code) values ('D1155')`)
  await makeBarcode(pool, '20614141000016', '0614141000012')
  await pool.query(`insert into companies (id, name) values (7, 'Harbor Group')`)
  const location = { company_id: 7, payments_enabled: true, credit_card_charge_fee: '2.9' }
  await makeLocation(pool, { id: 41, name: 'Harbor Grill', ...location })
  await makeLocation(pool, { id: 42, name: 'Harbor Bar', ...location })
  await makeUser(pool, 'administrator', { id: 31, username: CALLER, email: 'nora@example.com' })
  await makeUser(pool, 'buyer', {
    id: 32,
    username: PAYER,
    company_id: 7,
    can_see_payments_column: true,
    email: 'maria@harborgrill.example',
  })
  await makeUser(pool, 'picker', { id: 33, username: 'sam', email: 'sam@example.com' })
  await makeFee(pool, { id: 5, kind: 'margin', type: '%', amount: '5.00', company_location_id: 41 })
  await makeFee(pool, { id: 6, kind: 'surcharge', type: '%', amount: '5.00', company_location_id: 41 })

  await pool.query(`insert into devices (device_id, user_id) values ('cold-room-handheld', 31)`)
  const at = { company_id: 7, company_location_id: 41, customer_id: 32 }
  for (const id of [21687, 21701, 21702, 21703, 21704, 21706, 21707]) await makeOrder(pool, { id, ...at })
  await makeOrder(pool, { id: 21712, ...at, delivery_date: filled('2026-11-27') })
  const line = { product: '0614141000012' }
  const picked = { ...line, unit_quantity: 2, picked: true }
  const item = await makeItem(pool, { id: idOf('1'), order_id: 21687, ...line })
  await makePiece(pool, item, { id: idOf('2') })
  await makeItem(pool, { id: idOf('3'), order_id: 21687, product: '0614141000029' })
  for (const order_id of [21701, 21702]) await makeItem(pool, { order_id, ...line })
  for (const order_id of [21703, 21706, 21707]) await makeItem(pool, { order_id, ...picked })
  await makeItem(pool, { id: idOf('5'), order_id: 21704, ...picked })
  for (const id of [21705, 21708, 21709]) await till.makeInvoice({ id, ...at })
  await till.makeInvoice({ id: 21710, paid_status: 'p', ...at })
  await till.makeInvoice({ id: 21711, ...at })
  await makePayment(pool, { order_id: 21711, status: 'succeeded', error_message: null })
  for (const table of ['orders', 'warehouses', 'receipts'])
    await pool.query(`select setval(pg_get_serial_sequence($1, 'id'), 30000)`, [table])
  const held = { order_id: 21708 }
  for (const end of ['c0', 'c1']) await makePayment(pool, { id: idOf(end), ...held })
  for (const end of ['d0', 'd1']) await makeMail(pool, { id: idOf(end) })
  await makeOrderList(pool, ['0614141000012'], { id: 9, company_location_id: 41, public_name: 'Kitchen' })
  await pool.query(
    `insert into receipts (id, description, total, warehouse_id, pricing_type, user_uploaded, date)
     values (7, 'Depot', 0, 3, 's', true, '2026-11-24'), (8, 'Depot again', 0, 3, 's', true, '2026-11-24')`,
  )
  await pool.query(
    `insert into supplier_invoices (receipt_number, purchase_date, branch, sales, synced_at)
     values ('88120', '2026-11-24', '104', 0, now())`,
  )
  await pool.query(
    `insert into shared_cart_items (company_location_id, upc, unit_quantity) values (42, '0614141000012', 1)`,
  )

  const office = (method: Method, path: string, body?: object) => server.call(CALLER, method, path, { body })
  for (const order of [21704, 21706]) {
    const { status, body } = await office('POST', `orders/${order}/generateinvoice`, {})
    if (status !== 200) throw new Error(`order ${order} has no invoice: ${JSON.stringify(body)}`)
  }
  await office('POST', 'orders/21704/invoice/credit', { amount: '1.00', reason: 'Late' })
  // Their own change of address waits until the new one has answered.
  await server.call(PAYER, 'PATCH', 'users/32', {
    body: { email: 'maria.silva@harborgrill.example', old_password: PASSWORD },
  })

  made.set('LCL6R6Jt', (await server.signIn(CALLER, 'the refreshed')).refresh)
  made.set('Qm4Rk2Vn', (await server.signIn(CALLER, 'the signed out')).refresh)
  made.set('order-desk-1', `device of ${CALLER}`)
  await server.signIn(CALLER, 'the ended')
  const { rows: ended } = await pool.query<{ id: string }>(
    `select id from sessions where device_id = 'the ended'`,
  )
  made.set(idOf('b0'), ended[0]!.id)

  const { body: document } = await office('GET', 'docs/json')
  const documented = Object.entries<object>(document.paths).flatMap(([url, byMethod]) =>
    Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${url.replace('/api/', '')}`),
  )
  const places = Object.keys(EXAMPLES)
  const placeOf = (name: string) => places.indexOf(name)
  const rank = (name: string) =>
    LAST.includes(name) ? 3 : name.startsWith('GET') ? 0 : name.startsWith('DELETE') ? 2 : 1
  calls = documented.toSorted((a, b) => rank(a) - rank(b) || placeOf(a) - placeOf(b))
})

/** The call that takes a form. */
const FORM = 'POST orders/{id}/invoice/email'
/** A form with these parts and a PDF. */
function formOf(parts: Record<string, string>) {
  const { file, ...texts } = parts
  const fields = Object.entries(texts).map(
    ([name, text]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  )
  const head =
    'content-disposition: form-data; name="file"; filename="invoice.pdf"\r\ncontent-type: application/pdf'
  return {
    text: `${fields.join('')}--part\r\n${head}\r\n\r\n${file}\r\n--part--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
  }
}

async function replay(name: string, { path = {}, query = {}, body }: Example) {
  const [method, plain] = name.split(' ') as [Method, string]
  const address = plain.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const form = name === FORM && formOf(body as Record<string, string>)
  return till.server.call(
    name in CALLERS ? CALLERS[name]! : CALLER,
    method,
    filled(search.size > 0 ? `${address}?${search}` : address),
    {
      ...(form || (body !== undefined && { text: filled(JSON.stringify(body)) })),
      ...(name === 'POST auth/refresh' && { headers: { 'x-device-id': 'the refreshed' } }),
    },
  )
}

it('every example of the API’s page is answered well, or refused for its secret alone', async () => {
  const wrong: unknown[] = Object.keys(EXAMPLES).filter((name) => !calls.includes(name))
  for (const name of calls) {
    // It never ends: its beginning is in its own test.
    if (name === 'GET sync/stream') continue
    const { status, body } = await replay(name, EXAMPLES[name] ?? {})
    const isRight = name in REFUSED ? status === REFUSED[name] : status < 300
    if (!isRight) wrong.push([name, status, body])
  }
  expect(wrong).toEqual([])
})

it('every call that takes a body, or says a row in its path, has an example on the page', async () => {
  const { body: document } = await till.server.call(CALLER, 'GET', 'docs/json')
  const silent = Object.entries<Record<string, Shown>>(document.paths).flatMap(([url, byMethod]) =>
    Object.entries(byMethod).flatMap(([method, { parameters = [], requestBody }]) => {
      const isShown = parameters.every(({ in: place, required, example }) =>
        place === 'path' || required ? example !== undefined : true,
      )
      const content = requestBody?.content['application/json']
      const hasBody = !content || content.example !== undefined || isOptional(content.schema)
      return isShown && hasBody ? [] : [`${method.toUpperCase()} ${url}`]
    }),
  )
  expect(silent).toEqual([])
})

interface Shown {
  parameters?: { in: string; name: string; required?: boolean; example?: string }[]
  requestBody?: { content: Record<string, { schema: { anyOf?: { type?: string }[] }; example?: unknown }> }
}

/** A body that may be left out, which its schema takes as null. */
const isOptional = ({ anyOf = [] }: { anyOf?: { type?: string }[] }) =>
  anyOf.some(({ type }) => type === 'null')

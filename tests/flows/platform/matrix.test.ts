/**
 * Who may call what: every call of the OpenAPI document, as each of the eight roles and without a sign-in, on rows of
 * the caller's own company and of another one. The expected answer is read from the permission table. A call that is
 * missing in this file fails, so each new call needs a line here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEE_PATHS } from '#contract/fees/schema.ts'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import {
  makeItem,
  makeOrder,
  makeOrderList,
  makePiece,
  makeProduct,
  type ItemRecord,
  type LocationRecord,
  type PieceRecord,
} from '../../factories/business.ts'
import { makeHouse, orderAt, type House, type Somebody } from '../../factories/house.ts'

const ROLES = [
  'administrator',
  'manager',
  'office',
  'foreman',
  'sales',
  'picker',
  'buyer',
  'customer',
] as const
type Side = 'own' | 'foreign'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Rows that a call may be about, made for that one call. */
interface Place {
  location: LocationRecord
  item: ItemRecord
  piece: PieceRecord
  /** A list of the location's company. */
  list: number
  /** A user of the location's company. */
  user: { id: number; username: string }
  product: string
}
interface Call {
  /**
   * Who may make the call. Null: everybody who has signed in. 'anybody': also people who have not. The payer is none of
   * the eight roles.
   */
  may: Capability | 'anybody' | 'the payer' | null
  /** Whether the call names rows of a company. Those of another company are then as unknown as missing ones. */
  scoped?: true
  /** Whether the call ends the caller's own sessions. The caller signs in again for the next call. */
  endsSessions?: true
  path?(place: Place): string
  body?(place: Place, username: string): unknown
}

/** Ids that no row has: the answer is 404 for people who may make the call, and nothing happens. */
const NONE = 2_000_000_000
const NO_ROW = '00000000-0000-7000-8000-000000000000'
const of = (may: Call['may'], more: Omit<Call, 'may'> = {}): Call => ({ may, ...more })
const order = (call: string) => (place: Place) => `orders/${place.item.order_id}${call}`
const onOrder = (may: Call['may'], call: string, body?: Call['body']): Call => ({
  may,
  scoped: true,
  path: order(call),
  ...(body && { body }),
})
const fees = (path: string): Record<string, Call> => ({
  [`GET ${path}`]: of('fees.manage'),
  [`POST ${path}`]: of('fees.manage', {
    body: ({ product }) => ({ type: 'f', amount: '1.00', description: 'x', product }),
  }),
  [`GET ${path}/{id}`]: of('fees.manage', { path: () => `${path}/${NONE}` }),
  [`PATCH ${path}/{id}`]: of('fees.manage', {
    path: () => `${path}/${NONE}`,
    body: () => ({ description: 'y' }),
  }),
  [`DELETE ${path}/{id}`]: of('fees.manage', { path: () => `${path}/${NONE}` }),
})
const days = ({ location }: Place) =>
  `company_location=${location.id}&start_date=2026-01-01&end_date=2026-01-02`
const refresh = { refresh: 'none of ours' }
const credential = (response: object) => ({ id: 'x', rawId: 'x', type: 'public-key', response })
const MADE = credential({ clientDataJSON: 'x', attestationObject: 'x' })
const SIGNED = credential({ clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' })

const CALLS: Record<string, Call> = {
  'POST auth': of('anybody', { body: () => ({ username: 'nobody at all', password: 'x' }) }),
  'POST auth/refresh': of('anybody', { body: () => refresh }),
  'POST auth/logout': of('anybody', { body: () => refresh }),
  'POST auth/forgotpassword': of('anybody', { body: () => ({ username: 'nobody at all' }) }),
  'POST auth/newpassword': of('anybody', {
    body: () => ({ token: 'none', new_password: 'x', new_password_confirm: 'x' }),
  }),
  'GET auth/oidc': of('anybody'),
  'POST auth/oidc': of('anybody'),
  'POST auth/oidc/finish': of('anybody', { body: () => ({ search: '?state=none' }) }),
  'POST auth/passkey': of('anybody', { body: () => ({ attempt: NO_ROW, credential: SIGNED }) }),
  'POST auth/recoverycode': of('anybody', { body: () => ({ attempt: NO_ROW, code: 'x' }) }),
  'POST auth/newpasskey': of('anybody', { body: () => ({ attempt: NO_ROW, name: 'x', credential: MADE }) }),
  'POST auth/proof': of(null, { body: () => ({ password: 'harborvine' }) }),
  'POST auth/confirmaddress': of('anybody', { body: () => ({ token: 'none' }) }),
  'POST auth/undochange': of('anybody', { body: () => ({ token: 'none' }) }),
  'GET distributor': of('anybody'),
  'GET distributor/letterhead': of(null),
  'GET demo': of('anybody'),
  'POST stripe/webhook': of('anybody', { body: () => ({}) }),
  'GET orderlists': of('anybody', { path: () => 'orderlists?public=1' }),

  'GET sessions': of(null),
  'DELETE sessions': of(null, { endsSessions: true }),
  'DELETE sessions/{id}': of(null, { path: () => `sessions/${NO_ROW}` }),
  'GET passkeys': of('passkeys.own'),
  'POST passkeys/challenge': of('passkeys.own'),
  'POST passkeys': of('passkeys.own', { body: () => ({ attempt: NO_ROW, name: 'x', credential: MADE }) }),
  'DELETE passkeys/{id}': of('passkeys.own', { path: () => 'passkeys/none' }),
  'POST recoverycodes': of('passkeys.own'),
  'GET colleagues': of('orders.place-for-colleagues'),
  'GET users': of(null),
  'POST users': of('users.manage', { body: () => ({}) }),
  'GET users/{id}': of(null, { path: ({ user }) => `users/${user.id}` }),
  'GET users/{id}/accountchanges': of('users.manage', {
    path: ({ user }) => `users/${user.id}/accountchanges`,
  }),
  'GET users/{id}/access': of('users.manage', { path: ({ user }) => `users/${user.id}/access` }),
  'POST users/{id}/invitation': of('users.manage', { path: ({ user }) => `users/${user.id}/invitation` }),
  'POST users/{id}/waitingaddress': of('users.manage', {
    path: ({ user }) => `users/${user.id}/waitingaddress`,
  }),
  'DELETE users/{id}/waitingaddress': of('users.manage', {
    path: ({ user }) => `users/${user.id}/waitingaddress`,
  }),
  'PATCH users/{id}': of('users.manage', { path: ({ user }) => `users/${user.id}`, body: () => ({}) }),
  'GET companylocations': of(null),
  'POST companylocations': of('customers.write', { body: () => ({}) }),
  'GET companylocations/{id}': of(null, {
    scoped: true,
    path: ({ location }) => `companylocations/${location.id}`,
  }),
  'PATCH companylocations/{id}': of('customers.write', {
    scoped: true,
    path: ({ location }) => `companylocations/${location.id}`,
    body: () => ({}),
  }),

  'GET orders': of(null),
  'POST orders': of('orders.place', { body: () => ({}) }),
  'GET orders/{id}': onOrder(null, ''),
  'PATCH orders/{id}': onOrder('orders.edit', '', () => ({ note: 'x' })),
  'DELETE orders/{id}': onOrder('orders.delete', ''),
  'POST orders/{id}/unlock': onOrder('orders.unlock', '/unlock'),
  'POST orders/{id}/generateinvoice': onOrder('orders.invoice', '/generateinvoice', () => ({})),
  'GET orderitems': of(null, { scoped: true, path: ({ item }) => `orderitems?order=${item.order_id}` }),
  'POST orderitems': of('items.add', {
    scoped: true,
    body: ({ item, product }) => ({ order: item.order_id, product, units_ordered: 1 }),
  }),
  'GET orderitems/{id}': of(null, { scoped: true, path: ({ item }) => `orderitems/${item.id}` }),
  'PATCH orderitems/{id}': of('orders.pick', {
    scoped: true,
    path: ({ item }) => `orderitems/${item.id}`,
    body: () => ({ picked: true }),
  }),
  'DELETE orderitems/{id}': of('items.delete', { scoped: true, path: ({ item }) => `orderitems/${item.id}` }),
  'GET orderitems/others': of('orders.pick', {
    scoped: true,
    path: ({ item }) => `orderitems/others?order=${item.order_id}`,
  }),
  'GET orders/{id}/audit': of('orders.pick', {
    scoped: true,
    path: ({ item }) => `orders/${item.order_id}/audit`,
  }),
  'GET orderitems/{id}/audit': of('orders.pick', {
    scoped: true,
    path: ({ item }) => `orderitems/${item.id}/audit`,
  }),
  'GET ordersubitems': of(null, { scoped: true, path: ({ item }) => `ordersubitems?order=${item.order_id}` }),
  'POST ordersubitems': of('orders.pick', {
    scoped: true,
    body: ({ item }) => ({ order_item: item.id, unit_type: 'u' }),
  }),
  'GET ordersubitems/{id}': of(null, { scoped: true, path: ({ piece }) => `ordersubitems/${piece.id}` }),
  'PATCH ordersubitems/{id}': of('orders.pick', {
    scoped: true,
    path: ({ piece }) => `ordersubitems/${piece.id}`,
    body: () => ({ lot_code: 'L' }),
  }),
  'DELETE ordersubitems/{id}': of('orders.pick', {
    scoped: true,
    path: ({ piece }) => `ordersubitems/${piece.id}`,
  }),
  'GET orderrequests': of(null),
  'POST orderrequests': of('orders.ask', {
    scoped: true,
    body: ({ item }) => ({ order: item.order_id, kind: 'cancel' }),
  }),
  'POST orderrequests/{id}/answer': of('orders.answer', {
    path: () => `orderrequests/${NONE}/answer`,
    body: () => ({ answer: 'done' }),
  }),
  'POST mergeorders': of('orders.merge', {
    body: ({ item }) => ({ base_order: item.order_id, orders_to_merge: [NONE] }),
  }),
  'POST orderpricerefresh': of('prices.refresh', { body: () => ({}) }),
  'POST orderpricerefresh/preview': of('prices.refresh', { body: () => ({}) }),

  'GET products': of(null, { scoped: true, path: ({ item }) => `products?order=${item.order_id}` }),
  'GET products/{upc}': of(null, { scoped: true, path: ({ item }) => `products/${item.product}` }),
  'DELETE products/{upc}': of('catalogue.write', { path: ({ item }) => `products/${item.product}` }),
  'GET productedit': of('catalogue.see-all', {
    scoped: true,
    path: ({ item }) => `productedit?order=${item.order_id}`,
  }),
  'POST productedit': of('catalogue.write', { body: () => ({}) }),
  'GET productedit/{upc}': of('catalogue.see-all', { path: ({ product }) => `productedit/${product}` }),
  'PATCH productedit/{upc}': of('catalogue.write', {
    path: ({ product }) => `productedit/${product}`,
    body: () => ({ bin: 'B-2' }),
  }),
  'GET barcodealternates': of('barcodes.link'),
  'POST photos': of('catalogue.write'),
  'POST barcodealternates': of('barcodes.link', {
    body: ({ product }) => ({ barcode: `of ${product}`, product }),
  }),
  'GET barcodealternates/{barcode}': of('barcodes.link', { path: () => 'barcodealternates/none' }),
  'DELETE barcodealternates/{barcode}': of('barcodes.link', { path: () => 'barcodealternates/none' }),
  'GET itemcodes': of('catalogue.see-all'),
  'GET itemcodes/{code}': of('catalogue.see-all', { path: () => 'itemcodes/none' }),
  'PATCH itemcodes/{code}': of('catalogue.write', {
    path: () => 'itemcodes/none',
    body: () => ({ name: 'x' }),
  }),
  'GET recalledlots': of('orders.pick'),
  'POST recalledlots': of('lots.recall', { body: ({ product }) => ({ product, lot_code: 'L-1' }) }),
  'DELETE recalledlots/{id}': of('lots.recall', { path: () => `recalledlots/${NONE}` }),
  ...fees(FEE_PATHS.margin),
  ...fees(FEE_PATHS.surcharge),
  'GET orderlistprices': of(null, { scoped: true, path: ({ list }) => `orderlistprices?order_list=${list}` }),
  'POST orderlists': of('catalogue.write', { body: () => ({}) }),
  'GET orderlists/{id}': of(null, { scoped: true, path: ({ list }) => `orderlists/${list}` }),
  'PATCH orderlists/{id}': of('catalogue.write', {
    scoped: true,
    path: ({ list }) => `orderlists/${list}`,
    body: () => ({ visible: true }),
  }),
  'POST orderlists/{id}/addproduct': of('catalogue.write', {
    scoped: true,
    path: ({ list }) => `orderlists/${list}/addproduct`,
    body: ({ product }) => ({ upc: product, category_name: 'Pantry' }),
  }),
  'POST orderlists/{id}/removeproduct': of('catalogue.write', {
    scoped: true,
    path: ({ list }) => `orderlists/${list}/removeproduct`,
    body: ({ item }) => ({ upc: item.product, category_name: 'Pantry' }),
  }),
  'GET productsbyorderlist': of('catalogue.write'),

  'GET warehouses': of(null),
  'POST warehouses': of('warehouses.write', { body: () => [] }),
  'PUT warehouses/{id}': of('warehouses.write', {
    path: () => `warehouses/${NONE}`,
    body: () => ({ name: 'x' }),
  }),
  'GET warehousesmaps': of('warehouses.write'),
  'POST warehousesmaps': of('warehouses.write', { body: () => [] }),
  'PUT warehousesmaps/{id}': of('warehouses.write', {
    path: () => `warehousesmaps/${NONE}`,
    body: () => ({ warehouse: 3, category: 'x', field: '' }),
  }),
  'GET receiptformats': of('warehouses.write'),
  'GET receiptlineheaders': of('warehouses.write'),
  'GET receiptlineunittypemappings': of('warehouses.write'),
  'GET receipts': of('receipts.manage'),
  'POST receipts': of('receipts.manage', { body: () => ({}) }),
  'DELETE receipts/{id}': of('receipts.manage', { path: () => `receipts/${NONE}` }),
  'GET receiptlines': of('receipts.manage', { path: () => `receiptlines?receipt=${NONE}` }),
  'POST receiptlines': of('receipts.manage', { body: () => [{}] }),
  'POST receiptdifferenceresult': of('receipts.manage', { body: () => ({}) }),
  'GET rdinvoicesummaries': of('receipts.manage'),
  'POST convertrdinvoice': of('receipts.manage', { body: () => [] }),
  'GET getlatestrdsyncdate': of('receipts.manage'),
  'GET reports/export-purchases-by-order': of('reports.export', {
    scoped: true,
    path: (place) => `reports/export-purchases-by-order?${days(place)}`,
  }),
  'GET reports/export-aggregated-purchases': of('reports.export', {
    scoped: true,
    path: (place) => `reports/export-aggregated-purchases?${days(place)}`,
  }),
  'GET reports/preview': of('reports.export', {
    scoped: true,
    path: (place) => `reports/preview?report=purchase&${days(place)}`,
  }),

  'GET mails': of('mails.manage'),
  'GET mails/{id}': of('mails.manage', { path: () => `mails/${NO_ROW}` }),
  'POST mails/{id}/send': of('mails.manage', { path: () => `mails/${NO_ROW}/send` }),
  'POST mails/{id}/drop': of('mails.manage', { path: () => `mails/${NO_ROW}/drop` }),

  'GET invoices': of(null),
  'GET invoicesummaries': of('invoices.list'),
  'GET orders/{id}/invoice': onOrder(null, '/invoice'),
  'PATCH orders/{id}/invoice': onOrder('orders.invoice', '/invoice', () => ({})),
  'POST orders/{id}/invoice/itemoverride': onOrder('orders.invoice', '/invoice/itemoverride', () => ({
    order_items: [],
  })),
  'POST orders/{id}/invoice/credit': onOrder('orders.invoice', '/invoice/credit', () => ({
    amount: '1.00',
    reason: 'Spoilt',
  })),
  'GET orders/{id}/invoice/credits': onOrder('orders.invoice', '/invoice/credits'),
  'POST orders/{id}/invoice/credits/{credit}/reverse': onOrder(
    'orders.invoice',
    '/invoice/credits/1/reverse',
  ),
  'GET waitingcredits': of('orders.invoice'),
  'GET orders/{id}/invoice/history': onOrder('orders.invoice', '/invoice/history'),
  'GET orders/{id}/invoice/downloadexport': onOrder(null, '/invoice/downloadexport'),
  'POST orders/{id}/invoice/quickbooks': onOrder('orders.invoice', '/invoice/quickbooks'),
  'POST orders/{id}/invoice/email': onOrder('orders.invoice', '/invoice/email'),
  'POST orders/{id}/invoice/setpayable': onOrder('payments.manage', '/invoice/setpayable'),
  'POST orders/{id}/invoice/setnotpayable': onOrder('payments.manage', '/invoice/setnotpayable'),
  'POST orders/{id}/invoice/setpaidexternally': onOrder(
    'payments.manage',
    '/invoice/setpaidexternally',
    () => ({ note: 'check' }),
  ),
  'POST orders/{id}/invoice/setnotpaidexternally': onOrder(
    'payments.manage',
    '/invoice/setnotpaidexternally',
  ),
  'GET orders/{id}/invoice/paymentpreview': onOrder('the payer', '/invoice/paymentpreview'),
  'POST orders/{id}/invoice/payment': onOrder('the payer', '/invoice/payment', () => ({
    payment_method: 'card',
  })),
  'POST orders/{id}/invoice/payment/withoutfee': onOrder('the payer', '/invoice/payment/withoutfee', () => ({
    confirmation_token: 'ctoken_1',
  })),
  'GET orders/{id}/invoice/paymentdetails': onOrder('payments.manage', '/invoice/paymentdetails'),
  'POST orders/{id}/invoice/refreshpayment': onOrder('payments.manage', '/invoice/refreshpayment'),
  'POST orders/{id}/invoice/cancelpayment': onOrder('payments.manage', '/invoice/cancelpayment'),
  'GET paymentprovider': of(null),
  'GET orders/{id}/invoice/revisions/{revision}': onOrder('orders.invoice', '/invoice/revisions/1'),
  'POST orders/{id}/invoice/holdpayments': onOrder('payments.manage', '/invoice/holdpayments', () => ({
    note: 'Wrong',
  })),
  'POST orders/{id}/invoice/openagain': onOrder('payments.manage', '/invoice/openagain', () => ({
    note: 'Refunded',
  })),
  'GET disputes': of('payments.manage'),
  'GET figures': of('reports.export', {
    path: () => 'figures?start_date=2026-11-01&end_date=2026-11-30',
  }),
  'GET figures/summary': of('reports.export', {
    path: () => 'figures/summary?start_date=2026-11-01&end_date=2026-11-30',
  }),
  'GET quietlocations': of('customers.write'),
  'GET companylocations/{id}/glance': of('customers.write', {
    path: ({ location }) => `companylocations/${location.id}/glance`,
  }),
  'GET settings': of('settings.manage'),
  'PATCH settings/{name}': of('settings.manage', {
    path: () => 'settings/cutoff',
    body: () => ({ value: '17:00' }),
  }),
  'POST settings/testmail': of('settings.manage'),
  'GET operations': of('operations.see'),
  'GET reconciliation': of('payments.manage', {
    path: () => 'reconciliation?start_date=2026-11-20&end_date=2026-11-23',
  }),
  'GET changedexports': of('orders.invoice', {
    path: () => 'changedexports?start_date=2026-11-01&end_date=2026-11-02',
  }),
  'GET paymentprovider/state': of('payments.manage'),
  'GET openbalances': of('payments.manage'),
  'GET heldpayments': of('payments.manage'),
  'POST heldpayments/{id}/apply': of('payments.manage', {
    path: () => `heldpayments/${NO_ROW}/apply`,
    body: () => ({ order: NONE }),
  }),
  'POST heldpayments/{id}/refunded': of('payments.manage', {
    path: () => `heldpayments/${NO_ROW}/refunded`,
    body: () => ({}),
  }),

  'GET usualorders': of('orders.place', { path: () => 'usualorders?company_id=1' }),
  'GET sharedcartitems': of(null),
  'POST sharedcartitems': of('orders.place', { body: () => ({}) }),
  'PATCH sharedcartitems/{id}': of('orders.place', {
    path: () => `sharedcartitems/${NONE}`,
    body: () => ({}),
  }),
  'DELETE sharedcartitems/{id}': of('orders.place', { path: () => `sharedcartitems/${NONE}` }),
  'POST sharedcartclear': of('orders.place', { body: () => ({}) }),

  'GET search': of(null, { path: () => 'search?q=x' }),

  'POST sync/push': of(null, {
    body: (_place, username) => ({ device_id: `device of ${username}`, mutations: [] }),
  }),
  'POST sync/digests': of(null, { body: () => ({ cursor: '', tables: {} }) }),
  'GET sync/changes': of(null),
  'GET sync/stream': of(null),
  'GET devices': of('devices.see'),
  'GET securityevents': of('security.see'),
  'GET ledger': of('payments.manage'),
  'GET pricehistory': of('fees.manage'),
  'GET devices/bounded': of('devices.see'),
  'PATCH devices/{id}': of('devices.see', {
    path: () => 'devices/handheld-3',
    body: () => ({ name: null }),
  }),
}

/** A call of the OpenAPI document. */
interface Documented {
  parameters?: { in: string; name: string }[]
  responses: Record<string, unknown>
}

let server: TestServer
let house: House
let documented: Map<string, Documented>
let people: Map<Somebody, Person>

beforeAll(async () => {
  // The server has neither mail nor payments: a refused caller receives the refusal, not what the server lacks.
  server = await testServer()
  house = await makeHouse(server.database.pool)
  await server.database.pool.query('update company_locations set payments_enabled = true')
  const { body } = await server.call(null, 'GET', 'docs/json')
  documented = new Map(
    Object.entries<Record<string, Documented>>(body.paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, call]): [string, Documented] => [
        `${method.toUpperCase()} ${path.replace('/api/', '')}`,
        call,
      ]),
    ),
  )
  const { rows } = await server.database.pool.query<Person>(
    'select id, username, role_id, is_staff, company_id as company from users',
  )
  people = new Map(ROLES.map((role) => [role, rows.find(({ id }) => id === house.people[role].id)!]))
})
afterAll(() => server.close())

async function makePlace(side: Side): Promise<Place> {
  const { pool } = server.database
  const location = side === 'own' ? house.location : house.elsewhere.location
  const { upc } = await makeProduct(pool)
  const item = await makeItem(pool, { order_id: (await makeOrder(pool, orderAt(location))).id })
  const piece = await makePiece(pool, item)
  const list = await makeOrderList(pool, [item.product], {
    company_location_id: location.id,
    visible: true,
    active: true,
  })
  const user = side === 'own' ? house.people.buyer : house.people.stranger
  return { location, item, piece, list, user, product: upc }
}

/**
 * Returns what the permission table says, in this order: who the person is, what they may see, what they may do.
 * `passes` is any answer but a refusal for one of these reasons.
 */
function expected({ may, scoped }: Call, person: Person | null, side: Side): 'passes' | 401 | 403 | 404 {
  if (may === 'anybody') return 'passes'
  if (!person) return 401
  if (scoped && side === 'foreign' && !can(person, 'orders.see-all')) return 404
  if (may === 'the payer') return 403
  return may === null || can(person, may) ? 'passes' : 403
}

/** Whether a call is about a missing invoice or row: a 404 for people who may make it is then no refusal. */
const isAboutNothing = (path: string, body: unknown) =>
  [NONE, NO_ROW].some((id) => `${path} ${JSON.stringify(body)}`.includes(String(id))) ||
  /\/invoice|none$/.test(path)

it('knows every call of the OpenAPI document, and no other', () => {
  expect(Object.keys(CALLS).sort()).toEqual([...documented.keys()].sort())
})

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  const [method, plain] = name.split(' ') as [Method, string]

  it.each(['own', 'foreign'] as const)(
    'A005 A011 answers each role by the permission table, on %s rows',
    async (side) => {
      let place = await makePlace(side)
      const said: Record<string, unknown> = {}
      const wanted: Record<string, unknown> = {}
      for (const role of [...ROLES, null]) {
        const person = role && people.get(role)!
        const path = call.path?.(place) ?? plain
        // A stream never ends. Another test checks that it begins.
        if (plain === 'sync/stream' && person) continue
        const body = call.body?.(place, person?.username ?? '')
        const { status } = await server.call(person?.username ?? null, method, path, {
          ...(call.body && { body }),
        })
        if (call.endsSessions && person) await server.signIn(person.username)
        if (status < 400) expect(Object.keys(documented.get(name)!.responses)).toContain(String(status))
        const wants = special(name, person, side) ?? expected(call, person, side)
        const who = role ?? 'nobody'
        wanted[who] = wants
        const refusals =
          call.may === 'anybody' ? [403, 404] : isAboutNothing(path, body) ? [401, 403] : [401, 403, 404]
        said[who] = status < 500 && !refusals.includes(status) && wants === 'passes' ? wants : status
        if (method !== 'GET' && status < 300) place = await makePlace(side)
      }
      expect(said).toEqual(wanted)
    },
  )
})

it('documents the Idempotency-Key of every call that takes one, and of no other', async () => {
  const takesKey: string[] = []
  /** The calls that do not accept this file's body. */
  const unknown: string[] = []
  for (const [name, call] of Object.entries(CALLS)) {
    const [method, plain] = name.split(' ') as [Method, string]
    if (method === 'GET' || call.endsSessions) continue
    const place = await makePlace('own')
    const { username } = house.people.administrator
    const body = call.body?.(place, username)
    const answer = await server.call(username, method, call.path?.(place) ?? plain, {
      headers: { 'idempotency-key': 'two words' },
      ...(call.body && { body }),
    })
    if (answer.body?.message === 'Idempotency-Key: must be 1 to 64 visible characters.') takesKey.push(name)
    else if (answer.status === 400) unknown.push(name)
  }
  const says = [...documented]
    .filter(([, { parameters = [] }]) => parameters.some((parameter) => parameter.name === 'Idempotency-Key'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  expect(says.map(([name]) => name).filter((name) => !unknown.includes(name))).toEqual(takesKey.sort())
})

/** The answer to a person outside the house about a user: they see only themselves (readings, "People and roles"). */
function special(name: string, person: Person | null, side: Side): 'passes' | 403 | 404 | null {
  if (!person || !name.includes(' users/{id}') || person.is_staff) return null
  return side === 'own' && person.id === house.people.buyer.id ? 'passes' : 404
}

/**
 * An example of each call, for the API's page. A test replays all of them in this order, the reading calls first
 * (`tests/flows/platform/api-examples.test.ts`, which has the rows that they name).
 */
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'

export interface Example {
  /** By the parameter's name. */
  path?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number>>
  body?: unknown
}

/** An open order of Harbor Grill, its first item, and a piece of that. */
const ORDER = 21687
const ITEM = '019ad0c4-7000-7000-8000-000000000001'
const PIECE = '019ad0c4-7000-7000-8000-000000000002'
/** An order with an invoice that is not to be paid yet, and its item. */
const INVOICED = 21704
const INVOICED_ITEM = '019ad0c4-7000-7000-8000-000000000005'
/** An order with an invoice that is ready for payment. */
const PAYABLE = 21705
/** One that is marked as paid although money of it is due. */
const REFUNDED = 21710
/** One of which a part is paid by card. */
const PAID_IN_PART = 21711
const UPC = '0614141000012'
const COMPANY = 7
const LOCATION = 41
const BUYER = 32

/** What only its own sign-in makes: the form is as it is shown. */
const ATTEMPT = '019ad0c4-7000-7000-8000-0000000000a0'
const TOKEN = 'Yk3v1cQd0mWl8sPz'
const credential = (response: object) => ({
  id: 'AbCdEf',
  rawId: 'AbCdEf',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi', ...response },
})
const SIGNED = credential({ authenticatorData: 'SZYN5YgO', signature: 'MEUCIQ' })
const MADE = credential({ attestationObject: 'o2NmbXRk' })

const DAYS = { start_date: '2026-11-01', end_date: '2026-11-30' }

const fees = (path: string, id: number): Record<string, Example> => ({
  [`GET ${path}`]: { query: { company_location: LOCATION, limit: 20 } },
  [`POST ${path}`]: {
    body: { type: '%', amount: '5', description: 'Autumn', product: UPC, company_location: LOCATION },
  },
  [`GET ${path}/{id}`]: { path: { id } },
  [`PATCH ${path}/{id}`]: { path: { id }, body: { amount: '4.5', base: { amount: '5.0000' } } },
  [`DELETE ${path}/{id}`]: { path: { id } },
})
const onOrder = (id: number, body?: unknown): Example => ({
  path: { id },
  ...(body !== undefined && { body }),
})

/** By `METHOD path`. A call that takes nothing has none. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  'POST auth': { body: { username: 'office', password: 'harborvine' } },
  'POST auth/refresh': { body: { refresh: 'LCL6R6Jt' } },
  'POST auth/logout': { body: { refresh: 'Qm4Rk2Vn' } },
  'POST auth/proof': { body: { password: 'harborvine' } },
  'DELETE sessions/{id}': { path: { id: '019ad0c4-7000-7000-8000-0000000000b0' } },
  'POST auth/passkey': { body: { attempt: ATTEMPT, credential: SIGNED } },
  'POST auth/recoverycode': { body: { attempt: ATTEMPT, code: '7K2M-9QXC-4TPD' } },
  'POST auth/newpasskey': { body: { attempt: ATTEMPT, name: 'Office phone', credential: MADE } },
  'POST passkeys': { body: { attempt: ATTEMPT, name: 'Office phone', credential: MADE } },
  'DELETE passkeys/{id}': { path: { id: 'AbCdEf' } },
  'POST auth/oidc/finish': { body: { search: '?code=SplxlOBe&state=af0ifjsl' } },
  'POST auth/forgotpassword': { body: { username: 'office' } },
  'POST auth/newpassword': {
    body: {
      token: TOKEN,
      new_password: 'nine quiet herons',
      new_password_confirm: 'nine quiet herons',
    },
  },
  'POST auth/confirmaddress': { body: { token: TOKEN } },
  'POST auth/undochange': { body: { token: TOKEN } },

  'GET users': { query: { limit: 20 } },
  'POST users': {
    body: {
      username: 'maria',
      email: 'maria@harborgrill.example',
      first_name: 'Maria',
      last_name: 'Silva',
      is_staff: false,
      role_id: 32,
      company: COMPANY,
      company_location: [LOCATION],
      new_password: 'nine quiet herons',
      new_password_confirm: 'nine quiet herons',
    },
  },
  'GET users/{id}': { path: { id: BUYER } },
  'PATCH users/{id}': {
    path: { id: BUYER },
    body: { email_order_confirmation: false, base: { email_order_confirmation: true } },
  },
  'GET users/{id}/accountchanges': { path: { id: BUYER } },
  'GET users/{id}/access': { path: { id: BUYER } },
  'POST users/{id}/invitation': { path: { id: 33 } },
  'POST users/{id}/waitingaddress': { path: { id: BUYER } },
  'DELETE users/{id}/waitingaddress': { path: { id: BUYER } },
  'GET colleagues': { query: { no_page: 1 } },
  'GET companylocations': { query: { limit: 20 } },
  'POST companylocations': {
    body: {
      name: 'Harbor Grill Pier 4',
      phone_number: '201-555-0144',
      physical_address: { address_line1: '4 Pier Road', city: 'Jersey City', state: 'NJ', zip: '07302' },
      taxable: true,
      sales_tax_rate: '6.625',
      company_id: COMPANY,
    },
  },
  'GET companylocations/{id}': { path: { id: LOCATION } },
  'PATCH companylocations/{id}': {
    path: { id: LOCATION },
    body: { phone_number: '201-555-0177', base: { phone_number: '' } },
  },

  'GET orders': { query: { ...DAYS, ordering: '-delivery_date', limit: 20 } },
  'POST orders': {
    body: {
      customer: BUYER,
      company_location: LOCATION,
      submitted_date: '2026-11-25',
      created_date: '2026-11-25',
      delivery_date: '2026-11-27',
      total: '5.00',
      note: 'Ring at the back door',
      order_items: [{ product: UPC, unit_quantity: 2, case_quantity: 0 }],
    },
  },
  'GET orders/{id}': { path: { id: ORDER } },
  'PATCH orders/{id}': onOrder(ORDER, { delivery_date: '2026-11-28', note: 'Leave at the dock' }),
  'DELETE orders/{id}': { path: { id: 21707 } },
  'GET orders/{id}/audit': { path: { id: ORDER } },
  'POST orders/{id}/generateinvoice': onOrder(21703, { confirm_zero: false }),
  'POST orders/{id}/unlock': { path: { id: 21706 } },
  'GET orderitems': { query: { order: ORDER, no_page: 1 } },
  'POST orderitems': {
    body: { order: ORDER, product: '0614141000029', units_ordered: 3, admin_added: true },
  },
  'GET orderitems/{id}': { path: { id: ITEM } },
  'PATCH orderitems/{id}': { path: { id: ITEM }, body: { unit_quantity: 2, picked: true, scanned: true } },
  'DELETE orderitems/{id}': { path: { id: '019ad0c4-7000-7000-8000-000000000003' } },
  'GET ordersubitems': { query: { order: ORDER, no_page: 1 } },
  'POST ordersubitems': { body: { order_item: ITEM, unit_type: 'u', weight_lbs: '6.25', lot_code: 'L-7' } },
  'GET ordersubitems/{id}': { path: { id: PIECE } },
  'PATCH ordersubitems/{id}': { path: { id: PIECE }, body: { weight_lbs: '6.3' } },
  'DELETE ordersubitems/{id}': { path: { id: PIECE } },
  'GET orderitems/{id}/audit': { path: { id: ITEM } },
  'GET orderitems/others': { query: { order: ORDER } },
  'GET orderrequests': { query: { order: 21712 } },
  'POST orderrequests': { body: { order: 21712, kind: 'change', text: 'Two cases of lemons more, please.' } },
  'POST orderrequests/{id}/answer': { path: { id: 1 }, body: { answer: 'done', text: 'Added.' } },
  'POST mergeorders': { body: { base_order: 21701, orders_to_merge: [21702] } },
  'POST orderpricerefresh': { body: { order_ids: [ORDER] } },
  'POST orderpricerefresh/preview': { body: { order_ids: [ORDER] } },

  'GET products': { query: { search: 'penne', limit: 20 } },
  'GET products/{upc}': { path: { upc: UPC }, query: { substitution_detail: 1 } },
  'DELETE products/{upc}': { path: { upc: '0614141000043' } },
  'GET productedit': { query: { warehouse: 3, include_inactive: 1, limit: 20 } },
  'POST productedit': {
    body: {
      upc: '0614141000050',
      name: 'Penne Rigate 16 oz',
      item_code_id: 'D1155',
      warehouse_id: 3,
      unit_type: 'Unit / Case',
      unit_price: '3.00',
      case_price: '34.00',
      units_per_case: 12,
    },
  },
  'GET productedit/{upc}': { path: { upc: UPC } },
  'PATCH productedit/{upc}': {
    path: { upc: UPC },
    body: { unit_price: '2.75', bin: 'A-02-1', base: { unit_price: '2.50', bin: 'A-01-1' } },
  },
  'GET barcodealternates': { query: { limit: 20 } },
  'POST barcodealternates': { body: { barcode: '10614141000019', product: UPC } },
  'GET barcodealternates/{barcode}': { path: { barcode: '20614141000016' } },
  'DELETE barcodealternates/{barcode}': { path: { barcode: '20614141000016' } },
  'GET itemcodes': { query: { search: 'D11', limit: 20 } },
  'GET itemcodes/{code}': { path: { code: 'D1155' } },
  'PATCH itemcodes/{code}': { path: { code: 'D1155' }, body: { name: 'Penne' } },
  'GET recalledlots': { query: { no_page: 1 } },
  'POST recalledlots': { body: { product: UPC, lot_code: 'L-9', note: 'Swollen cans' } },
  'DELETE recalledlots/{id}': { path: { id: 1 } },
  ...fees('margintemplates', 5),
  ...fees('surchargetemplates', 6),
  'GET ledger': { query: { company_location: LOCATION, limit: 20 } },
  'GET pricehistory': { query: { product: UPC, limit: 20 } },

  'GET warehouses': { query: { no_page: 1 } },
  'POST warehouses': { body: [{ name: 'Freezer' }] },
  'PUT warehouses/{id}': { path: { id: 3 }, body: { name: 'Dry & Chill' } },
  'GET warehousesmaps': { query: { warehouse: 3 } },
  'POST warehousesmaps': { body: [{ warehouse: 3, category: 'Ext. Value', field: 'total' }] },
  'PUT warehousesmaps/{id}': {
    path: { id: 1 },
    body: { warehouse: 3, category: 'Extended', field: 'total' },
  },
  'GET receiptformats': { query: { no_page: 1 } },
  'GET receiptlineheaders': { query: { no_page: 1 } },
  'GET receiptlineunittypemappings': { query: { no_page: 1 } },
  'GET receipts': { query: { pricing_type: 'shelf', limit: 20 } },
  'POST receipts': {
    body: { description: 'Depot 25 November', total: '75.00', warehouse: 3, pricing_type: 's' },
  },
  'DELETE receipts/{id}': { path: { id: 8 } },
  'GET receiptlines': { query: { receipt: 7, product_info: 1, no_page: 1 } },
  'POST receiptlines': {
    body: [{ receipt: 7, line: 2, product: UPC, quantity: '12', unit_type: 'U', total: '27.00' }],
  },
  'POST receiptdifferenceresult': {
    body: {
      order_ids: [ORDER],
      receipt_ids: [7],
      use_current_pricing: false,
      price_margin: 0.05,
      show_pricing_differences: true,
    },
  },
  'GET rdinvoicesummaries': { query: { ...DAYS, limit: 20 } },
  'POST convertrdinvoice': {
    body: [{ purchaseDate: '2026-11-24', branch: '104', receiptNumber: '88120', description: 'Depot 88120' }],
  },
  'GET reports/export-purchases-by-order': { query: { company_location: LOCATION, ...DAYS } },
  'GET reports/export-aggregated-purchases': { query: { company_location: LOCATION, ...DAYS } },
  'GET reports/preview': { query: { report: 'purchase', company_location: LOCATION, ...DAYS } },

  'GET invoicesummaries': { query: { open: 1, limit: 20 } },
  'GET invoices': { query: { ...DAYS, limit: 20 } },
  'GET orders/{id}/invoice': { path: { id: INVOICED } },
  'PATCH orders/{id}/invoice': onOrder(INVOICED, { refrigerated_delivery_fee: '15.00', late_fee: '0.00' }),
  'POST orders/{id}/invoice/itemoverride': onOrder(INVOICED, {
    order_items: [
      { id: INVOICED_ITEM, invoice_override_unit_price: '2.25', invoice_override_case_price: null },
    ],
  }),
  'POST orders/{id}/invoice/credit': onOrder(INVOICED, {
    item: INVOICED_ITEM,
    amount: '1.00',
    reason: 'Spoilt',
  }),
  'GET orders/{id}/invoice/credits': { path: { id: INVOICED } },
  'POST orders/{id}/invoice/credits/{credit}/reverse': { path: { id: INVOICED, credit: 1 } },
  'GET waitingcredits': { query: { order: INVOICED } },
  'GET orders/{id}/invoice/history': { path: { id: INVOICED } },
  'GET orders/{id}/invoice/revisions/{revision}': { path: { id: INVOICED, revision: 1 } },
  'GET changedexports': { query: { start_date: '2026-11-23', end_date: '2026-11-23' } },
  'GET orders/{id}/invoice/downloadexport': { path: { id: INVOICED } },
  'POST orders/{id}/invoice/quickbooks': onOrder(INVOICED, { again: true }),
  'POST orders/{id}/invoice/email': onOrder(INVOICED, {
    file: '%PDF-1.7 …',
    to_email: 'maria@harborgrill.example',
    'additional_emails[0]': 'books@harborgrill.example',
    note: 'Thank you.',
  }),
  'POST orders/{id}/invoice/setpayable': { path: { id: INVOICED } },
  'POST orders/{id}/invoice/setpaidexternally': onOrder(INVOICED, {
    amount: '60.00',
    day: '2026-11-20',
    way: 'check',
    note: 'Check 1041',
  }),
  'POST orders/{id}/invoice/holdpayments': onOrder(PAID_IN_PART, { note: 'For the next order' }),
  'POST orders/{id}/invoice/openagain': onOrder(REFUNDED, { note: 'Refunded: the wrong customer paid' }),
  'POST orders/{id}/invoice/setnotpaidexternally': { path: { id: INVOICED } },
  'POST orders/{id}/invoice/setnotpayable': { path: { id: INVOICED } },
  'GET orders/{id}/invoice/paymentpreview': { path: { id: PAYABLE } },
  'POST orders/{id}/invoice/payment': onOrder(PAYABLE, { payment_method: 'card' }),
  'POST orders/{id}/invoice/payment/withoutfee': onOrder(PAYABLE, {
    confirmation_token: 'ctoken_debit_1SbQk2',
  }),
  'POST orders/{id}/invoice/refreshpayment': { path: { id: PAYABLE } },
  'POST orders/{id}/invoice/cancelpayment': { path: { id: PAYABLE } },
  'GET orders/{id}/invoice/paymentdetails': { path: { id: PAYABLE } },
  'GET reconciliation': { query: { start_date: '2026-11-20', end_date: '2026-11-23' } },
  'POST heldpayments/{id}/apply': {
    path: { id: '019ad0c4-7000-7000-8000-0000000000c0' },
    body: { order: 21709, note: 'The bank cut its fee' },
  },
  'POST heldpayments/{id}/refunded': {
    path: { id: '019ad0c4-7000-7000-8000-0000000000c1' },
    body: { note: 'Paid back in Stripe' },
  },

  'GET mails': { query: { search: 'invoice', ordering: '-created_at', limit: 20 } },
  'GET mails/{id}': { path: { id: '019ad0c4-7000-7000-8000-0000000000d0' } },
  'POST mails/{id}/send': { path: { id: '019ad0c4-7000-7000-8000-0000000000d0' }, body: { again: false } },
  'POST mails/{id}/drop': { path: { id: '019ad0c4-7000-7000-8000-0000000000d1' } },

  'GET orderlists': { query: { visible: 1, company_location_id: LOCATION } },
  'POST orderlists': {
    body: {
      company_location: LOCATION,
      public_name: 'Kitchen',
      categories: [{ category_name: 'Pantry', rows: [{ product_id: UPC }] }],
    },
  },
  'GET orderlistprices': { query: { order_list: 9, company_location: LOCATION } },
  'GET orderlists/{id}': { path: { id: 9 } },
  'PATCH orderlists/{id}': {
    path: { id: 9 },
    body: { public_name: 'Bar', base: { public_name: 'Kitchen' } },
  },
  'POST orderlists/{id}/addproduct': {
    path: { id: 9 },
    body: { upc: '0614141000029', category_name: 'Pantry', place: 0 },
  },
  'POST orderlists/{id}/removeproduct': { path: { id: 9 }, body: { upc: UPC, category_name: 'Pantry' } },

  'GET usualorders': { query: { company_id: COMPANY } },
  'GET sharedcartitems': { query: { company_location_id: LOCATION } },
  'POST sharedcartitems': { body: { upc: UPC, company_location: LOCATION, unit_quantity: 2 } },
  'PATCH sharedcartitems/{id}': { path: { id: '42-0614141000012' }, body: { unit_quantity: 4 } },
  'DELETE sharedcartitems/{id}': { path: { id: '42-0614141000012' } },
  'POST sharedcartclear': { body: { company_location_id: LOCATION } },

  'POST sync/push': {
    body: {
      device_id: 'order-desk-1',
      mutations: [
        {
          mutation_id: '019ad0c4-7000-7000-8000-0000000000e0',
          device_id: 'order-desk-1',
          user_id: 31,
          entity: 'orderitems',
          entity_id: ITEM,
          order: ORDER,
          call: { method: 'PATCH', path: `/api/orderitems/${ITEM}/`, body: { unit_quantity: 3 } },
          base: { version: null, values: { unit_quantity: 2 } },
          adds: { unit_quantity: 1 },
          raw_scan: UPC,
          seq: 1,
          created_at: '2026-11-25T14:05:00Z',
          schema_version: MUTATION_SCHEMA_VERSION,
        },
      ],
    },
  },
  'POST sync/digests': { body: { cursor: '', tables: {} } },
  'GET sync/changes': { query: { limit: 500 } },
  'GET search': { query: { q: 'harbor' } },
  'GET figures': { query: { ...DAYS } },
  'GET figures/summary': { query: { ...DAYS } },
  'GET companylocations/{id}/glance': { path: { id: LOCATION } },
  'PATCH settings/{name}': { path: { name: 'cutoff' }, body: { value: '17:00' } },
  'GET devices': { query: { limit: 20 } },
  'PATCH devices/{id}': {
    path: { id: 'cold-room-handheld' },
    body: { name: 'Cold room 3' },
  },
  'GET securityevents': { query: { kind: 'price', limit: 20 } },
}

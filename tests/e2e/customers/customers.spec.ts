/** The customers list and a customer's form. Each test makes the customer that it changes. */
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { callApi, DESK, expect, shared as test, type Server } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const ADDRESS = { address_line1: '1 Dock St', address_line2: '', city: 'Bayonne', state: 'NJ', zip: '07002' }

/** A customer of this test alone. */
async function makeCustomer(server: Server, over: object = {}): Promise<{ id: number; name: string }> {
  const name = `Quay ${crypto.randomUUID().slice(0, 8)}`
  const { status, body } = await callApi(server, 'admin', 'POST', 'companylocations/', {
    name,
    physical_address: ADDRESS,
    ...over,
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body as { id: number; name: string }
}

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`)
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()

/** Every call of customers' locations that this page makes and that is no reading. */
function saves(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/api\/companylocations\b/.test(request.url())) sent.push(request)
  })
  return sent
}
const calls = (sent: Request[]) =>
  sent.map((request) => `${request.method()} ${new URL(request.url()).pathname.slice(5)}`)

test('C005 C020 C074 C075 C076 C077 C285 the customers list leads to each customer, and to a new one', async ({
  as,
  sharedServer,
}) => {
  const { id, name } = await makeCustomer(sharedServer)
  const page = await as('office', DESK)
  const listed = page.waitForRequest((request) => request.url().endsWith('/api/companylocations?no_page=1'))
  await page.goto('/customers')
  await listed
  await expect(page.getByRole('columnheader')).toHaveText(['Customer ID', 'Customer Location'])
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('1 Dock St, Bayonne, NJ 07002')
  await expect(page.getByRole('button', { name: /delete|remove/i })).toHaveCount(0)
  await expectAccessible(page, 'customers')
  await row.getByRole('link', { name: `Customer ${id}, ${name}` }).click()
  await expect(page).toHaveURL(`/customer/${id}`)
  await expect(field(page, 'name')).toHaveValue(name)
  const tabs = page.getByRole('navigation', { name: 'Customer pages' }).getByRole('link')
  await expect(tabs).toHaveText(['Customer Location', 'Order Lists', 'Fees'])
  for (const [label, path, heading] of [
    ['Order Lists', `/customer/${id}/orderlists`, 'Order Lists'],
    ['Fees', `/customer/${id}/fees`, `Edit/Add ${name} Fees`],
    ['Customer Location', `/customer/${id}`, 'Customer Location'],
  ] as const) {
    await tabs.filter({ hasText: label }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Add Customer' }).click()
  await expect(page).toHaveURL('/customer/add')
})

test('C004 C179 C236 C237 C238 C239 C240 C287 C346 C350 a customer is added: told at the field, confirmed, refused, saved', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const sent = saves(page)
  await page.goto('/customer/add')
  for (const name of ['name', 'phone_number', 'sales_tax_rate', 'physical_address.city', 'cc_addresses.0'])
    await expect(field(page, name)).toHaveValue('')
  await press(page, 'Save')
  await expect(field(page, 'name')).toBeFocused()
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true')

  const name = `Pier ${crypto.randomUUID().slice(0, 8)}`
  await field(page, 'name').fill(name)
  for (const of of ['physical_address', 'billing_address']) {
    await field(page, `${of}.state`).pressSequentially('NYC')
    await expect(field(page, `${of}.state`)).toHaveValue('NY')
  }
  await field(page, 'sales_tax_rate').pressSequentially('8a.8b75')
  await expect(field(page, 'sales_tax_rate')).toHaveValue('8.875')
  await field(page, 'on_time_payment_discount_amount').fill('16')
  await field(page, 'on_time_payment_days_threshold').fill('-1')
  await press(page, 'Save')
  await expect(page.getByText('0 to 15, please.')).toBeVisible()
  await expect(page.getByText('0 to 60 whole days, please.')).toBeVisible()
  await field(page, 'on_time_payment_discount_amount').fill('15')
  await field(page, 'on_time_payment_days_threshold').fill('60')
  await expect(page.getByRole('textbox', { name: /^CC address/ })).toHaveCount(4)
  for (const n of [0, 1, 3]) await field(page, `cc_addresses.${n}`).fill(`copy${n}@pier.example`)

  await page.route('**/api/companylocations/', (route) =>
    route.fulfill({ status: 400, json: { message: 'no', name: ['bad'] } }),
  )
  await press(page, 'Save')
  await expect(dialog(page)).toContainText(`Add customer ${name}?`)
  expect(sent).toHaveLength(0)
  await inDialog(page, 'Confirm')
  const alert = dialog(page).getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText(
    'There was an error while saving the customer information',
  )
  await expect(alert.locator('p')).toHaveText('{"message":"no","name":["bad"]}')
  await inDialog(page, 'Continue')
  await expect(field(page, 'name')).toBeFocused()

  await page.unroute('**/api/companylocations/')
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The customer has been saved.')).toBeVisible()
  await expect.poll(() => calls(sent)).toEqual(['POST companylocations/', 'POST companylocations/'])
  expect(sent[1]!.postDataJSON()).toMatchObject({
    name,
    sales_tax_rate: '8.875',
    cc_addresses: ['copy0@pier.example', 'copy1@pier.example', 'copy3@pier.example'],
  })
  await inDialog(page, 'Close')
  await expect(page).toHaveURL('/customers')
})

test('C005 C078 C156 C157 C158 C159 C286 C386 a customer is changed and opened again; cancelled, nothing is', async ({
  as,
  sharedServer,
}) => {
  const { id, name } = await makeCustomer(sharedServer)
  const company = await makeCustomer(sharedServer)
  const [{ company_id } = { company_id: 0 }] = await sharedServer.query<{ company_id: number }>(
    'select company_id from company_locations where id = $1',
    [company.id],
  )
  const page = await as('office', DESK)
  const sent = saves(page)
  await page.goto(`/customer/${id}`)
  await field(page, 'phone_number').fill('1')
  await press(page, 'Cancel')
  await expect(page).toHaveURL('/customers')
  expect(sent).toEqual([])

  await page.goto(`/customer/${id}`)
  await expect(field(page, 'phone_number')).toHaveValue('')
  await expect(page.getByText('On labels and lists:')).toContainText('1 Dock St, Bayonne, NJ 07002')
  const texts = {
    name: `${name} II`,
    company_id: String(company_id),
    phone_number: '(201) 555-0123',
    qb_mapping: 'QUAY',
    internal_notes: 'Ring twice.',
    sales_tax_rate: '6.625',
    refrigerated_delivery_fee: '12.50',
    late_order_fee: '25.00',
    credit_card_charge_fee: '2.9',
    on_time_payment_discount_amount: '2',
    on_time_payment_days_threshold: '10',
    'physical_address.address_line1': '2 Dock St',
    'physical_address.address_line2': 'Rear',
    'physical_address.city': 'Hoboken',
    'physical_address.state': 'NY',
    'physical_address.zip': '07030',
    'billing_address.address_line1': 'PO Box 4',
    'billing_address.address_line2': 'Care of Ann',
    'billing_address.city': 'Newark',
    'billing_address.state': 'NJ',
    'billing_address.zip': '07105',
    'cc_addresses.0': 'a@quay.example',
  }
  for (const [at, text] of Object.entries(texts)) await field(page, at).fill(text)
  const flags = ['fuel_surcharge', 'lot_tracking_enabled', 'payments_enabled', 'units_quickbooks_mappings']
  for (const flag of flags) await field(page, flag).check()
  await field(page, 'taxable').uncheck()
  await page.reload()
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()
  await expectAccessible(page, 'customer form', 'form')
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The customer has been saved.')).toBeVisible()
  await inDialog(page, 'Close')
  await expect(page).toHaveURL('/customers')
  await expect.poll(() => calls(sent)).toEqual([`PATCH companylocations/${id}`])

  await page.goto(`/customer/${id}`)
  for (const [at, text] of Object.entries(texts)) await expect(field(page, at)).toHaveValue(text)
  for (const flag of flags) await expect(field(page, flag)).toBeChecked()
  await expect(field(page, 'taxable')).not.toBeChecked()
  await expect(page.getByText('On labels and lists:')).toContainText('2 Dock St, Rear, Hoboken, NY 07030')
})

/** A customer's form in a browser, reloaded with what was typed, and the customers list. What they say: tests/screens. */
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { callApi, DESK, expect, shared as test, type Server } from '../larder.ts'

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

test('C078 C156 C157 C158 C159 C286 C386 a customer is changed and opened again; Cancel changes nothing', async ({
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
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('1 Dock St, Bayonne, NJ 07002')
  await expectAccessible(page, 'customers')

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
  // What is no number is not taken.
  await field(page, 'sales_tax_rate').fill('')
  await field(page, 'sales_tax_rate').pressSequentially('6a.6b25')
  await expect(field(page, 'sales_tax_rate')).toHaveValue('6.625')
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

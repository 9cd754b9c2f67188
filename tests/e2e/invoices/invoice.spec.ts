/** The invoice page: what it shows, its prices and fees edited, made again, mailed and printed. The invoice is this file's own. */
import type { Page, Request } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { MailRow } from '#contract/mails/schema.ts'
import { readPdf, textsOf } from '#src/documents/testing/pdf.ts'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, keepWholeApp, shared as test, signIn } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const ID = 5
const INVOICE = {
  order_id: ID,
  order_delivery_date: '2026-11-20',
  company_location_name: 'Pier 40',
  bill_to_address: '1 Bill Street, Hoboken, NJ 07030',
  ship_to_address: '2 Ship Street, Newark, NJ 07105',
  customer: { username: 'ann', email: 'ann@example.com' },
  items: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      item_code: 'M1055',
      name: 'Outside Skirt',
      unit_quantity: 2,
      case_quantity: 0,
      unit_price: 2.5,
      case_price: 0,
      total: 31.25,
      taxable: false,
      weighable: true,
      subitem_weights: { u: [6.25, 6.25], c: [] },
      subitem_lot_codes: { u: ['L-7'], c: [] },
      catch_weight_lbs: 12.5,
      surcharges: [{ id: 1, name: 'Cutting', quantity: 2, unit_price: '0.75', total: '1.50' }],
    },
    {
      id: '01900000-0000-7000-8000-000000000002',
      item_code: 'D1155',
      name: 'Penne',
      unit_quantity: 2,
      case_quantity: 1,
      unit_price: '3.00',
      case_price: '10.00',
      total: '16.00',
      taxable: true,
      weighable: false,
      units_per_case: 12,
      display_units_per_case_on_invoice: true,
      subitem_weights: { u: [], c: [] },
      subitem_lot_codes: { u: [], c: ['C-9'] },
      surcharges: [],
    },
  ],
  weighed: [
    {
      item: '01900000-0000-7000-8000-000000000001',
      unit_type: 'u',
      weight_lbs: '6.25',
      lot_code: 'L-7',
      weighed_at: '2026-11-20T03:05:00Z',
    },
  ],
  subtotal: '48.75',
  credit_card_fee: '1.01',
  refrigerated_delivery_fee: '2.02',
  late_fee: '3.03',
  fuel_surcharge: '7.07',
  tax_total: '4.04',
  grand_total: '65.92',
  paid_status: '',
  payable: false,
  company_location_cc_addresses: null,
}

const QUEUED: MailRow = {
  id: '01980000-0000-7000-8000-000000000001',
  kind: 'invoice',
  order: ID,
  to: 'ann@example.com',
  cc: [],
  subject: 'Friday',
  state: 'waiting',
  is_sending: false,
  server_said: '',
  tries: 0,
  created_at: '2026-11-02T14:05:00.000Z',
  created_by: 'office',
  settled_at: null,
  settled_by: null,
  attachment: null,
}

/** Answers the invoice's own reading with this, and keeps every call about it, that for its credits apart, as `METHOD rest`. */
async function answerWith(
  page: Page,
  answer: () => { status?: number; json: unknown } = () => ({ json: INVOICE }),
) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/api/orders/${ID}/`) && !pathname.endsWith('/credits'))
      calls.push(`${request.method()} ${pathname.split('/').slice(4).join('/')}`)
  })
  await page.route(`**/api/orders/${ID}/invoice`, (route) =>
    route.request().method() === 'GET' ? route.fulfill(answer()) : route.fallback(),
  )
  return calls
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const paper = (page: Page) => page.getByRole('region', { name: `Invoice of order ${ID}` })
const sum = (page: Page, label: string) =>
  paper(page)
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
const row = (page: Page, name: string) => paper(page).getByRole('row').filter({ hasText: name })
const price = (page: Page, label: string) => page.getByRole('spinbutton', { name: label, exact: true })
const open = async (page: Page, rest = '') => {
  await page.goto(`/order/${ID}/invoice${rest}`)
  await expect(paper(page)).toBeVisible()
}

test('B002 B031 B032 B035 B036 B037 B038 B039 B040 B041 B042 B043 B088 B091 B092 B194 B195 B196 B197 B201 B214 a customer reads what an invoice charges, and keeps it', async ({
  as,
}) => {
  const page = await as('chef', DESK)
  const paths = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') paths.add(new URL(request.url()).pathname)
  })
  const calls = await answerWith(page)
  await open(page)
  await expect.poll(() => calls).toEqual(['GET invoice'])
  await expect(page.locator('address')).toContainText('Harbor & Vine Provisions')
  for (const [title, address] of [
    ['Bill to', INVOICE.bill_to_address],
    ['Ship to', INVOICE.ship_to_address],
  ] as const)
    await expect(
      page
        .locator('div')
        .filter({ has: page.getByRole('heading', { name: title }) })
        .last(),
    ).toContainText(address)
  const skirt = row(page, 'Outside Skirt')
  for (const text of [
    'M1055',
    '2.50 / lb',
    '31.25',
    '12.50 lbs',
    'Unit weights 6.25, 6.25 lbs',
    'Unit lots L-7',
  ])
    await expect(skirt).toContainText(text)
  const penne = row(page, 'Penne')
  await expect(penne.getByRole('cell')).toHaveText([
    'D1155',
    /^Penne12 per caseCase lots C-9$/,
    '2',
    '1',
    '',
    '3.00',
    '10.00',
    '16.00T',
  ])
  await expect(penne).not.toContainText('lb')
  await expect(skirt.getByTitle('taxable')).toHaveCount(0)
  await expect(row(page, 'Cutting').getByRole('cell')).toHaveText([
    '',
    'Cutting',
    '2',
    '',
    '',
    '0.75',
    '',
    '1.50',
  ])
  for (const [label, amount] of [
    ['Subtotal', '48.75'],
    ['Credit card fee', '1.01'],
    ['Refrigerated delivery fee', '2.02'],
    ['Late fee', '3.03'],
    ['Fuel surcharge', '7.07'],
    ['Tax', '4.04'],
    ['Grand total', '65.92'],
  ] as const)
    await expect(sum(page, label)).toHaveText(amount)
  await expect(paper(page)).toContainText(/1\.5% per month or the legal maximum/)
  const weighed = page.getByText('Weigh ticket of invoice #5')
  await expect(row(page, 'Unit 1')).toBeHidden()
  await weighed.click()
  await expect(row(page, 'Unit 1').getByRole('cell')).toHaveText([
    'M1055',
    'Outside Skirt',
    'Unit 1',
    '6.25 lbs',
    'L-7',
    '11/19/2026 22:05',
  ])
  await weighed.click()
  for (const name of ['Share by email', 'Edit overrides', 'Regenerate'])
    await expect(button(page, name)).toHaveCount(0)
  await expectAccessible(page, 'invoice', 'main')

  await page.route('**/invoice/downloadexport', (route) =>
    route.fulfill({ contentType: 'text/csv', body: 'a,"é"\r\n1,2\r\n' }),
  )
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()])
  expect(file.suggestedFilename()).toBe(`Invoice #${ID} ann.csv`)
  expect(await readFile(await file.path(), 'utf8')).toBe('a,"é"\r\n1,2\r\n')
  await expect.poll(() => calls).toEqual(['GET invoice', 'GET invoice/downloadexport'])
  expect([...paths].filter((path) => !path.startsWith('/api/'))).toEqual([])
  expect(paths.size).toBeGreaterThan(1)

  await button(page, 'PDF preview').click()
  await expect(page.getByTitle(`PDF of invoice #${ID}`)).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  // pdfmake is a worker's alone.
  expect(page.workers().filter((worker) => worker.url().includes('pdf.worker'))).toHaveLength(1)
  const [kept] = await Promise.all([page.waitForEvent('download'), inDialog(page, 'Download').click()])
  expect(kept.suggestedFilename()).toBe(`Invoice #${ID} ann.pdf`)
  const [sheet, weights, ...more] = await readPdf(await readFile(await kept.path()))
  expect(more).toEqual([])
  expect(textsOf(weights!)).toContainEqual([
    'M1055',
    'Outside Skirt',
    'Unit 1',
    '6.25 lbs',
    'L-7',
    '11/19/2026 22:05',
  ])
  const said = textsOf(sheet!)
  for (const row of [
    ['M1055', 'Outside Skirt', '2', '12.50 lbs', '2.50 / lb', '31.25'],
    ['D1155', 'Penne', '2', '1', '3.00', '10.00', '16.00', 'T'],
    ['Grand total', '65.92'],
  ])
    expect(said).toContainEqual(row)
  await page.keyboard.press('Escape')
  await button(page, 'Back').click()
  await expect(page).toHaveURL(`/order/${ID}`)
})

test('B120 B122 B123 B125 B126 B128 B168 B169 B170 B218 B219 B220 B249 B250 the office sets prices and fees over its own', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const calls = await answerWith(page)
  const sent: unknown[] = []
  let refuse = true
  const take = (request: Request) => {
    sent.push(request.postDataJSON())
    return refuse ? { status: 500, json: { message: 'The disk is full.' } } : { json: INVOICE }
  }
  await page.route('**/invoice/itemoverride', (route) => route.fulfill(take(route.request())))
  await page.route(`**/api/orders/${ID}/invoice`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(take(route.request())) : route.fallback(),
  )
  await open(page)
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
  await button(page, 'Edit overrides').click()
  const unit = price(page, 'Unit price of Penne')
  await expect(unit).toHaveAttribute('step', '0.01')
  await expect(price(page, 'Total of Penne')).toBeDisabled()
  await expect(price(page, 'Total of Outside Skirt')).toBeEnabled()
  await unit.fill('4.00')
  await expect(price(page, 'Total of Penne')).toHaveValue('18.00')
  await button(page, 'Reset unit price of penne').click()
  await expect(unit).toHaveValue('3.00')
  await price(page, 'Total of Outside Skirt').fill('50')
  await expect(price(page, 'Unit price of Outside Skirt')).toHaveValue('4.00')
  // 50.00 + 1.50 + 16.00 + 1.01 + 2.02 + 3.03 + 4.04
  await expect(sum(page, 'Total with overrides')).toHaveText('77.60')
  await expect(sum(page, 'Grand total')).toHaveText('84.67')

  // Discard brings back what stood there; reset shows the originals; neither calls.
  await button(page, 'Save or discard').click()
  await inDialog(page, 'Discard').click()
  await expect(price(page, 'Unit price of Outside Skirt')).toHaveValue('2.50')
  await unit.fill('4.00')
  await button(page, 'Save or discard').click()
  await inDialog(page, 'Reset all to original prices').click()
  await expect(unit).toHaveValue('3.00')
  await expect.poll(() => calls).toEqual(['GET invoice'])

  // Leaving asks, and refusing stays with what was typed.
  await unit.fill('4.00')
  await price(page, 'Late fee').fill('3.50')
  await button(page, 'Stop editing').click()
  await expect(dialog(page)).toContainText('You have unsaved changes. Save and continue?')
  await inDialog(page, 'Keep editing').click()
  await expect(unit).toHaveValue('4.00')

  // What fails stays on the page, under its heading.
  await button(page, 'Save or discard').click()
  await inDialog(page, 'Save').click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('There was an error while saving the price overrides')
  await expect(problem).toContainText('The disk is full.')
  await expect(unit).toHaveValue('4.00')
  await expect(price(page, 'Late fee')).toHaveValue('3.50')
  refuse = false
  await button(page, 'Stop editing').click()
  await inDialog(page, 'Save and continue').click()
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
  const override = {
    order_items: [
      { id: INVOICE.items[1]!.id, invoice_override_unit_price: '4.00', invoice_override_case_price: null },
    ],
    surcharge_items: [],
  }
  await expect.poll(() => sent).toEqual([override, override, { late_fee: '3.50' }])
  await expect
    .poll(() => calls)
    .toEqual([
      'GET invoice',
      'POST invoice/itemoverride',
      'POST invoice/itemoverride',
      'PATCH invoice',
      'GET invoice',
    ])
  // Nothing typed: off at once.
  await button(page, 'Edit overrides').click()
  await button(page, 'Stop editing').click()
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
})

test('B034 B044 B045 B133 B134 B217 B248 B284 an invoice is made again, printed, and says why it cannot be read', async ({
  as,
}) => {
  const page = await as('office', DESK)
  let answer: { status?: number; json: unknown } = { json: { ...INVOICE, paid_status: 'p' } }
  const calls = await answerWith(page, () => answer)
  for (const paid_status of ['p', 'pe']) {
    answer = { json: { ...INVOICE, paid_status } }
    await open(page)
    for (const name of ['Edit overrides', 'Regenerate']) await expect(button(page, name)).toHaveCount(0)
  }
  answer = { json: INVOICE }
  await open(page)
  await expect(button(page, 'Edit overrides')).toBeVisible()
  calls.length = 0
  let generated = { status: 500, json: { message: 'No luck.' } }
  const bodies: unknown[] = []
  await page.route(`**/api/orders/${ID}/generateinvoice`, (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill(generated)
  })
  await button(page, 'Regenerate').click()
  expect((await dialog(page).boundingBox())?.width).toBe(400)
  await inDialog(page, 'Cancel').click()
  expect(calls).toEqual([])
  await button(page, 'Regenerate').click()
  await inDialog(page, 'Confirm').click()
  await expect(dialog(page)).toContainText('There was an error while generating the invoice')
  await expect(dialog(page)).toContainText('No luck.')
  await inDialog(page, 'Continue').click()
  generated = { status: 200, json: { message: '' } }
  await button(page, 'Regenerate').click()
  await inDialog(page, 'Confirm').click()
  await expect(dialog(page).getByRole('status')).toHaveText('The invoice has been generated.')
  await inDialog(page, 'Close').last().click()
  await expect.poll(() => bodies).toEqual([{ force_regenerate: true }, { force_regenerate: true }])
  await expect.poll(() => calls).toEqual(['POST generateinvoice', 'POST generateinvoice', 'GET invoice'])

  await open(page, '/print')
  await expect(paper(page)).toContainText('1.5% per month')
  // On paper there is nothing to press.
  await expect(row(page, 'Unit 1')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  for (const name of ['Edit overrides', 'Regenerate', 'Share by email'])
    await expect(button(page, name)).toHaveCount(0)
  // Of a dark screen too it is dark on white, and its own heading is the only one.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(paper(page).getByText('1.5% per month')).toHaveCSS('color', 'rgb(74, 82, 90)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  answer = { status: 500, json: { message: 'boom' } }
  await page.goto(`/order/${ID}/invoice`)
  // Beside the invoice as it was last seen here, it interrupts nobody.
  const trouble = page.getByRole('status').filter({ hasText: 'There was an issue' })
  await expect(trouble).toContainText(
    `There was an issue trying to get the invoice information for Order ${ID}.`,
  )
  await expect(trouble).toContainText('boom')
})

test('B033 B162 B163 B164 B165 B166 B167 B215 B216 B242 C341 the office shares an invoice by mail', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const calls = await answerWith(page)
  const mails: string[] = []
  const keys: (string | undefined)[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/invoice/email', async (route) => {
    mails.push(route.request().postDataBuffer()?.toString('latin1') ?? '')
    keys.push(route.request().headers()['idempotency-key'])
    if (mails.length > 2) return route.fulfill({ status: 202, json: QUEUED })
    await held
    return route.fulfill({ status: 502, json: { message: 'The mail server is away.' } })
  })
  await open(page)
  await button(page, 'Share by email').click()
  const to = dialog(page).getByLabel('To', { exact: true })
  const copy = dialog(page).getByLabel('CC', { exact: true })
  await expect(to).toHaveValue('ann@example.com')
  for (const wrong of ['a@b', 'ab.c', '@.']) {
    await to.fill(wrong)
    await expect(inDialog(page, 'Send')).toBeDisabled()
    await copy.fill(wrong)
    await expect(inDialog(page, 'Add CC')).toBeDisabled()
  }
  await to.fill('ann@example.com')
  await copy.fill('x@y.z')
  await inDialog(page, 'Add CC').click()
  await inDialog(page, 'Remove x@y.z').click()
  await expect(inDialog(page, 'Remove x@y.z')).toHaveCount(0)
  await inDialog(page, 'Send').click()
  await expect(dialog(page).getByRole('status')).toHaveText('Sending …')
  await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(1)
  release()
  await expect(dialog(page).getByRole('alert')).toContainText('The mail server is away.')
  const names = (mail: string) => [...mail.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)
  expect(names(mails[0]!).filter((name) => !name?.endsWith('.pdf'))).toEqual(['file', 'to_email'])
  await expect.poll(() => mails[0]).toContain('\r\n\r\n%PDF')
  await inDialog(page, 'Send').click()
  await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(2)
  await expect(dialog(page).getByRole('alert')).toContainText('The mail server is away.')

  for (const n of [1, 2, 3, 4]) {
    await copy.fill(`c${n}@example.com`)
    await inDialog(page, 'Add CC').click()
  }
  await copy.fill('fifth@example.com')
  await expect(inDialog(page, 'Add CC')).toBeDisabled()
  await dialog(page).getByLabel('Subject').fill('Friday')
  await dialog(page).getByLabel('Note').fill('!')
  await inDialog(page, 'Send').click()
  await expect(dialog(page).getByRole('status')).toContainText(
    'The invoice is on its way to ann@example.com',
    {
      timeout: 30_000,
    },
  )
  // The same mail once more has the same key, another one another.
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(keys[0]!)])
  const mail = mails[2]!
  for (const n of [0, 1, 2, 3])
    expect(mail).toContain(`name="additional_emails[${n}]"\r\n\r\nc${n + 1}@example.com\r\n`)
  expect(mail).toContain('name="custom_subject"\r\n\r\nFriday\r\n')
  expect(mail).toContain('name="note"\r\n\r\n!\r\n')
  await inDialog(page, 'Close').last().click()

  await button(page, 'Share by email').click()
  calls.length = 0
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    inDialog(page, 'Download').click(),
  ])
  expect(file.suggestedFilename()).toBe(`Invoice #${ID} ann.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect.poll(() => calls).toEqual(['GET invoice'])
})

test('readings: an invoice that was opened stays readable without the server, with its date and as a PDF', async ({
  fresh,
  sharedServer,
}) => {
  const [{ id } = { id: 0 }] = await sharedServer.query<{ id: number }>(
    'select order_id as id from invoices order by grand_total desc limit 1',
  )
  const page = await fresh({ serviceWorker: true })
  await page.setViewportSize(DESK)
  await signIn(page, 'office')
  await page.goto(`/order/${id}/invoice`)
  const invoice = page.getByRole('region', { name: `Invoice of order ${id}` })
  await expect(invoice).toBeVisible()
  const total = await invoice.locator('[data-grand] dd').textContent()
  await keepWholeApp(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/as it was last seen, \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await expect(invoice.locator('[data-grand] dd')).toHaveText(total!)
  await expect(button(page, 'Download CSV')).toBeDisabled()
  await button(page, 'PDF preview').click()
  await expect(page.getByTitle(`PDF of invoice #${id}`)).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  const [kept] = await Promise.all([page.waitForEvent('download'), inDialog(page, 'Download').click()])
  const sheets = await readPdf(await readFile(await kept.path()))
  expect(sheets.flatMap(textsOf)).toContainEqual(['Grand total', total])
})

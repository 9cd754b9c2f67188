/** What a scanned code means: found, linked, swapped, doubted, or not known. */
import type { Page } from '@playwright/test'
import { callApi, expect, readDevice, SENT, shared as test, wedge } from '../larder.ts'
import {
  action,
  button,
  card,
  current,
  floorOrder,
  openLine,
  openLines,
  orderedAtLeast,
  PLAIN,
  saveNow,
  storedLine,
  storedPieces,
  takeLine,
  type FloorLine,
} from '../floor.ts'
import { openScan } from '../picking.ts'

test.describe.configure({ mode: 'default' })

const RESCAN = 'Please re-scan'
const OR_LINK = 'Please re-scan or link this barcode to a product included in the scanning list...'
const OUTSIDE = 'There are no items in the order with the scanned barcode.'
const text = (page: Page, words: string) => page.getByText(words, { exact: true })
const MANY = orderedAtLeast(2)

const expectCounted = async (page: Page, line: FloorLine, pieces: number) => {
  await expect(current(page).getByRole('heading')).toHaveText(line.name)
  await expect(card(page, line)).toContainText(`${pieces} of ${line.pieces}`)
}

test('A224 A225 A226 a scan finds its item whole, without its last digit, and without its first too', async ({
  as,
  sharedServer,
}) => {
  const where = `${MANY} and length(p.upc) = 12`
  const take = () => takeLine(sharedServer, where)
  const ways: [line: FloorLine, scanned: (upc: string) => string][] = [
    [await take(), (upc) => upc],
    [await take(), (upc) => `${upc}5`],
    [await take(), (upc) => `7${upc}5`],
  ]
  const page = await as('picker')
  await openLines(page, ways[0]![0], ways[1]![0], ways[2]![0])
  for (const [line, scanned] of ways) {
    // The focus that a title or a card has is none of a scanner's business.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await expect(page.locator(':focus')).toHaveCount(0)
    await wedge(page, scanned(line.product))
    await expectCounted(page, line, 1)
  }
})

test('A055 A057 A060 the scan dialog takes a typed code, shows its item and clears what was not found', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, MANY)
  const page = await as('picker')
  await openLines(page, line)
  await action(page, 'Scan').click()
  const dialog = page.getByRole('dialog', { name: 'Scan', exact: true })
  const input = dialog.getByLabel('Barcode')
  await input.pressSequentially('4444444', { delay: 60 })
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect(dialog.getByText('Not found', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Re-scan' }).last().click()
  await expect(dialog.getByText('Not found', { exact: true })).toHaveCount(0)
  await expect(input).toHaveValue('')
  await expect(input).toBeFocused()
  await input.fill(line.product)
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect(current(page).getByRole('heading')).toHaveText(line.name)
  for (const name of ['Skip', 'Scanned', 'Picked', 'Weight / Lot'])
    await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expectCounted(page, line, 1)
})

test('A058 A228 A229 A325 A328 A329 an unknown code is linked to the chosen item, counts it, and is unlinked', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, MANY)
  const page = await as('picker')
  await openLines(page, line)
  await wedge(page, 'WH-7731-X')
  await expect(text(page, 'Not found')).toBeVisible()
  await expect(text(page, OR_LINK)).toBeVisible()
  await button(page, 'Link barcode').click()
  const dialog = page.getByRole('dialog', { name: 'Link barcode' })
  await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeDisabled()
  await dialog.getByLabel('Find an item').fill(line.product)
  await dialog.getByRole('radio').check()
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(text(page, `Linked to ${line.name}. Scan it again to count it.`)).toBeVisible()
  const linked = () =>
    sharedServer.query(`select product from barcode_alternates where barcode = 'WH-7731-X'`)
  await saveNow(page)
  expect(await linked()).toEqual([{ product: line.product }])
  await wedge(page, 'WH-7731-X')
  await expectCounted(page, line, 1)
  await button(page, 'Unlink barcode').click()
  await expect(button(page, 'Unlink barcode')).toHaveCount(0)
  await saveNow(page)
  expect(await linked()).toEqual([])
  await wedge(page, 'WH-7731-X')
  await expect(text(page, 'Not found')).toBeVisible()
})

test('A251 a code that the office linked counts on the floor, and staff link too', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, MANY)
  const page = await as('picker')
  await openLines(page, line)
  const codes = { picker2: 'WH-7732-X', office: 'WH-7733-X' }
  for (const [who, barcode] of Object.entries(codes)) {
    const made = await callApi(sharedServer, who, 'POST', 'barcodealternates/', {
      barcode,
      product: line.product,
    })
    expect(made.status, who).toBeLessThan(300)
  }
  // A code comes to the device by itself, and counts from that moment on, one piece a scan.
  const known = async () => (await readDevice(page, 'barcodes')).map(({ barcode }) => barcode)
  await expect.poll(known, SENT).toEqual(expect.arrayContaining(Object.values(codes)))
  await wedge(page, codes.office)
  await expectCounted(page, line, 1)
  await wedge(page, codes.picker2)
  await expectCounted(page, line, 2)
})

test('A326 A327 A329 a product of no listed item says so, and is not to be linked', async ({
  as,
  sharedServer,
}) => {
  const order = await floorOrder(sharedServer)
  const [other] = await sharedServer.query<{ upc: string }>(
    `select upc from products p where length(upc) = 12
        and not exists (select 1 from order_items i where i.order_id = $1 and i.product = p.upc)
        and not exists (select 1 from order_items i join products q on q.upc = i.product
                         where i.order_id = $1 and p.upc = any(q.acceptable_substitutions)) limit 1`,
    [order],
  )
  const page = await as('picker')
  await openScan(page, order)
  await wedge(page, other!.upc)
  await expect(text(page, OUTSIDE)).toBeVisible()
  await expect(text(page, RESCAN)).toBeVisible()
  await expect(button(page, 'Link barcode')).toHaveCount(0)
  await button(page, 'Re-scan').click()
  await expect(text(page, OUTSIDE)).toHaveCount(0)
})

test('A059 A189 A190 A227 a substitute is offered, and Swap puts it in the place of the item', async ({
  as,
  sharedServer,
}) => {
  const same = `s.upc is not null and ((i.units_ordered = 0 and s.unit_type <> 'Unit') or
    (i.cases_ordered = 0 and s.unit_type <> 'Case'))`
  const line = await takeLine(sharedServer, same, 'lots')
  const page = await as('picker')
  await openLines(page, line)
  await wedge(page, line.substitute!)
  await expect(current(page).getByRole('heading')).toHaveText(line.name)
  await button(page, 'Swap').click()
  await expect(current(page).getByText(`Instead of ${line.product}`)).toBeVisible()
  await saveNow(page)
  expect(await storedLine(sharedServer, line)).toMatchObject({
    units_ordered: 0,
    cases_ordered: 0,
    unit_quantity: 0,
    case_quantity: 0,
  })
  const made = await sharedServer.query(
    `select original_product, units_ordered, cases_ordered from order_items where order_id = $1 and product = $2`,
    [line.order, line.substitute],
  )
  expect(made).toEqual([
    { original_product: line.product, units_ordered: line.units, cases_ordered: line.cases },
  ])
})

test('a piece too many is asked about, and counted only when the picker says so', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer, `${PLAIN} and i.units_ordered + i.cases_ordered = 1`)
  const page = await as('picker')
  await openLine(page, line)
  await wedge(page, line.product)
  await expect(card(page, line)).toContainText('Done')
  // A scanner that gives a code twice at once has scanned once: this is a second scan.
  await expect
    .poll(async () => {
      await wedge(page, line.product)
      return text(page, 'Already picked – add one more?').isVisible()
    })
    .toBe(true)
  await expect(card(page, line)).toContainText('1 of 1')
  await button(page, 'No, leave it').click()
  await expect(text(page, 'Already picked – add one more?')).toHaveCount(0)
  await expect
    .poll(async () => {
      await wedge(page, line.product)
      return text(page, 'Already picked – add one more?').isVisible()
    })
    .toBe(true)
  await button(page, 'Add one more').click()
  await expect(card(page, line)).toContainText('2 of 1')
  await saveNow(page)
  expect(await storedPieces(sharedServer, line)).toBe(2)
})

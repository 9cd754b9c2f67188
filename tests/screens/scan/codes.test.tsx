/** What a scanned code means: found, linked, swapped, doubted, or not known. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type pg from 'pg'
import { openDatabase } from '#src/db/database.ts'
import { makeProduct, makeUser } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { writeDeviceSettings } from '#src/device/scan-settings.ts'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { fill, findButton, findDialog, hasButton, isEnabled, noDialog, press } from '../reading.ts'
import {
  cards,
  current,
  expectCard,
  expectCounted,
  expectCurrent,
  expectIgnored,
  openScan,
  save,
  storedItem,
} from './scan.ts'

const RESCAN = 'Please re-scan'
const OR_LINK = 'Please re-scan or link this barcode to a product included in the scanning list...'
const OUTSIDE = 'There are no items in the order with the scanned barcode.'
const ONE_MORE = 'Already picked – add one more?'

const gone = (words: string) => waitFor(() => expect(screen.queryByText(words)).toBeNull())

async function linkedTo(pool: pg.Pool, barcode: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ product: string }>(
    'select product from barcode_alternates where barcode = $1',
    [barcode],
  )
  return rows[0]?.product
}

it('A224 A225 A226 a scan finds its item by the whole code, without its last digit, and without its first too', async (larder) => {
  const ways = [
    { name: 'Almonds', upc: '614141000036', scanned: '614141000036' },
    { name: 'Biscuits', upc: '614141162765', scanned: '6141411627655' },
    { name: 'Candles', upc: '012345678905', scanned: '70123456789055' },
  ]
  const items: Record<string, { product: string }> = {}
  for (const { name, upc } of ways)
    items[name] = { product: (await makeProduct(larder.pool, { name, upc })).upc }
  const { order } = await makeFilled(larder.pool, items)
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, ...ways.map(({ name }) => name))
  const keyboard = createKeyboard()
  for (const { name, scanned } of ways) {
    await keyboard.scan(scanned)
    await expectCounted(name, '1 of 2')
  }
})

it('A055 A057 A060 the scan dialog takes a typed code, shows its item and clears an unknown code', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Dates: {}, Eggs: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Dates', 'Eggs')
  await expectCurrent('Dates')
  await press('Scan')
  const dialog = await findDialog('Scan')
  const input = within(dialog).getByLabelText<HTMLInputElement>('Barcode')
  await fill('Barcode', '4444444', dialog)
  await press('Find', dialog)
  await within(dialog).findByText('Not found')
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Re-scan' }).at(-1)!)
  await waitFor(() => expect(within(dialog).queryByText('Not found')).toBeNull())
  expect(input.value).toBe('')
  expect(document.activeElement).toBe(input)
  await fill('Barcode', items['Eggs']!.product, dialog)
  await press('Find', dialog)
  await within(dialog).findByRole('heading', { name: 'Eggs' })
  for (const name of ['Skip', 'Scanned', 'Picked', 'Weight / Lot']) await findButton(name, dialog)
  await press('Back to the list', dialog)
  await noDialog()
  await expectCounted('Eggs', '1 of 2')
})

it('A058 A228 A229 A325 A328 A329 an unknown code is linked to the chosen item, counts it, and is unlinked', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Figs: {}, Garlic: {} })
  const garlic = items['Garlic']!.product
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Figs', 'Garlic')
  const keyboard = createKeyboard()
  await keyboard.scan('WH-7731-X')
  await screen.findByText('Not found')
  screen.getByText(OR_LINK)
  await press('Link barcode')
  const dialog = await findDialog('Link barcode')
  expect(isEnabled(await findButton('Link', dialog))).toBe(false)
  await expectIgnored(items['Figs']!.product, dialog)
  await fill('Find an item', garlic, dialog)
  await userEvent.click(within(dialog).getByRole('radio'))
  await press('Link', dialog)
  await screen.findByText('Linked to Garlic. Scan it again to count it.')
  await save()
  expect(await linkedTo(larder.pool, 'WH-7731-X')).toBe(garlic)

  await keyboard.scan('WH-7731-X')
  await expectCounted('Garlic', '1 of 2')
  await press('Unlink barcode')
  await waitFor(() => expect(hasButton('Unlink barcode')).toBe(false))
  await save()
  expect(await linkedTo(larder.pool, 'WH-7731-X')).toBeUndefined()
  await keyboard.scan('WH-7731-X')
  await screen.findByText('Not found')
})

it('a code is not linked to an item that the search of the Link dialog hides', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Figs: {}, Garlic: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Figs', 'Garlic')
  await createKeyboard().scan('WH-7731-X')
  await press('Link barcode')
  const dialog = await findDialog('Link barcode')
  await userEvent.click(within(dialog).getByRole('radio', { name: /Garlic/ }))
  await fill('Find an item', 'Figs', dialog)
  expect(isEnabled(await findButton('Link', dialog))).toBe(false)
})

it('the Link dialog shows the code under which a scan is linked on this device', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Figs: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Figs')
  writeDeviceSettings({ region: 'finland', separator: '', beeps: null })
  await createKeyboard().scan('2388060112344')
  await press('Link barcode')
  // Without the weight, which this layout holds in digits 9 to 12.
  within(await findDialog('Link barcode')).getByText('02388060100006')
  writeDeviceSettings({ region: '', separator: '', beeps: null })
})

it('A251 a code that staff or a picker linked elsewhere counts on an open floor', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Honey: {}, Ice: {} })
  const people = [await makeUser(larder.pool, 'office'), await makeUser(larder.pool, 'picker')]
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Honey', 'Ice')
  await picker.kept()
  const keyboard = createKeyboard()
  const db = openDatabase(picker.person.id)
  for (const [n, { username }] of people.entries()) {
    const barcode = `WH-773${n}-X`
    const body = { barcode, product: items['Ice']!.product }
    expect((await larder.server.call(username, 'POST', 'barcodealternates/', { body })).status).toBeLessThan(
      300,
    )
    await waitFor(async () =>
      expect((await db.barcodes.toArray()).map((row) => row.barcode)).toContain(barcode),
    )
    await keyboard.scan(barcode)
    await expectCounted('Ice', `${n + 1} of 2`)
  }
  db.close()
})

it('A326 A327 A329 a product of no listed item says so, and cannot be linked', async (larder) => {
  const other = await makeProduct(larder.pool, { upc: '614141000098' })
  const { order } = await makeFilled(larder.pool, { Jam: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Jam')
  // The scanner looks a code up in the device's own catalogue.
  await picker.kept()
  await createKeyboard().scan(other.upc)
  await screen.findByText(OUTSIDE)
  screen.getByText(RESCAN)
  expect(hasButton('Link barcode')).toBe(false)
  await press('Re-scan')
  await gone(OUTSIDE)
})

it('A059 A189 A190 A227 a substitute is offered, and Swap replaces the item with it', async (larder) => {
  const leeks = await makeProduct(larder.pool, { upc: '614141000104', name: 'Leeks' })
  const kale = await makeProduct(larder.pool, { name: 'Kale', acceptable_substitutions: [leeks.upc] })
  const { order, items } = await makeFilled(larder.pool, {
    Honey: {},
    Kale: { product: kale.upc, units_ordered: 3, cases_ordered: 0 },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Honey', 'Kale')
  await picker.kept()
  await createKeyboard().scan(leeks.upc)
  await expectCurrent('Kale')
  await press('Swap')
  await expectCurrent('Leeks')
  within(current()).getByText(`Instead of ${kale.upc}`)
  // The piece in the picker's hand.
  await expectCard('Leeks', '1 of 3')
  await save()
  const { rows } = await larder.pool.query(
    `select id = $2 as old, product, original_product, units_ordered, cases_ordered, unit_quantity, case_quantity
       from order_items where order_id = $1 and product = any($3) order by product = $4`,
    [order.id, items['Kale']!.id, [kale.upc, leeks.upc], leeks.upc],
  )
  const nothing = { cases_ordered: 0, unit_quantity: 0, case_quantity: 0 }
  expect(rows).toEqual([
    { old: true, product: kale.upc, original_product: null, units_ordered: 0, ...nothing },
    {
      old: false,
      product: leeks.upc,
      original_product: kale.upc,
      units_ordered: 3,
      ...nothing,
      unit_quantity: 1,
    },
  ])
})

it('a piece too many raises a question, and counts only when the picker confirms it', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Mint: { units_ordered: 1 } })
  const mint = items['Mint']!
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Mint')
  const keyboard = createKeyboard()
  await keyboard.scan(mint.product)
  await expectCard('Mint', 'Done')
  await keyboard.scan(mint.product)
  await screen.findByText(ONE_MORE)
  await expectCard('Mint', '1 of 1')
  // The next code is not counted before the answer.
  await keyboard.scan(mint.product)
  await screen.findByText('Not counted: answer this first.')
  await press('No, leave it')
  await gone(ONE_MORE)
  await keyboard.scan(mint.product)
  await press('Add one more')
  await expectCard('Mint', '2 of 1')
  expect(cards()).toHaveLength(1)
  await save()
  expect(await storedItem(larder.pool, mint.id)).toMatchObject({ unit_quantity: 2 })
})

it('a scan counts on a device that cannot keep how its scanner ends a scan', async (larder) => {
  const upc = '614141000777'
  await makeProduct(larder.pool, { name: 'Almonds', upc })
  const { order } = await makeFilled(larder.pool, { Almonds: { product: upc } })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Almonds')
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await createKeyboard().scan(upc)
  await expectCounted('Almonds', '1 of 2')
  expect(full).toHaveBeenCalled()
  full.mockRestore()
})

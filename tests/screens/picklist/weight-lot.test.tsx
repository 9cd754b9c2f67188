/** The pick list's "Weight / Lot" dialog, as table and as cards. Its twin: tests/screens/scan/weight-lot.test.tsx. */
import { fireEvent, within } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { makePiece, makeProduct } from '../../factories/business.ts'
import { dialog, makeThreeKinds, pieces, rows, SAVING, WEIGHED } from '../weight-lot.ts'
import { expect, it } from '../larder.tsx'
import { findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'
import { PUSH } from '../refused-push.ts'
import { findCard, makeFilled, openCards, openList } from './pick-list.ts'

afterEach(() => vi.restoreAllMocks())

const fields = (what: 'Weight (lbs)' | 'Lot') =>
  within(dialog()).queryAllByRole<HTMLInputElement>('textbox', {
    name: what === 'Lot' ? / Lot$/ : / Weight \(lbs\)$/,
  })
const write = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })

it('A078 A155 A178 A195 each piece has a row with the fields of its item, and saving says so, closes the fields and the dialog', async (larder) => {
  const { order, items } = await makeThreeKinds(larder.pool)
  const picker = await larder.sit('picker')
  await openList(picker, [order.id])
  for (const [name, count, hasWeight, hasLot] of [
    ['Ham', 3, true, true],
    ['Milk', 2, false, true],
    ['Pork', 3, true, false],
  ] as const) {
    await press(`Weight / Lot, ${name}`)
    await findDialog('Weight / Lot')
    expect(rows(), name).toHaveLength(count)
    const [weights, lots] = [fields('Weight (lbs)'), fields('Lot')]
    expect([weights.length, lots.length], name).toEqual([hasWeight ? count : 0, hasLot ? count : 0])
    if (hasWeight) write(weights[0]!, '4.25')
    if (hasLot) write(lots[0]!, 'L-1')
    const release = picker.network.hold(PUSH)
    fireEvent.keyDown((weights[0] ?? lots[0])!, { key: 'Enter' })
    await within(dialog()).findByText(SAVING)
    // The dialog would take a value that is typed now away with it.
    for (const input of [...weights, ...lots]) expect(input.readOnly, name).toBe(true)
    const [drop] = within(dialog()).getAllByRole('button', { name: /^Drop / })
    expect(isEnabled(drop!), name).toBe(false)
    release()
    await noDialog()
    expect(await pieces(larder.pool, items[name]!.id), name).toEqual([
      { weight: hasWeight ? '4.25' : null, lot: hasLot ? 'L-1' : null },
    ])
  }
})

it('A078 A177 the dialog opens from a card, drops a row after a question, and Cancel leaves the stored rows', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Ham', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, {
    Ham: { product: upc, units_ordered: 1, unit_quantity: 1, lot_tracked: true },
  })
  const ham = items['Ham']!
  for (const lot_code of ['L-1', 'L-2']) await makePiece(larder.pool, ham, { weight_lbs: '4', lot_code })
  const picker = await larder.sit('picker')
  await openCards(picker, [order.id])
  const open = async () => {
    await press('Weight / Lot, Ham', await findCard('Ham'))
    await findDialog('Weight / Lot')
  }
  await open()
  expect(rows()).toHaveLength(2)
  write(fields('Lot')[0]!, 'L-9')
  await press('Cancel', dialog())
  await noDialog()
  await open()
  expect(fields('Lot').map(({ value }) => value)).toEqual(['L-1', 'L-2'])
  await press('Save', dialog())
  await within(dialog()).findByText(/^More rows than pieces\. Saving deletes .*L-2/)
  expect(isEnabled(await findButton('Save', dialog()))).toBe(false)
  await press('Delete and save', dialog())
  await noDialog()
  expect(await pieces(larder.pool, ham.id)).toEqual([{ weight: '4', lot: 'L-1' }])
})

it('one lot goes to all rows, and the dialog shows total and usual weight', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Veal', ...WEIGHED })
  const { order } = await makeFilled(larder.pool, {
    Veal: { product: upc, units_ordered: 2, lot_tracked: true },
  })
  const picker = await larder.sit('picker')
  await openList(picker, [order.id])
  await press('Weight / Lot, Veal')
  await findDialog('Weight / Lot')
  within(rows()[0]!).getByText('Usually 2.00 to 6.00 lb')
  write(fields('Lot')[1]!, 'V-8')
  write(fields('Weight (lbs)')[0]!, '4.25')
  await press('Same lot for all', dialog())
  expect(fields('Lot').map(({ value }) => value)).toEqual(['V-8', 'V-8'])
  within(dialog()).getByText('2 of 2 pieces · 4.25 lb')
})

/** The "Weight / Lot" dialog: its rows, what saving them sends, and what a failure says. In red: tests/e2e/scan. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct, makeUser } from '../../factories/business.ts'
import { createKeyboard } from '../keyboard.ts'
import { dialog, makeThreeKinds, pieces, rows, SAVING, WEIGHED } from '../weight-lot.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'
import { PUSH, refusePush } from '../refused-push.ts'
import { choose, current, expectCard, openScan } from './scan.ts'

const field = (n: number, what: 'weight' | 'lot') =>
  rows()[n]!.querySelector<HTMLInputElement>(`input[data-field=${what}]`)!
const write = (n: number, what: 'weight' | 'lot', value: string) =>
  fireEvent.change(field(n, what), { target: { value } })

async function openRows(name: string): Promise<void> {
  await choose(name)
  await press('Weight / Lot', current())
  await findDialog('Weight / Lot')
}
async function saveRows(): Promise<void> {
  await press('Save', dialog())
  await noDialog()
}

/** Sets how many of the current item are picked. */
async function setPicked(name: 'Units' | 'Cases', value: string): Promise<void> {
  const quantity = within(within(current()).getByRole('group', { name })).getByRole('spinbutton')
  fireEvent.change(quantity, { target: { value } })
  fireEvent.keyDown(quantity, { key: 'Enter' })
  await waitFor(() => expect((quantity as HTMLInputElement).value).toBe(value))
}

interface Sent {
  mutation_id: string
  entity: string
  call: { method: string; body: unknown }
}
/** Returns the calls on pieces that were sent, each once. */
const piecesSent = ({ network }: Seat): Sent['call'][] => {
  const edits = network.calls
    .filter(PUSH)
    .flatMap(({ body }) => (body as { mutations: Sent[] } | undefined)?.mutations ?? [])
  return [...new Map(edits.map((edit) => [edit.mutation_id, edit])).values()]
    .filter(({ entity }) => entity === 'ordersubitems')
    .map(({ call }) => call)
}

it('A078 A155 A178 A195 each piece has a row with the fields of its item, and saving says so and closes', async (larder) => {
  const { order, items } = await makeThreeKinds(larder.pool)
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Ham', 'Milk', 'Pork')
  for (const [name, count, hasWeight, hasLot] of [
    ['Ham', 3, true, true],
    ['Milk', 2, false, true],
    ['Pork', 3, true, false],
  ] as const) {
    await openRows(name)
    expect(rows(), name).toHaveLength(count)
    expect(dialog().querySelectorAll('input[data-field=weight]'), name).toHaveLength(hasWeight ? count : 0)
    expect(dialog().querySelectorAll('input[data-field=lot]'), name).toHaveLength(hasLot ? count : 0)
    if (hasWeight) write(0, 'weight', '4.25')
    if (hasLot) write(0, 'lot', 'L-1')
    const release = picker.network.hold(PUSH)
    await press('Save', dialog())
    await within(dialog()).findByText(SAVING)
    release()
    await noDialog()
    expect(await pieces(larder.pool, items[name]!.id), name).toEqual([
      { weight: hasWeight ? '4.25' : null, lot: hasLot ? 'L-1' : null },
    ])
  }
})

it('A176 A222 A223 saving creates, updates and deletes exactly the marked rows', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Beef', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, {
    Beef: { product: upc, units_ordered: 4, lot_tracked: true },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Beef')
  await openRows('Beef')
  for (const n of [0, 1, 2]) {
    write(n, 'weight', `4.0${n}`)
    write(n, 'lot', `L-${n}`)
  }
  await saveRows()
  await openRows('Beef')
  write(1, 'lot', '')
  await press(/^Drop /, rows()[2])
  write(3, 'weight', '4.03')
  expect(rows().map(({ dataset }) => dataset['mark'])).toEqual([undefined, 'modified', 'deleted', 'new'])
  const before = piecesSent(picker).length
  await saveRows()
  const calls = piecesSent(picker).slice(before)
  expect(calls.map(({ method }) => method).toSorted()).toEqual(['DELETE', 'PATCH', 'POST'])
  expect(calls.find(({ method }) => method === 'PATCH')!.body).toEqual({ lot_code: null })
  expect(calls.find(({ method }) => method === 'POST')!.body).not.toHaveProperty('lot_code')
  expect(await pieces(larder.pool, items['Beef']!.id)).toEqual([
    { weight: '4', lot: 'L-0' },
    { weight: '4.01', lot: null },
    { weight: '4.03', lot: null },
  ])
})

it('A177 A179 pieces picked above the order keep their rows, and pieces above both are deleted after a question', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Veal', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, { Veal: { product: upc, units_ordered: 2 } })
  const veal = items['Veal']!.id
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Veal')
  await setPicked('Units', '3')
  await openRows('Veal')
  expect(rows()).toHaveLength(3)
  for (const n of [0, 1, 2]) write(n, 'weight', `4.0${n}`)
  await saveRows()
  expect(await pieces(larder.pool, veal)).toHaveLength(3)

  await setPicked('Units', '2')
  await openRows('Veal')
  expect(rows()[2]!.dataset['mark']).toBe('deleted')
  await press('Save', dialog())
  expect((await within(dialog()).findByRole('alert')).textContent).toContain('3 (4.02 lb)')
  expect(await pieces(larder.pool, veal)).toHaveLength(3)
  await press('Delete and save', dialog())
  await noDialog()
  expect(await pieces(larder.pool, veal)).toEqual([
    { weight: '4', lot: null },
    { weight: '4.01', lot: null },
  ])
})

it('a weight is stored once, for any number of presses of Save and any scans before the server answers', async (larder) => {
  const lamb = await makeProduct(larder.pool, { name: 'Lamb', ...WEIGHED })
  const next = await makeProduct(larder.pool, { name: 'Turkey', upc: '614141000111', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, {
    Lamb: { product: lamb.upc },
    Turkey: { product: next.upc },
  })
  const stored = () => pieces(larder.pool, items['Lamb']!.id)
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Lamb', 'Turkey')
  await openRows('Lamb')
  write(0, 'weight', '4.5')
  const release = picker.network.hold(PUSH)
  await userEvent.type(field(0, 'weight'), '{Enter}{Enter}')
  await within(dialog()).findByText(SAVING)
  await createKeyboard().scan(next.upc)
  // Another dialog is where Lamb's was.
  await waitFor(() => within(dialog()).getByText('Turkey'))
  release()
  await waitFor(async () => expect(await stored()).toEqual([{ weight: '4.5', lot: null }]))
  within(dialog()).getByText('Turkey')
})

it('one lot goes to all rows, the product’s last one is offered again, and total and usual weight show', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Veal', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, {
    Veal: { product: upc, units_ordered: 3, lot_tracked: true },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Veal')
  await openRows('Veal')
  within(rows()[0]!).getByText('Usually 2.00 to 6.00 lb')
  const total = () => within(dialog()).getByRole('status', { name: 'Total' }).textContent
  expect(total()).toBe('0 of 3 pieces · 0.00 lb')
  const same = await findButton('Same lot for all', dialog())
  expect(isEnabled(same)).toBe(false)
  write(0, 'lot', 'V-7')
  write(0, 'weight', '4.25')
  write(1, 'weight', '4.5')
  await press('Same lot for all', dialog())
  expect([0, 1, 2].map((n) => field(n, 'lot').value)).toEqual(['V-7', 'V-7', 'V-7'])
  expect(total()).toBe('3 of 3 pieces · 8.75 lb')
  await saveRows()
  expect(await pieces(larder.pool, items.Veal!.id)).toEqual([
    { weight: '4.25', lot: 'V-7' },
    { weight: '4.5', lot: 'V-7' },
    { weight: null, lot: 'V-7' },
  ])
  await openRows('Veal')
  write(1, 'lot', 'V-9')
  write(2, 'lot', '')
  await press('Last lot: V-7', dialog())
  expect([0, 1, 2].map((n) => field(n, 'lot').value)).toEqual(['V-7', 'V-9', 'V-7'])
})

it('a plain code that begins with "10" is a lot unchanged; FNC1 or a symbology identifier make it a label with a lot', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Brie' })
  const { order } = await makeFilled(larder.pool, {
    Brie: { product: upc, units_ordered: 2, lot_tracked: true },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Brie')
  await openRows('Brie')
  for (const [code, lot] of [
    ['10ABC123', '10ABC123'],
    [']C110ABC124', 'ABC124'],
  ] as const) {
    field(0, 'lot').focus()
    await createKeyboard().scan(code)
    await waitFor(() => expect(field(0, 'lot').value).toBe(lot))
  }
})

it('a scan while the rows cannot be saved is not counted and fills no row, and the dialog says so', async (larder) => {
  const { upc } = await makeProduct(larder.pool, {
    name: 'Bream',
    weight_type: 'r/w',
    average_unit_weight: '4',
  })
  const { order, items } = await makeFilled(larder.pool, {
    Bream: { product: upc, units_ordered: 1 },
    Capers: { units_ordered: 3 },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Bream', 'Capers')
  await openRows('Bream')
  const keyboard = createKeyboard()
  write(0, 'weight', 'x')
  await keyboard.scan(items['Capers']!.product)
  await within(dialog()).findByText('Not counted: correct this first.')
  write(0, 'weight', '4')
  write(0, 'weight', '4x')
  expect(within(dialog()).queryByText(/^Not counted/)).toBeNull()
  write(0, 'weight', '40')
  await keyboard.scan(items['Capers']!.product)
  await within(dialog()).findByText('Not counted: answer this first.')
  field(0, 'weight').focus()
  await keyboard.scan(']C13202000500')
  await within(dialog()).findByText('Not counted: answer this first.')
  expect(field(0, 'weight').value).toBe('40')
  await press('Change it', dialog())
  expect(within(dialog()).queryByText(/^Not counted/)).toBeNull()
  write(0, 'weight', '4')
  await keyboard.scan(items['Capers']!.product)
  await noDialog()
  await expectCard('Capers', '1 of 3')
})

it('A196 A317 a refused save keeps the dialog open and shows the error by field, and can be saved again', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Duck', ...WEIGHED })
  const { order, items } = await makeFilled(larder.pool, { Duck: { product: upc } })
  const duck = items['Duck']!.id
  const foreman = await larder.sit('foreman')
  await openScan(foreman, order.id, 'Duck')
  await openRows('Duck')
  write(0, 'weight', '4.5')
  const reason = { weight_lbs: 'Too heavy for this product.' }
  const mend = await refusePush(foreman.network, reason, () => press('Save', dialog()))
  const alert = await within(dialog()).findByRole('alert')
  expect(
    within(alert)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['There was an error while generating the invoice', 'Error:'])
  expect(alert.textContent).toContain(`Order item ${duck}`)
  expect(alert.textContent).toContain('weight_lbs: Too heavy for this product.')

  // The rows are saved again once the server takes them. The refusal is over, and the piece is there once.
  mend()
  await saveRows()
  expect(await pieces(larder.pool, duck)).toEqual([{ weight: '4.5', lot: null }])
  await findButton(/^Sync: Online\. 1 scanned, 1 acknowledged, 0 not sent/)
})

it('weights that are typed stay in the dialog when somebody deletes the item, and saving them is refused in words', async (larder) => {
  const { order, items } = await makeThreeKinds(larder.pool)
  const manager = await makeUser(larder.pool, 'manager')
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Ham', 'Pork')
  await openRows('Pork')
  write(0, 'weight', '4.25')
  await larder.server.call(manager.username, 'DELETE', `orderitems/${items['Pork']!.id}`)
  picker.goOffline()
  picker.goOnline()
  const list = screen.getByRole('list', { name: 'Items', hidden: true })
  await waitFor(() => expect(list.textContent).not.toContain('Pork'))
  expect(field(0, 'weight').value).toBe('4.25')
  await press('Save', dialog())
  await within(dialog()).findByRole('alert')
  expect(field(0, 'weight').value).toBe('4.25')
})

it('the dialog of a label without a weight begins at the piece of the label, also where an earlier piece has no row yet', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Tuna', upc: '614141000036', ...WEIGHED })
  const { order } = await makeFilled(larder.pool, {
    Tuna: { product: upc, units_ordered: 3, lot_tracked: true },
  })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Tuna')
  const keyboard = createKeyboard()
  await keyboard.scan(upc)
  await findDialog('Weight / Lot')
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await keyboard.scan(`]C101${upc.padStart(14, '0')}10T-7`)
  await findDialog('Weight / Lot')
  expect([0, 1, 2].map((n) => field(n, 'lot').value)).toEqual(['T-7', '', ''])
  expect([0, 1, 2].map((n) => field(n, 'weight').matches('[data-autofocus]'))).toEqual([true, false, false])
})

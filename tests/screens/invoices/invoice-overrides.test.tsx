/** The office types prices and fees over the invoice's own: what is shown, asked, sent and kept. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ID, INVOICE } from '../../factories/invoice.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'
import { answerInvoice, callsOf, openInvoice, sums, writesOf } from './answered.ts'

const PENNE = 'Unit price of Penne'
const NO_PRICE = 'Not a price such as 12.50.'
/** Types an amount and leaves the field, as a person who presses a button does. */
async function type(label: string, amount: string): Promise<void> {
  await fill(label, amount)
  fireEvent.blur(await findField(label))
}
const valueOf = async (label: string) => (await findField(label)).value
const reads = (label: string, value: string) => waitFor(async () => expect(await valueOf(label)).toBe(value))
const isEditing = () => screen.queryAllByRole('spinbutton').length > 0

async function edit(office: Seat, over: object = {}): Promise<void> {
  answerInvoice(office, over)
  await openInvoice(office)
  expect(isEditing()).toBe(false)
  await press('Edit overrides')
  await findField(PENNE)
}
async function saveOrDiscard(act: string): Promise<void> {
  await press('Save or discard')
  await press(act, await screen.findByRole('dialog'))
}

it('B120 B168 B169 B170 a typed price changes its line’s total, and a typed total the price; both can be reset', async (larder) => {
  const office = await larder.sit('office')
  await edit(office)
  expect((await findField(PENNE)).step).toBe('0.01')
  // A weighed line is charged by its total.
  expect(isEnabled(await findField('Total of Penne'))).toBe(false)
  expect(isEnabled(await findField('Total of Outside Skirt'))).toBe(true)
  await type(PENNE, '4.00')
  await reads('Total of Penne', '18.00')
  await press('Reset unit price of penne')
  await reads(PENNE, '3.00')
  await type('Total of Outside Skirt', '50')
  await reads('Unit price of Outside Skirt', '4.00')
  // 50.00 + 1.50 + 16.00 + 1.01 + 2.02 + 3.03 + 4.04
  await sums('Total with overrides', '77.60')
  await sums('Grand total', '84.67')
})

it('B218 a price of an item and one of a surcharge are saved under their ids, by the names of the call', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('POST', `orders/${ID}/invoice/itemoverride`), INVOICE)
  await edit(office)
  await type('Unit price of Outside Skirt', '2.75')
  await type('Price of Cutting of Outside Skirt', '0.80')
  await saveOrDiscard('Save')
  await waitFor(() => expect(isEditing()).toBe(false))
  const { id, surcharges } = INVOICE.items[0]!
  expect(writesOf(office)).toEqual([
    {
      call: 'POST invoice/itemoverride',
      body: {
        order_items: [{ id, invoice_override_unit_price: '2.75', invoice_override_case_price: null }],
        surcharge_items: [{ id: surcharges[0]!.id, invoice_override_price: '0.80' }],
      },
    },
  ])
})

it('B122 B123 Discard restores the earlier values, Reset shows the original prices, and neither sends a call', async (larder) => {
  const office = await larder.sit('office')
  await edit(office)
  await type('Total of Outside Skirt', '50')
  await saveOrDiscard('Discard')
  await reads('Unit price of Outside Skirt', '2.50')
  await type(PENNE, '4.00')
  await saveOrDiscard('Reset all to original prices')
  await reads(PENNE, '3.00')
  expect(writesOf(office)).toEqual([])
})

it('B125 B126 a person who leaves is asked about unsaved changes, and stays with them or saves; without any, editing ends', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('POST', /itemoverride$/), INVOICE)
  await edit(office)
  await type(PENNE, '4.00')
  await press('Stop editing')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('You have unsaved changes. Save and continue?')
  await press('Keep editing', dialog)
  await reads(PENNE, '4.00')
  await press('Stop editing')
  await press('Save and continue', await screen.findByRole('dialog'))
  await waitFor(() => expect(isEditing()).toBe(false))
  await press('Edit overrides')
  await findField(PENNE)
  await press('Stop editing')
  await waitFor(() => expect(isEditing()).toBe(false))
  expect(writesOf(office)).toHaveLength(1)
})

it('B126 an entry that is no price says so, is not saved, and can be discarded', async (larder) => {
  const office = await larder.sit('office')
  await edit(office)
  await type(PENNE, '-1')
  expect((await findField(PENNE)).getAttribute('aria-invalid')).toBe('true')
  screen.getByText(NO_PRICE)
  await press('Stop editing')
  const leaving = await findDialog('Unsaved changes')
  expect(isEnabled(await findButton('Save and continue', leaving))).toBe(false)
  await press('Keep editing', leaving)
  await noDialog()
  await press('Save or discard')
  const dialog = await screen.findByRole('dialog')
  const canPress = async (name: string) => isEnabled(await findButton(name, dialog))
  expect(await canPress('Save')).toBe(false)
  expect(await canPress('Reset all to original prices')).toBe(true)
  await press('Discard', dialog)
  await reads(PENNE, '3.00')
  expect(screen.queryByText(NO_PRICE)).toBeNull()
  expect(writesOf(office)).toEqual([])
})

it('text that the browser cannot read as a number is no price and no emptied price', async (larder) => {
  const office = await larder.sit('office')
  await edit(office)
  const field = await findField(PENNE)
  const setBadInput = (badInput: boolean) =>
    Object.defineProperty(field, 'validity', { value: { badInput }, configurable: true })
  setBadInput(true)
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.blur(field)
  await screen.findByText(NO_PRICE)
  await press('Save or discard')
  const dialog = await screen.findByRole('dialog')
  expect(isEnabled(await findButton('Save', dialog))).toBe(false)
  await userEvent.keyboard('{Escape}')
  await noDialog()
  // The value is '' with and without such text.
  setBadInput(false)
  fireEvent.input(field)
  await waitFor(() => expect(screen.queryByText(NO_PRICE)).toBeNull())
  setBadInput(true)
  fireEvent.input(field)
  await screen.findByText(NO_PRICE)
})

it('no price can be typed while prices are saved, and after a failure they can be typed again', async (larder) => {
  const office = await larder.sit('office')
  const override = at('POST', `orders/${ID}/invoice/itemoverride`)
  office.network.answer(override, { message: 'The disk is full.' }, 500)
  const release = office.network.hold(override)
  await edit(office)
  await type(PENNE, '4.00')
  await saveOrDiscard('Save')
  await screen.findByText('Saving …')
  const isClosed = async (label: string) => (await findField(label)).closest('fieldset[disabled]') !== null
  expect([await isClosed(PENNE), await isClosed('Late fee')]).toEqual([true, true])
  release()
  await screen.findByText(/The disk is full\./)
  expect([await isClosed(PENNE), await isClosed('Late fee')]).toEqual([false, false])
  expect(await valueOf(PENNE)).toBe('4.00')
})

it('a half-saved change shows when the rest is discarded', async (larder) => {
  const office = await larder.sit('office')
  const [skirt, penne] = INVOICE.items
  await edit(office)
  await type(PENNE, '4.00')
  await type('Late fee', '3.50')
  const saved = { ...INVOICE, items: [skirt, { ...penne, invoice_override_unit_price: '4.00' }] }
  office.network.answer(at('POST', /itemoverride$/), saved)
  office.network.answer(at('PATCH', `orders/${ID}/invoice`), { message: 'The till is closed.' }, 500)
  office.network.answer(at('GET', `orders/${ID}/invoice`), saved)
  await saveOrDiscard('Save')
  await screen.findByText(/The till is closed\./)
  expect([await valueOf(PENNE), await valueOf('Late fee')]).toEqual(['4.00', '3.50'])
  await saveOrDiscard('Discard')
  await reads('Late fee', INVOICE.late_fee)
  await reads(PENNE, '4.00')
})

it('a save whose prices are stored and whose fees fail, or whose answer is lost, is no change by another person', async (larder) => {
  const office = await larder.sit('office')
  const override = at('POST', `orders/${ID}/invoice/itemoverride`)
  const read = at('GET', `orders/${ID}/invoice`)
  await edit(office, { version: '8-4' })
  const versions = () => office.network.calls.filter(override).map(({ ifMatch }) => ifMatch)
  await type(PENNE, '4.00')
  await type('Late fee', '3.50')
  // The page does not read the new version here: the answer of the save names it.
  office.network.answer(override, { ...INVOICE, version: '8-5' })
  office.network.answer(at('PATCH', `orders/${ID}/invoice`), { message: 'The till is closed.' }, 400)
  await saveOrDiscard('Save')
  await screen.findByText(/The till is closed\./)
  const mend = office.network.fail(override, 502)
  await saveOrDiscard('Save')
  await screen.findByText(/The server answered 502\./)
  // The lost save may be stored: the invoice that is read after it counts, and not what an answer before it has named.
  office.network.answer(read, { ...INVOICE, version: '8-6' })
  await saveOrDiscard('Save')
  await waitFor(() => expect(versions()).toHaveLength(3))
  await screen.findByText(/The server answered 502\./)
  mend()
  await saveOrDiscard('Save')
  await screen.findByText(/The till is closed\./)
  expect(versions()).toEqual(['"8-4"', '"8-5"', '"8-4"', '"8-6"'])
})

it('B219 B220 B249 B250 prices and fees are saved one after the other; failures are headed, and typed values stay', async (larder) => {
  const office = await larder.sit('office')
  const override = at('POST', `orders/${ID}/invoice/itemoverride`)
  const fees = at('PATCH', `orders/${ID}/invoice`)
  const mend = office.network.answer(override, { message: 'The disk is full.' }, 500)
  await edit(office)
  await type(PENNE, '4.00')
  await type('Late fee', '3.50')
  const failed = async (why: RegExp) => {
    await saveOrDiscard('Save')
    const problem = await screen.findByText(why)
    expect(problem.closest('[role=alert]')!.textContent).toContain(
      'There was an error while saving the price overrides',
    )
    expect([await valueOf(PENNE), await valueOf('Late fee')]).toEqual(['4.00', '3.50'])
  }
  await failed(/The disk is full\./)
  mend()
  office.network.answer(override, { ...INVOICE, version: '8-5' })
  const mendFees = office.network.answer(fees, { message: 'The till is closed.' }, 500)
  await failed(/The till is closed\./)
  mendFees()
  office.network.answer(fees, INVOICE)
  const before = callsOf(office).length
  await saveOrDiscard('Save')
  await waitFor(() => expect(isEditing()).toBe(false))
  const penne = {
    order_items: [
      { id: INVOICE.items[1]!.id, invoice_override_unit_price: '4.00', invoice_override_case_price: null },
    ],
    surcharge_items: [],
  }
  expect(writesOf(office)[0]).toEqual({ call: 'POST invoice/itemoverride', body: penne })
  expect(writesOf(office).at(-1)).toEqual({ call: 'PATCH invoice', body: { late_fee: '3.50' } })
  expect(callsOf(office).slice(before).at(-1)!.call).toBe('GET invoice')
  // Each call names the version that it changes. That of the fees is the invoice with its new prices.
  expect(office.network.calls.filter(fees).map(({ ifMatch }) => ifMatch)).toEqual(['"8-5"', '"8-5"'])
})

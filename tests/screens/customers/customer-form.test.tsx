/** A customer's form: what is typed into its numbers and addresses, what the server says of it, and what is kept. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeLocation } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { address, findDialog, isAt, noDialog, press } from '../reading.ts'

const form = () => screen.findByRole('form', { name: 'Customer' })
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)!
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
/** What is said at a field. */
const words = (name: string) =>
  field(name).closest('.mantine-InputWrapper-root')?.querySelector('.mantine-InputWrapper-error')?.textContent

it('C238 C239 a number that is not allowed shows its mistake during typing', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/customer/add')
  await form()
  for (const [name, typed, said] of [
    ['late_order_fee', '12.345', 'At most 2 places after the point.'],
    ['late_order_fee', '-1', 'Not below 0.'],
    ['on_time_payment_discount_amount', '16', 'At most 15.'],
    // Rates have four places (readings, "On the wire").
    ['on_time_payment_discount_amount', '1.23456', 'At most 4 places after the point.'],
    ['credit_card_charge_fee', '2.90251', 'At most 4 places after the point.'],
    ['sales_tax_rate', '8.87501', 'At most 4 places after the point.'],
    ['on_time_payment_days_threshold', '1.5', 'Whole numbers only.'],
  ] as const) {
    type(name, typed)
    expect([typed, words(name), field(name).value]).toEqual([typed, said, typed])
    type(name, '')
    expect(words(name)).toBeUndefined()
  }
})

it('a card fee above 3 % shows a warning, and is stored', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/customer/add')
  await form()
  const warned = () => screen.queryByText('More than 3 %: card networks may not allow it.') !== null
  type('credit_card_charge_fee', '3')
  expect(warned()).toBe(false)
  type('credit_card_charge_fee', '3.01')
  expect([warned(), words('credit_card_charge_fee')]).toEqual([true, undefined])
})

it('a refusal of the server shows at its field of an address, and the fields beside it keep their typed values', async (larder) => {
  const location = await makeLocation(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/customer/${location.id}`)
  await form()
  const { name } = { name: field('name').value }
  type('billing_address.city', 'Hoboken')
  type('cc_addresses.1', 'copy@pier.example')
  type('company_id', '999999')
  await press('Save')
  const dialog = await findDialog(`Save customer ${name}?`)
  await press('Confirm', dialog)
  await within(dialog).findByRole('alert')
  await press('Continue', dialog)
  await noDialog()
  await waitFor(() => expect(document.activeElement).toBe(field('company_id')))
  const said = words('company_id')
  expect(said).toBeTruthy()
  type('billing_address.city', 'Newark')
  expect(words('company_id')).toBe(said)

  // Leaving asks, and coming back shows what was typed.
  await userEvent.click(screen.getByRole('link', { name: 'Order Lists' }))
  await press('Leave', await findDialog('Leave without saving?'))
  await isAt(`/customer/${location.id}/orderlists`)
  await userEvent.click(await screen.findByRole('link', { name: 'Customer Location' }))
  await isAt(`/customer/${location.id}`)
  await form()
  await screen.findByText('What you typed before is here again. It is not saved.')
  expect([field('billing_address.city').value, field('cc_addresses.1').value]).toEqual([
    'Newark',
    'copy@pier.example',
  ])

  type('company_id', String(location.company_id))
  await press('Save')
  const again = await findDialog(`Save customer ${name}?`)
  await press('Confirm', again)
  await within(again).findByText('The customer has been saved.')
  const sent = office.network.calls.filter(at('PATCH', `companylocations/${location.id}`)).at(-1)
  expect(sent?.body).toMatchObject({
    billing_address: { city: 'Newark' },
    cc_addresses: ['copy@pier.example'],
  })
  await userEvent.click(within(again).getByText('Close'))
  await isAt('/customers')
  expect(address()).toBe('/customers')
})

it('a rate that was typed on an earlier visit does not replace a newer one without a word', async (larder) => {
  const { id } = await makeLocation(larder.pool)
  const office = await larder.sit('office')
  await office.open(`/customer/${id}`)
  await form()
  type('sales_tax_rate', '8.875')
  await larder.pool.query('update company_locations set sales_tax_rate = 7 where id = $1', [id])
  await office.open(`/customer/${id}`)
  await form()
  expect(field('sales_tax_rate').value).toBe('8.875')
  const save = async () => {
    await press('Save')
    const dialog = await findDialog(/^Save customer/)
    await press('Confirm', dialog)
    return dialog
  }
  const rate = async () =>
    (
      await larder.pool.query<{ rate: number }>(
        'select sales_tax_rate::float as rate from company_locations where id = $1',
        [id],
      )
    ).rows[0]!.rate
  const refused = await save()
  await within(refused).findByRole('alert')
  expect(await rate()).toBe(7)
  await press('Continue', refused)
  await noDialog()
  await within(await save()).findByText('The customer has been saved.')
  expect(await rate()).toBe(8.875)
})

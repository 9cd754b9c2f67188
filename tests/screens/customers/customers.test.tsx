/** The customers list, the pages of a customer, and how one is added. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays } from '#contract/day.ts'
import { makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findDialog, findTable, hasButton, isAt, noDialog, press } from '../reading.ts'

const findForm = () => screen.findByRole('form', { name: 'Customer' })
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)!
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const creating = at('POST', 'companylocations')

it('C020 C074 C075 C285 the customers list names each customer with their address, and leads to a new one', async (larder) => {
  const { id, name } = await makeLocation(larder.pool, { name: 'Quay Street' })
  await makeLocation(larder.pool)
  const office = await larder.sit('office')
  await office.open('/customers')
  const table = await findTable(/.*/)
  expect(table.labels).toEqual(['Customer ID', 'Customer Location'])
  const asked = office.network.calls.filter(at('GET', 'companylocations')).map(({ query }) => `${query}`)
  expect(asked).toContain('no_page=1')
  await fill('Search', name)
  await waitFor(() => expect(table.rows).toHaveLength(1))
  expect(table.rows[0]!.textContent).toContain('1 Dock Street, Jersey City NJ')
  expect(hasButton(/delete|remove/i)).toBe(false)
  within(table.rows[0]!).getByRole('link', { name: `Customer ${id}, ${name}` })
  await userEvent.click(screen.getByRole('link', { name: 'Add Customer' }))
  await isAt('/customer/add')
})

it('B243 a location of documented fields alone is in the customers list, with “–” for its address', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'companylocations'), [
    { id: 41, company_id: 7, name: 'Slip 9', active: false },
  ])
  await office.open('/customers')
  const link = await screen.findByRole('link', { name: 'Customer 41, Slip 9' })
  expect(link.closest('tr')!.textContent).toBe('41Slip 9–Inactive')
})

it('C005 C076 C077 a customer has three pages, which lead to each other', async (larder) => {
  const { id, name } = await makeLocation(larder.pool, { name: 'Pier Kitchen' })
  const office = await larder.sit('office')
  await office.open('/customers')
  await userEvent.click(await screen.findByRole('link', { name: `Customer ${id}, ${name}` }))
  await isAt(`/customer/${id}`)
  await findForm()
  await waitFor(() => expect(field('name').value).toBe(name))
  const tabs = () => within(screen.getByRole('navigation', { name: 'Customer pages' }))
  expect(
    tabs()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Customer Location', 'Order Lists', 'Fees'])
  for (const [label, path, heading] of [
    ['Order Lists', `/customer/${id}/orderlists`, 'Order Lists'],
    ['Fees', `/customer/${id}/fees`, `Edit/Add ${name} Fees`],
    ['Customer Location', `/customer/${id}`, 'Customer Location'],
  ] as const) {
    await userEvent.click(tabs().getByRole('link', { name: label }))
    await isAt(path)
    await screen.findByRole('heading', { name: heading, level: 1 })
  }
})

it('C179 C236 C237 C240 a new customer’s form is empty; Save shows missing and invalid fields, and sends nothing', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/customer/add')
  await findForm()
  for (const name of ['name', 'phone_number', 'sales_tax_rate', 'physical_address.city', 'cc_addresses.0'])
    expect(field(name).value).toBe('')
  await press('Save')
  await waitFor(() => expect(document.activeElement).toBe(field('name')))
  expect(field('name').getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field('physical_address.state'), 'NYC')
  expect(field('physical_address.state').value).toBe('NY')
  type('name', 'Pier 41')
  type('on_time_payment_discount_amount', '16')
  type('on_time_payment_days_threshold', '-1')
  await press('Save')
  await screen.findByText('0 to 15, please.')
  await screen.findByText('0 to 60 whole days, please.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('textbox', { name: /^CC address/ })).toHaveLength(4)
  expect(office.network.calls.filter(creating)).toEqual([])
})

it('C004 C287 C346 C350 a customer is added after a question; a refusal shows in the dialog and at its field', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/customer/add')
  await findForm()
  type('name', 'Pier 42')
  type('sales_tax_rate', '8.875')
  for (const n of [0, 1, 3]) type(`cc_addresses.${n}`, `copy${n}@pier.example`)
  const mend = office.network.answer(creating, { message: 'no', name: ['bad'] }, 400)
  await press('Save')
  const dialog = await findDialog('Add customer Pier 42?')
  expect(office.network.calls.filter(creating)).toEqual([])
  await press('Confirm', dialog)
  const alert = await within(dialog).findByRole('alert')
  within(alert).getByRole('heading', { name: 'There was an error while saving the customer information' })
  expect(alert.querySelector('p')!.textContent).toBe('{"message":"no","name":["bad"]}')
  await press('Continue', dialog)
  await noDialog()
  await waitFor(() => expect(document.activeElement).toBe(field('name')))
  mend()
  await press('Save')
  const again = await findDialog('Add customer Pier 42?')
  await press('Confirm', again)
  await within(again).findByText('The customer has been saved.')
  const sent = office.network.calls.filter(creating)
  expect(sent).toHaveLength(2)
  expect(sent[1]!.body).toMatchObject({
    name: 'Pier 42',
    sales_tax_rate: '8.875',
    cc_addresses: ['copy0@pier.example', 'copy1@pier.example', 'copy3@pier.example'],
  })
  await userEvent.click(within(again).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await isAt('/customers')
})

it('a customer’s page shows the facts for a phone call, and one press orders for them', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { name: 'Calling Kitchen' })
  const { id: order } = await makeOrder(pool, { ...orderAt(location), total: '61.20' })
  const { username } = await makeUser(pool, 'customer', { company_id: location.company_id })
  const sales = await larder.sit('sales')
  await sales.open(`/customer/${location.id}`)
  await sales.kept()
  const glance = await screen.findByRole('region', { name: 'At a glance' })
  await within(glance).findByRole('link', { name: `Order ${order}` })
  expect(glance.textContent).toContain('$61.20')
  await press(`Order for ${username}`, glance)
  await isAt('/orders/add')
  await waitFor(() => expect(document.body.textContent).toContain(username))
})

it('the customers list marks quiet customers, and narrows to them', async (larder) => {
  const { pool } = larder
  const quiet = await makeLocation(pool, { name: 'Quiet Corner' })
  await makeLocation(pool, { name: 'Busy Corner' })
  for (const days of [50, 43, 36, 29])
    await makeOrder(pool, {
      ...orderAt(quiet),
      created_date: new Date(Date.now() - days * 86_400_000),
      delivery_date: addDays(new Date().toISOString().slice(0, 10), -days),
    })
  const sales = await larder.sit('sales')
  await sales.open('/customers')
  const table = await findTable('Customer Locations')
  const row = await waitFor(() => {
    const found = table.rows.find(({ textContent }) => textContent?.includes('Quiet Corner'))
    expect(found?.textContent).toContain('Last ordered')
    return found!
  })
  within(row).getByText(/^Last ordered \d\d\/\d\d\/\d{4}$/)
  await userEvent.click(await screen.findByRole('switch', { name: /^Quiet \(\d+\)$/ }))
  await isAt('/customers?quiet=true')
  await waitFor(() => expect(table.element.textContent).not.toContain('Busy Corner'))
  expect(table.element.textContent).toContain('Quiet Corner')
})

it('a list of quiet customers that is on its way does not say that nobody is quiet', async (larder) => {
  await makeLocation(larder.pool, { name: 'Slow Corner' })
  const sales = await larder.sit('sales')
  const release = sales.network.hold(at('GET', 'quietlocations'))
  await sales.open('/customers')
  const table = await findTable('Customer Locations')
  await waitFor(() => expect(table.element.textContent).toContain('Slow Corner'))
  await userEvent.click(await screen.findByRole('switch', { name: 'Quiet' }))
  await isAt('/customers?quiet=true')
  await waitFor(() => expect(table.element.textContent).not.toContain('Slow Corner'))
  expect(table.element.getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByText(/^No rows match/)).toBeNull()
  release()
  await waitFor(() => expect(table.element.getAttribute('aria-busy')).toBe('false'))
})

it('a list of quiet customers that cannot be read says so, and reads them again', async (larder) => {
  await makeLocation(larder.pool, { name: 'Loud Corner' })
  const sales = await larder.sit('sales')
  const mend = sales.network.fail(at('GET', 'quietlocations'), 500)
  await sales.open('/customers?quiet=true')
  await screen.findByText(/^Who is quiet could not be read\./)
  mend()
  await press('Try again')
  await screen.findByRole('switch', { name: /^Quiet \(\d+\)$/ })
  await waitFor(() => expect(screen.queryByText(/^Who is quiet could not be read/)).toBeNull())
})

it('an address that narrows the customers to quiet ones hides none from a person who may not see who is quiet', async (larder) => {
  const location = await makeLocation(larder.pool, { name: 'Own Corner' })
  const buyer = await larder.sit('buyer', { company_id: location.company_id })
  await buyer.open('/customers?quiet=true')
  const table = await findTable('Customer Locations')
  await waitFor(() => expect(table.element.textContent).toContain('Own Corner'))
})

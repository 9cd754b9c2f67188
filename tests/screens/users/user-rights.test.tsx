/** The user form beyond the specified fields: who sees payments, a person's customer, and which roles are given. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeCompany, makeLocation, makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fill, findDialog, findField, isEnabled, noDialog, press } from '../reading.ts'

const toggle = (name: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const options = async (label: string) =>
  within(await findField(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
async function save(title: string, consequence?: string) {
  await press('Save')
  const dialog = await findDialog(title)
  if (consequence !== undefined) within(dialog).getByText(consequence)
  await press('Confirm', dialog)
  await within(dialog).findByText('The user has been saved.')
  return dialog
}

it('a chef is added to an existing company, for some of its locations, and no customer is made', async (larder) => {
  const { pool } = larder
  const company_id = await makeCompany(pool)
  const kitchen = await makeLocation(pool, { company_id, name: 'Pier Kitchen' })
  await makeLocation(pool, { company_id, name: 'Pier Annex' })
  await makeLocation(pool, { company_id, name: 'Pier Cellar', active: false })
  const office = await larder.sit('office')
  await office.open('/user/add')
  await screen.findByRole('form', { name: 'User' })
  await waitFor(async () =>
    expect(await options('Company')).toContain(`Pier Kitchen and 2 more (company ${company_id})`),
  )
  await fill('Username', 'pierre')
  await fill('Email', 'pierre@example.com')
  await fill('First name', 'Pierre')
  await fill('Last name', 'Aronnax')
  await fill('New password', 'Vt7#mlZw')
  await fill('Confirm password', 'Vt7#mlZw')
  await choose('Company', `Pier Kitchen and 2 more (company ${company_id})`)
  screen.getByText('A company is chosen: no Customer Location is created.')
  expect(isEnabled(await findField('Restaurant name'))).toBe(false)
  const group = await screen.findByRole('group', { name: 'Orders for' })
  const [first, second] = within(group).getAllByRole<HTMLInputElement>('switch')
  // A closed location is not offered to a new person.
  expect(within(group).getAllByRole('switch')).toHaveLength(2)
  expect([first!.checked, second!.checked]).toEqual([true, true])
  await userEvent.click(first!)
  await userEvent.click(second!)
  await press('Save')
  await screen.findByText('Choose one at least.')
  await userEvent.click(within(group).getByRole('switch', { name: 'Pier Kitchen' }))
  await save('Add user pierre?')
  const { rows } = await pool.query('select company_id, location_ids from users where username = $1', [
    'pierre',
  ])
  expect(rows).toEqual([{ company_id, location_ids: [kitchen.id] }])
  const [sent] = office.network.calls.filter(at('POST', 'users'))
  expect(sent?.body).toMatchObject({
    company: company_id,
    company_location: [kitchen.id],
    restaurant_name: '',
  })
})

it('a person who sees the payments column sets who else sees it; roles from the office up include it', async (larder) => {
  const { id, username } = await makeUser(larder.pool, 'buyer', {
    first_name: 'Lena',
    last_name: 'Ortiz',
    email: 'lena@example.com',
  })
  const giver = await larder.sit('manager', { can_see_payments_column: true })
  await giver.open(`/user/${id}`)
  const sees = await toggle('Can see payments column')
  expect([sees.checked, isEnabled(sees)]).toEqual([false, true])
  await userEvent.click(sees)
  await save(`Save user ${username}?`)
  await userEvent.keyboard('{Escape}')
  await noDialog()
  const { rows } = await larder.pool.query('select can_see_payments_column from users where id = $1', [id])
  expect(rows).toEqual([{ can_see_payments_column: true }])
  await giver.open('/user/add')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Is staff/ }))
  expect((await toggle('Can see payments column')).checked).toBe(false)
  await choose('Role', 'Office')
  expect((await toggle('Can see payments column')).checked).toBe(true)

  const other = await larder.sit('office')
  await other.open('/user/add')
  await screen.findByText('Only somebody who sees it can give it.')
  expect(isEnabled(await toggle('Can see payments column'))).toBe(false)
  await userEvent.click(screen.getByRole('checkbox', { name: /^Is staff/ }))
  // A person cannot give a role above their own.
  expect(await options('Role')).toEqual(['Office', 'Foreman', 'Sales', 'Picker'])
  await other.open(`/user/${other.person.id}`)
  await screen.findByText('Your own: somebody else has to change it.')
  expect(screen.queryByLabelText('Role')).toBeNull()
  expect(screen.queryByLabelText('Company')).toBeNull()
})

it('a picker who is not staff needs no restaurant, and a locked account is not said to sign in at once', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/user/add')
  await screen.findByRole('form', { name: 'User' })
  await choose('Role', 'Picker')
  await screen.findByText('Pickers belong to no customer: no Customer Location is created.')
  expect(isEnabled(await findField('Restaurant name'))).toBe(false)
  await fill('Username', 'pia')
  await fill('Email', 'pia@example.com')
  await fill('First name', 'Pia')
  await fill('Last name', 'Quill')
  await fill('New password', 'Vt7#mlZw')
  await fill('Confirm password', 'Vt7#mlZw')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Account lock/ }))
  await save('Add user pia?', 'They cannot sign in until the lock is taken away.')
  await userEvent.keyboard('{Escape}')
  await noDialog()
  const { rows } = await larder.pool.query(
    'select role_id, is_staff, company_id from users where username = $1',
    ['pia'],
  )
  expect(rows).toEqual([{ role_id: 14, is_staff: false, company_id: null }])
})

/** The users list and the user form: what they show, ask for, check and say. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PASSWORD } from '../../factories/app.ts'
import { makeLocation, makeUser } from '../../factories/business.ts'
import { expect, it, type Larder } from '../larder.tsx'
import {
  address,
  choose,
  fill,
  findButton,
  findDialog,
  findTable,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'
import { at } from '../network.ts'

const SIX = ['username', 'email', 'first_name', 'last_name', 'new_password', 'new_password_confirm']
const DIFFER = 'Password and Confirm Password field values does not match.'
const ANNIE = { username: 'annie', email: 'annie@example.com', first_name: 'Annie', last_name: 'Oyl' }
const PASSWORDS = { new_password: 'Vt7#mlZw', new_password_confirm: 'Vt7#mlZw' }

const field = (name: string) => document.querySelector<HTMLInputElement>(`form input[name="${name}"]`)!
const type = (texts: Record<string, string>) => {
  for (const [name, value] of Object.entries(texts)) fireEvent.change(field(name), { target: { value } })
}
const rules = () =>
  within(screen.getByRole('list', { name: 'Password strength' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const form = () => screen.findByRole('form', { name: 'User' })
/** Signs the office in at a new user's form, which is filled, with the name of another user. */
async function fillTaken({ pool, sit }: Larder) {
  const { username: taken } = await makeUser(pool, 'buyer')
  const office = await sit('office')
  await office.open('/user/add')
  await form()
  type({ ...ANNIE, username: taken, restaurant_name: 'Quay Street', ...PASSWORDS })
  return { office, taken }
}

it('B004 B063 B064 B065 B066 B067 B210 C020 the users list leads to each user and to a new one', async (larder) => {
  const lena = { first_name: 'Lena', last_name: 'Ortiz', is_active: false }
  const { id, username } = await makeUser(larder.pool, 'buyer', { ...lena, email: 'lena@example.com' })
  const office = await larder.sit('office')
  await office.open('/users')
  const table = await findTable('Users')
  expect(table.labels).toEqual(['ID', 'Username', 'Email', 'First name', 'Last name'])
  const row = await waitFor(() => {
    const found = table.rows.find(({ textContent }) => textContent?.includes('lena@example.com'))
    expect(found).toBeDefined()
    return found!
  })
  within(row).getByText('Inactive')
  const asked = () => office.network.calls.filter(at('GET', /^users/)).map(({ path }) => path)
  const before = asked().length
  // The press is on the row, not on the link.
  await userEvent.click(within(row).getByText('Ortiz'))
  await isAt(`/user/${id}`)
  await form()
  expect(field('username').value).toBe(username)
  expect(new Set(asked().slice(before))).toEqual(
    new Set([`users/${id}`, `users/${id}/accountchanges`, `users/${id}/access`]),
  )
  await office.open('/users')
  await userEvent.click(await screen.findByRole('link', { name: 'Add User' }))
  await isAt('/user/add')
})

it('B243 a user of documented fields alone is in the list, and is neither inactive nor locked', async (larder) => {
  const office = await larder.sit('office')
  const omar = { id: 42, username: 'omar', role_id: 30, is_staff: false }
  const names = { email: 'lena@example.com', first_name: 'Lena', last_name: 'Ortiz' }
  office.network.answer(at('GET', 'users'), [{ ...omar, ...names, id: 41, username: 'lena' }, omar])
  await office.open('/users')
  await screen.findByRole('link', { name: 'Edit user 41, lena' })
  const table = await findTable('Users')
  expect(table.column('Username')).toEqual(['lena', 'omar'])
  expect(table.column('Last name')).toEqual(['Ortiz', '–'])
})

it('B068 B069 B070 B177 B178 C127 C128 C130 C242 a new user’s form is empty, and Save shows every required field', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/user/add')
  await form()
  screen.getByRole('heading', { name: 'Add User' })
  for (const name of [...SIX, 'restaurant_name']) expect(field(name).value, name).toBe('')
  expect(field('old_password')).toBeNull()
  screen.getByText('Used to create a Customer Location.')
  const flags = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(flags.map(({ name, checked }) => [name, checked])).toEqual([
    ['is_staff', false],
    ['email_order_confirmation', false],
    ['account_lock', false],
  ])
  await press('Save')
  await waitFor(() => expect(document.activeElement).toBe(field('username')))
  for (const name of [...SIX, 'restaurant_name'])
    expect(field(name).getAttribute('aria-invalid'), name).toBe('true')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('B075 B174 the form shows the password’s rules during typing, and that the two differ', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/user/add')
  await form()
  type({ ...ANNIE, restaurant_name: 'Quay Street', new_password: '8402915736' })
  expect(rules()).toEqual([
    'At least 8 characters: met',
    'Not only digits: not met',
    'Not a common word: met',
    'Not too similar to user attributes: met',
  ])
  type({ new_password_confirm: '8402-' })
  screen.getByText(DIFFER)
  type({ new_password: 'Vt7#mlZw' })
  expect(rules().filter((rule) => rule?.endsWith(': met'))).toHaveLength(4)
  await press('Save')
  screen.getByText(DIFFER)
  expect(screen.queryByRole('dialog')).toBeNull()
  type({ new_password_confirm: 'Vt7#mlZw' })
  expect(screen.queryByText(DIFFER)).toBeNull()
})

it('B072 B160 B161 B233 B247 B254 C003 a user is added after a question; a taken name is reported, and typed values stay', async (larder) => {
  const { office, taken } = await fillTaken(larder)
  const posted = () => office.network.calls.filter(at('POST', 'users'))
  const release = office.network.hold(at('POST', 'users'))
  await press('Save')
  let dialog = await findDialog(`Add user ${taken}?`)
  within(dialog).getByText(/“Quay Street” is created/)
  expect(posted()).toEqual([])
  await press('Confirm', dialog)
  await within(dialog).findByText('Saving …')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBe(dialog)
  release()
  const alert = await within(dialog).findByRole('alert')
  within(alert).getByRole('heading', { name: 'There was an error while saving the customer information' })
  expect(alert.querySelector('p')!.textContent).toMatch(/^username: /)
  await press('Continue', dialog)
  await noDialog()
  await waitFor(() => expect(document.activeElement).toBe(field('username')))
  expect(field('username').getAttribute('aria-invalid')).toBe('true')
  expect(field('email').value).toBe(ANNIE.email)

  type({ username: 'annie' })
  await press('Save')
  dialog = await findDialog('Add user annie?')
  await press('Confirm', dialog)
  await within(dialog).findByText('The user has been saved.')
  expect(posted()).toHaveLength(2)
  expect(posted()[1]!.body).toEqual({
    ...ANNIE,
    ...PASSWORDS,
    is_staff: false,
    is_active: true,
    email_order_confirmation: false,
    account_lock: false,
    restaurant_name: 'Quay Street',
  })
  await userEvent.click(within(dialog).getByText('Close'))
  await isAt('/users')
  const stored = await larder.pool.query(
    'select l.name from company_locations l join users u on u.company_id = l.company_id where u.username = $1',
    ['annie'],
  )
  expect(stored.rows).toEqual([{ name: 'Quay Street' }])
})

it('B074 B210 C127 C131 a user’s form shows their values, and Cancel does not change them', async (larder) => {
  const shown = { email: 'lena@example.com', first_name: 'Lena', last_name: 'Ortiz' }
  const { id, username } = await makeUser(larder.pool, 'buyer', shown)
  const office = await larder.sit('office')
  await office.open(`/user/${id}`)
  await form()
  expect(Object.fromEntries(SIX.map((name) => [name, field(name).value]))).toEqual({
    username,
    ...shown,
    new_password: '',
    new_password_confirm: '',
  })
  type({ first_name: 'Nobody' })
  await press('Cancel')
  await isAt('/users')
  await userEvent.click(await screen.findByRole('link', { name: `Edit user ${id}, ${username}` }))
  await form()
  expect(field('first_name').value).toBe('Lena')
  expect(address()).toBe(`/user/${id}`)
  expect(
    office.network.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('users')),
  ).toEqual([])
})

it('a refusal of the server shows at its field until the field changes, and typed values except passwords are restored', async (larder) => {
  const { office, taken } = await fillTaken(larder)
  const save = async () => {
    await press('Save')
    const dialog = await findDialog(`Add user ${taken}?`)
    await press('Confirm', dialog)
    await within(dialog).findByRole('alert')
    await press('Continue', dialog)
    await noDialog()
  }
  await save()
  const words = () => field('username').closest('.mantine-TextInput-root')!.querySelector('p')?.textContent
  expect(words()).toMatch(/taken|already|use/i)
  // The message stays while another field changes, also while the save is tried again.
  type({ first_name: 'Anne' })
  const said = words()
  await press('Save')
  expect(words()).toBe(said)
  await press('Cancel', await findDialog(`Add user ${taken}?`))
  await noDialog()
  type({ username: `${taken}-2` })
  expect(words()).toBeUndefined()

  await office.open('/user/add')
  await form()
  await screen.findByText('What you typed before is here again, without passwords. It is not saved.')
  expect([field('username').value, field('first_name').value, field('new_password').value]).toEqual([
    `${taken}-2`,
    'Anne',
    '',
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Vt7#mlZw')
  await press('Cancel')
  await isAt('/users')
  await office.open('/user/add')
  await form()
  expect(field('username').value).toBe('')
})

it('another user’s change meanwhile shows in the form beside the typed value, and can then be saved over', async (larder) => {
  const lena = { first_name: 'Lena', last_name: 'Ortiz', email: 'lena@example.com' }
  const { id, username } = await makeUser(larder.pool, 'buyer', lena)
  const office = await larder.sit('office')
  await office.open('/users')
  await findTable('Users')
  await userEvent.click(await screen.findByRole('link', { name: `Edit user ${id}, ${username}` }))
  await form()
  type({ first_name: 'Magdalena' })
  const { username: other } = await makeUser(larder.pool, 'office')
  const body = { first_name: 'Helena', last_name: 'Ruiz' }
  expect((await larder.server.call(other, 'PATCH', `users/${id}`, { body })).status).toBe(200)
  const save = async () => {
    await press('Save')
    const dialog = await findDialog(`Save user ${username}?`)
    await press('Confirm', dialog)
    return dialog
  }
  const refused = await save()
  await within(refused).findByRole('alert')
  await press('Continue', refused)
  await noDialog()
  expect([field('first_name').value, field('last_name').value]).toEqual(['Magdalena', 'Ruiz'])
  const saved = await save()
  await within(saved).findByText('The user has been saved.')
  await userEvent.click(within(saved).getByText('Close'))
  await isAt('/users')
  // The list shows its new state, not the one when it was left.
  const row = (await screen.findByRole('link', { name: `Edit user ${id}, ${username}` })).closest('tr')!
  within(row).getByText('Magdalena')
})

it('a name that was typed on an earlier visit does not replace a newer one without a word', async (larder) => {
  const { id, username } = await makeUser(larder.pool, 'buyer', {
    first_name: 'Lena',
    last_name: 'Ortiz',
    email: 'len@example.com',
  })
  const office = await larder.sit('office')
  await office.open(`/user/${id}`)
  await form()
  type({ first_name: 'Magdalena' })
  await larder.pool.query(`update users set first_name = 'Helena' where id = $1`, [id])
  await office.open(`/user/${id}`)
  await form()
  expect(field('first_name').value).toBe('Magdalena')
  await press('Save')
  const dialog = await findDialog(`Save user ${username}?`)
  await press('Confirm', dialog)
  await within(dialog).findByRole('alert')
  const { rows } = await larder.pool.query('select first_name from users where id = $1', [id])
  expect(rows).toEqual([{ first_name: 'Helena' }])
})

it('a user’s own address or password up to role 12 is saved after the current password is typed in the dialog', async (larder) => {
  const office = await larder.sit('office')
  const { id, username } = office.person
  await office.open(`/user/${id}`)
  await form()
  expect(field('old_password')).toBeNull()
  type({
    first_name: 'Ann',
    last_name: 'Oyl',
    email: 'own@example.com',
    ...PASSWORDS,
  })
  const save = async (password: string) => {
    await press('Save')
    const dialog = await findDialog(`Save user ${username}?`)
    const confirm = await findButton('Confirm', dialog)
    expect(isEnabled(confirm)).toBe(false)
    await fill('Your current password', password, dialog)
    await waitFor(() => expect(isEnabled(confirm)).toBe(true))
    await press('Confirm', dialog)
    return dialog
  }
  const refused = await save('not this one')
  await within(refused).findByText(/old_password: is not right/)
  await press('Continue', refused)
  await noDialog()
  const dialog = await save(PASSWORD)
  await within(dialog).findByText('The user has been saved.')
  const sent = office.network.calls.findLast(at('PATCH', `users/${id}`))
  expect(sent?.body).toMatchObject({ email: 'own@example.com', old_password: PASSWORD })
  await userEvent.click(within(dialog).getByText('Close'))
  await isAt('/users')

  // A change of neither email nor password needs no password. Nor does a change of another user's record.
  const other = await makeUser(larder.pool, 'picker', { email: 'other@example.com' })
  for (const [user, name] of [
    [id, username],
    [other.id, other.username],
  ] as const) {
    await office.open(`/user/${user}`)
    await form()
    type(user === id ? { first_name: 'Anne' } : { ...ANNIE, username: name })
    await press('Save')
    const plain = await findDialog(`Save user ${name}?`)
    expect(within(plain).queryByLabelText('Your current password')).toBeNull()
    await press('Confirm', plain)
    await within(plain).findByText('The user has been saved.')
    await userEvent.click(within(plain).getByText('Close'))
    await isAt('/users')
  }
})

it('the list is narrowed by role and by company, and the address keeps the filter', async (larder) => {
  const buyer = await makeUser(larder.pool, 'buyer')
  const other = await makeUser(larder.pool, 'buyer')
  await makeLocation(larder.pool, { name: 'Narrow Quay', company_id: buyer.company_id! })
  const picker = await makeUser(larder.pool, 'picker')
  const office = await larder.sit('office')
  await office.open('/users')
  await screen.findByRole('link', { name: new RegExp(`^Edit user ${picker.id},`) })
  const ids = async () => (await findTable('Users')).column('ID').map(Number)
  await choose('Role', 'Company buyer')
  await waitFor(async () => expect(await ids()).not.toContain(picker.id))
  expect(await ids()).toEqual(expect.arrayContaining([buyer.id, other.id]))
  await choose('Company', `Narrow Quay (company ${buyer.company_id})`)
  await waitFor(async () => expect(await ids()).toEqual([buyer.id]))
  await isAt(`/users?role=20&company=${buyer.company_id}`)
})

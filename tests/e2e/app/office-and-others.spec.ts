/** What the office does to somebody who is signed in elsewhere: edits the list that they order from, locks their account. */
import { callApi, DESK, expect, readDevice, SENT, shared as test, signIn } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { button, takeCustomer } from '../ordering/ordering.ts'

test.describe.configure({ mode: 'default' })

test('a list that the office edits is the one that a chef orders from who is signed in elsewhere', async ({
  fresh,
  as,
  sharedServer,
}) => {
  const { username, location } = await takeCustomer(sharedServer)
  const [list] = await sharedServer.query<{ id: number; upc: string; name: string; offered: string }>(
    `select l.id, p.upc, p.name, (select o.name from order_list_rows r join products o on o.upc = r.product and o.active
                                   where r.order_list_id = l.id order by r.position limit 1) as offered
       from order_lists l, products p
      where l.company_location_id = $1 and l.visible and p.active and p.is_primary
        and not exists (select from order_list_rows r where r.order_list_id = l.id and r.product = p.upc)
      order by l.id, p.upc limit 1`,
    [location],
  )
  const chef = await fresh()
  await signIn(chef, username)
  await chef.goto('/orders/add')
  await expect(chef.getByText(list!.offered).first()).toBeVisible()
  await expect(chef.getByText('Chef’s wish')).toHaveCount(0)

  const office = await as('office', DESK)
  await office.goto(`/customer/${location}/orderlists`)
  await office.getByLabel('Category name').fill('Chef’s wish')
  await button(office, 'Add category').click()
  // To the top, where a chef begins.
  const handle = office.getByRole('button', { name: /^Reorder Chef’s wish,/ })
  await handle.press('Home')
  await expect(office.getByRole('textbox', { name: 'Name of category 1', exact: true })).toHaveValue(
    'Chef’s wish',
  )
  await button(office, 'Show the products of Chef’s wish').click()
  await office.getByLabel('Product', { exact: true }).fill(list!.upc)
  await office.getByRole('list', { name: 'Products found' }).getByText(list!.name).click()
  await button(office, 'Add product').click()
  await button(office, 'Save').click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByText('The order list has been saved.')).toBeVisible()

  await chef.goto('/orders')
  await chef.goto('/orders/add')
  await expect(chef.getByText('Chef’s wish').first()).toBeVisible()
  await expect(chef.getByText(list!.name).first()).toBeVisible(SENT)
})

test('somebody whose account is locked while they work is told so, and what they have not sent arrives when it is opened', async ({
  fresh,
  as,
  sharedServer,
}) => {
  const password = 'Vt7#mlZw-q'
  const username = 'night-shift'
  const { body } = await callApi(sharedServer, 'office', 'POST', 'users/', {
    username,
    email: 'night@example.com',
    first_name: 'Ida',
    last_name: 'Moss',
    is_staff: true,
    new_password: password,
    new_password_confirm: password,
  })
  const { id } = body as { id: number }
  const order = await takeOrder(sharedServer)
  const worker = await fresh()
  await signIn(worker, username, password)
  await worker.route('**/api/sync/push', (route) => route.abort())
  await worker.goto(`/order/${order}`)
  await worker.getByLabel('Note').fill('Typed before the lock')
  await worker.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => readDevice(worker, 'outbox')).toHaveLength(1)

  const office = await as('office', DESK)
  /** Sets or takes the lock on the form, and says yes. */
  async function lock(isLocked: boolean, said: RegExp) {
    await office.goto(`/user/${id}`)
    await office.getByRole('checkbox', { name: /^Account lock/ }).setChecked(isLocked)
    await button(office, 'Save').click()
    const dialog = office.getByRole('dialog', { name: `Save user ${username}?` })
    await expect(dialog.getByText(said)).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('The user has been saved.')).toBeVisible()
  }
  await lock(true, /They are signed out at once and cannot sign in again/)

  await worker.unrouteAll({ behavior: 'ignoreErrors' })
  const told =
    'Your account was locked. Please speak to your administrator. Everything that you entered is kept on this device.'
  await expect(worker.getByText(told)).toBeVisible(SENT)
  expect(await readDevice(worker, 'outbox')).toHaveLength(1)
  await worker.reload()
  await expect(worker.getByText(told)).toBeVisible()
  const enter = async () => {
    await worker.getByLabel('Username').fill(username)
    await worker.getByLabel('Password', { exact: true }).fill(password)
    await worker.getByRole('button', { name: 'SIGN IN' }).click()
  }
  await enter()
  await expect(worker.getByText('This account is locked. Please speak to your administrator.')).toBeVisible()
  expect(await readDevice(worker, 'outbox')).toHaveLength(1)

  await lock(false, /What you changed holds at once/)
  await enter()
  await expect(worker).toHaveURL(`/order/${order}`)
  await expect(worker.getByLabel('Note')).toHaveValue('Typed before the lock')
  await expect
    .poll(() => sharedServer.query('select note from orders where id = $1', [order]), SENT)
    .toEqual([{ note: 'Typed before the lock' }])
})

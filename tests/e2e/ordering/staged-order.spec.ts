/** Two people add to one staged order, one of them offline. Both additions count. Ordering it once: tests/screens. */
import { callApi, DESK, expect, keepWholeApp, SENT, shared as test, signIn } from '../larder.ts'
import { lines, more, offeredTo, takeCustomer } from './ordering.ts'

test.describe.configure({ mode: 'default' })

test('B006 B142 additions to a staged order without a network survive a reload, and count beside another user’s additions', async ({
  fresh,
  sharedServer,
}) => {
  const { username, location } = await takeCustomer(sharedServer)
  const [offered] = await offeredTo(sharedServer, username)
  const isCase = offered!.unit_type === 'Case'
  const add = async (count: number) => {
    const body = {
      upc: offered!.upc,
      company_location: location,
      unit_quantity: isCase ? 0 : count,
      case_quantity: isCase ? count : 0,
    }
    const { status } = await callApi(sharedServer, 'sales', 'POST', 'sharedcartitems/?force_add=True', body)
    expect(status).toBeLessThan(300)
  }
  const staged = async () => {
    const rows = await sharedServer.query<{ count: number }>(
      'select unit_quantity + case_quantity as count from shared_cart_items where company_location_id = $1',
      [location],
    )
    return rows.map(({ count }) => count)
  }
  await add(1)
  const chef = await fresh({ viewport: DESK, serviceWorker: true })
  await signIn(chef, username)
  await keepWholeApp(chef)
  await chef.goto('/cart?stagedOrder=1')
  const quantity = lines(chef, 'staged order').first().getByRole('textbox').first()
  await expect(quantity).toHaveValue('1')

  // The chef goes into the cellar. Coming up later, the chef has overwritten nothing.
  await chef.context().setOffline(true)
  await more(lines(chef, 'staged order').first()).first().click()
  await expect(chef.getByText('This is the staged order as of')).toBeVisible()
  await expect(quantity).toHaveValue('2')
  await add(2)
  await chef.reload()
  await expect(quantity).toHaveValue('2')
  await chef.context().setOffline(false)
  await expect.poll(staged, SENT).toEqual([4])
  await expect(quantity).toHaveValue('4', SENT)
})

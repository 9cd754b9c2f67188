/** The page of a public order list, and the office's list of such pages. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDeviceDatabase } from '#src/db/device.ts'
import type { TestServer } from '../../factories/app.ts'
import { makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findTable, hasButton, isAt } from '../reading.ts'

/** A public list of its own name, with oil under one category and salt under another. */
async function makePublic({ database: { pool } }: TestServer, public_name: string) {
  const location = await makeLocation(pool)
  const [oil, salt] = [
    await makeProduct(pool, { name: 'Olive Oil' }),
    await makeProduct(pool, { name: 'Salt' }),
  ]
  const list = await makeOrderList(pool, [oil.upc, salt.upc], {
    company_location_id: location.id,
    category_names: ['Pantry', 'Spices'],
    public_name,
    is_public: true,
  })
  await pool.query(
    `update order_list_rows set category_name = 'Spices' where order_list_id = $1 and product = $2`,
    [list, salt.upc],
  )
  return { list, location }
}
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })
const shareTools = () => screen.queryByRole('region', { name: 'Share this list' })

it('A087 A093 C015 the page of a list names its location and every product under its category, and no price', async (larder) => {
  const { location } = await makePublic(larder.server, 'Harbor Menu')
  const guest = await larder.sit('customer')
  const release = guest.network.hold(at('GET', 'orderlists'))
  await guest.open('/demo/harbor-MENU')
  await screen.findByText('Matching orderlist...')
  release()
  await findHeading('Harbor Menu')
  await screen.findByText(location.name)
  for (const [category, product] of [
    ['Pantry', 'Olive Oil'],
    ['Spices', 'Salt'],
  ] as const) {
    const items = within(await screen.findByRole('region', { name: category })).getAllByRole('listitem')
    expect(items.map((item) => item.querySelector('b')?.textContent)).toEqual([product])
  }
  const main = screen.getByRole('main')
  expect(main.textContent).not.toContain('$')
  expect(main.querySelector('input, button')).toBeNull()
})

it('A094 a name without a list shows that there is none', async (larder) => {
  const guest = await larder.sit('customer')
  await guest.open('/demo/no-such-name')
  await screen.findByText(
    "We couldn't find any orderlist with that name. Please contact the provider directly.",
  )
})

it('A091 A092 roles below 12 have the share tools, staff or not, and an ended session has none', async (larder) => {
  await makePublic(larder.server, 'Share Me')
  const sales = await larder.sit('sales')
  await sales.open('/demo/share-me')
  await findHeading('Share Me')
  // It is known who looks at it.
  await waitFor(() => expect(localStorage.getItem('larder-known-user')).toBe(String(sales.person.id)))
  // Where they are to come, they come with their file.
  await act(async () => void (await import('#features/order-lists/ShareTools.tsx')))
  expect(shareTools()).toBeNull()
  const foreman = await larder.sit('foreman', { is_staff: false })
  await foreman.open('/demo/share-me')
  await screen.findByRole('region', { name: 'Share this list' })

  const device = openDeviceDatabase()
  await device.sessions.toCollection().modify({ last_refresh: 0 })
  device.close()
  foreman.network.answer(at('POST', 'auth/refresh'), { message: 'Refused', code: 'sign_in_needed' }, 401)
  await foreman.open('/demo/share-me')
  await screen.findByRole('link', { name: 'Sign in' })
  await findHeading('Share Me')
  expect(shareTools()).toBeNull()
})

it('C082 C083 C085 C329 the office lists the public lists, each with its customer and its page', async (larder) => {
  const { list, location } = await makePublic(larder.server, 'Summer Fruit')
  const office = await larder.sit('office')
  await office.open('/orderlistPublic')
  const table = await findTable('Public order lists')
  expect(table.labels).toEqual(['Order List ID', 'Customer Location', 'View'])
  expect(office.network.calls.find(at('GET', 'orderlists'))!.query.get('public')).toBe('true')
  const { rows } = await larder.pool.query(
    `select l.id::text from order_lists l join company_locations c on c.id = l.company_location_id
      where l.is_public order by c.name, l.public_name, l.id`,
  )
  await waitFor(() => expect(table.rows).toHaveLength(rows.length))
  const row = table.rows[rows.findIndex(({ id }) => id === String(list))]!
  expect(row.textContent).toContain(location.name)
  const link = (name: string) => within(row).getByRole('link', { name })
  expect(link(`Edit order list ${list}`).getAttribute('href')).toBe(`/customer/${location.id}`)
  expect(link('View Summer Fruit').getAttribute('href')).toBe('/demo/Summer-Fruit')
  await userEvent.click(link('View Summer Fruit'))
  await isAt('/demo/Summer-Fruit')
  await findHeading('Summer Fruit')
})

it('C084 the public lists cannot be deleted, edited or searched there, and stay visible without the server', async (larder) => {
  await makePublic(larder.server, 'Winter Fruit')
  const office = await larder.sit('office')
  await office.open('/orderlistPublic')
  const table = await findTable('Public order lists')
  expect(screen.getByRole('main').querySelector('[type=search], td input, td button')).toBeNull()
  expect(hasButton(/^Delete/)).toBe(false)
  office.goOffline()
  await screen.findByText('The server is not in reach: this is what it last said.')
  expect(table.rows.length).toBeGreaterThan(0)
})

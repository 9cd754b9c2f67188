/** The office changes an order list that a chef has open. */
import { screen, waitFor } from '@testing-library/react'
import type { TestServer } from '../../factories/app.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, findField, isAt, isEnabled, press } from '../reading.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'

/** Makes a location with oil on its list, and a person of the office. */
async function makeOilList({ database: { pool } }: TestServer) {
  const location = await makeLocation(pool)
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  const list = await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const { username } = await makeUser(pool, 'office')
  return { location, oil, list, username }
}

it('A001 an open Create Order shows the office’s change of a list, and keeps the cart and the search', async (larder) => {
  const { pool } = larder
  const { location, oil, list, username } = await makeOilList(larder.server)
  const salt = await makeProduct(pool, { name: 'Olive Salt', unit_type: 'Unit', display_unit_price: '1.25' })
  const office = async (act: 'addproduct' | 'removeproduct', upc: string) => {
    const { status } = await larder.server.call(username, 'POST', `orderlists/${list}/${act}/`, {
      body: { upc, category_name: 'Pantry' },
    })
    expect(status).toBe(200)
  }

  const chef = await larder.sit('customer', { company_id: location.company_id })
  await chef.open('/orders/add')
  await chef.kept()
  await fill('Search', 'olive')
  await press('More units of Olive Oil')
  await fill('Units of Olive Oil', '12')
  await office('addproduct', salt.upc)
  await findField('Units of Olive Salt')
  expect(await findField('Search')).toHaveProperty('value', 'olive')
  expect(await findField('Units of Olive Oil')).toHaveProperty('value', '12')
  await press('More units of Olive Salt')

  await office('removeproduct', oil.upc)
  await waitFor(() => expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull())
  expect(await findField('Units of Olive Salt')).toHaveProperty('value', '1')
  // A product in the cart stays there and is named. It is neither ordered unnoticed nor lost.
  await chef.open('/cart')
  const gone = `Product ${oil.upc} is not offered any more.`
  await screen.findByText(gone)
  const confirm = await findButton('Confirm order')
  await waitFor(() => expect(isEnabled(confirm)).toBe(false))
  expect(confirm.title).toBe(`${gone} Take it out first.`)
  await press(`Remove ${oil.upc}`)
  await press('Confirm order')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const { rows } = await pool.query(
    'select i.product, i.units_ordered from orders o join order_items i on i.order_id = o.id where o.company_id = $1',
    [location.company_id],
  )
  expect(rows).toEqual([{ product: salt.upc, units_ordered: 1 }])
})

it('a product that was fetched before the feed is removed when the feed deletes it', async (larder) => {
  const { location, oil, list, username } = await makeOilList(larder.server)
  const chef = await larder.sit('customer', { company_id: location.company_id })
  // The list comes before the first pull, so its product is asked for by itself.
  const letPull = chef.network.hold(at('GET', 'sync/changes'))
  await chef.open('/orders/add')
  await press('More units of Olive Oil')
  letPull()
  await chef.kept()

  const { status } = await larder.server.call(username, 'POST', `orderlists/${list}/removeproduct/`, {
    body: { upc: oil.upc, category_name: 'Pantry' },
  })
  expect(status).toBe(200)
  await waitFor(() => expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull())
  await chef.open('/cart')
  await screen.findByText(`Product ${oil.upc} is not offered any more.`)
})

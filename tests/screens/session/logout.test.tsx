/** What a logout leaves behind on a device. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PASSWORD } from '../../factories/app.ts'
import { makeLocation, makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { fill, press } from '../reading.ts'

const findCustomer = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })

it('C223 logout clears the selected customer', async ({ server, sit }) => {
  const { pool } = server.database
  const location = await makeLocation(pool)
  const buyer = await makeUser(pool, 'buyer', { company_id: location.company_id })
  const office = await sit('office')
  await office.open('/orders/add')
  await userEvent.type(await findCustomer(), buyer.username)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${buyer.username} · `) }))
  await office.open('/orders/add')
  await waitFor(async () => expect((await findCustomer()).value).toContain(buyer.username))

  await press('Logout')
  await fill('Username', office.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  await screen.findByRole('button', { name: 'Logout' })
  await office.open('/orders/add')
  expect((await findCustomer()).value).toBe('')
})

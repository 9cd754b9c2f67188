/** The two looks of the inventory and the item codes. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { isWide } from '../wide.ts'
import { expect, it } from '../larder.tsx'

it('C050 below 900 px the catalogue is cards until a person wants a table there, which changes nothing at the desk', async (larder) => {
  await makeProduct(larder.pool, { name: 'Quince' })
  isWide(899)
  const office = await larder.sit('office')
  for (const [path, label] of [
    ['/inventory', 'Inventory'],
    ['/itemcodes', 'Item Codes'],
  ] as const) {
    await office.open(path)
    await screen.findByRole('list', { name: label })
    expect(screen.queryByRole('table')).toBeNull()
  }
  await userEvent.click(screen.getByText('Table'))
  await screen.findByRole('table')

  isWide(900)
  await office.open('/inventory')
  await screen.findByRole('table')
  await userEvent.click(screen.getByText('Cards'))
  await screen.findByRole('list', { name: 'Inventory' })

  isWide(899)
  await office.open('/itemcodes')
  await screen.findByRole('table')
})

/** The two looks of the inventory and the item codes. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { makeProduct } from '../factories/business.ts'
import { expect, it } from './larder.tsx'

/** A window of so many px, as the style sheets ask for it: in em of 16 px. */
function isWide(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const [, em] = /max-width: ([\d.]+)em/.exec(query) ?? []
    const matches = em !== undefined && px <= Number(em) * 16
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList
  })
}

it('C050 below 900 px the catalogue is cards until a person wants a table there, which changes nothing at the desk', async ({
  server,
  sit,
}) => {
  await makeProduct(server.database.pool, { name: 'Quince' })
  isWide(899)
  const office = await sit('office')
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

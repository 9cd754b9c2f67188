/** The drawer: what stands in it, and where it leads. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from './larder.tsx'
import { isAt } from './reading.ts'

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  // Until it is known who it is, there is what everybody may see (C280).
  await screen.findByText(/^Signed in as/)
  return (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link')
}

it('a foreman’s drawer has the twelve entries, and apart from them the tools, which lead to their screens', async ({
  sit,
}) => {
  const foreman = await sit('foreman')
  await foreman.open('/cart')
  const links = await openMenu()
  expect(links('Main')).toHaveLength(12)
  expect(links('Tools').map(({ textContent }) => textContent)).toEqual([
    'Scanner',
    'Recalls',
    'Open balances',
    'Held payments',
    'Mail',
    'Devices',
  ])
  await userEvent.click(links('Tools')[5]!)
  await isAt('/devices')
  await screen.findByRole('heading', { level: 1, name: 'Devices' })
})

it('a buyer’s drawer has no tools', async ({ sit }) => {
  const buyer = await sit('buyer')
  await buyer.open('/cart')
  await openMenu()
  expect(screen.queryByRole('navigation', { name: 'Tools' })).toBeNull()
})

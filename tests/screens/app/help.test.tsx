/** Help: what one does on the screen that is open, from the question mark beside its title and from the menu. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { findButton, findDialog, noDialog, press } from '../reading.ts'
import { isWide } from '../wide.ts'

it('the question mark beside a title shows what this person does on the screen', async (larder) => {
  const buyer = await larder.sit('buyer')
  await buyer.open('/orders')
  await press('Help')
  const help = await findDialog('Help: Orders')
  within(help).getByText(/^“My usual” orders/)
  expect(within(help).queryByText(/Requests of customers/)).toBeNull()
  await press('OK', help)
  await noDialog()
})

it('the floor’s pick list and the scanner check have the question mark too, without a network', async (larder) => {
  const foreman = await larder.sit('foreman')
  await foreman.open('/orders/picklist')
  await press('Help')
  await press('OK', await findDialog(/^Help: /))
  await noDialog()
  await foreman.open('/scanner')
  await findButton('Help')
  foreman.goOffline()
  await press('Help')
  within(await findDialog(/^Help: /)).getByText(/^Scan the codes on this page/)
})

it('on a phone the menu leads to the help', async (larder) => {
  isWide(390)
  const foreman = await larder.sit('foreman')
  await foreman.open('/cart')
  await press('Menu')
  await press('Help with this screen')
  const help = await findDialog('Help: Cart')
  within(help).getByText(/^Check the amounts/)
  await findButton('OK', help)
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull())
})

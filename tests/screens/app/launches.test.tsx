/** A link in a mail, or a shortcut, that opens the installed app while a window of it is open. */
import { screen } from '@testing-library/react'
import { makeProduct } from '../../factories/business.ts'
import { it } from '../larder.tsx'
import { launchQueue } from './launch-queue.ts'
import { fill, findDialog, isAt, noDialog, press } from '../reading.ts'

it('a launch opens its page in the open window, after its question about unsaved work', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Medlar' })
  const office = await larder.sit('office')
  const launch = launchQueue()
  await office.open(`/product/${upc}/fees`)
  await fill('Amount', '2')
  await press('Add Margin')
  launch('/orders?q=tern')
  await press('Stay', await findDialog('Leave without saving?'))
  await screen.findByText('Changes that are not saved yet.')
  await isAt(`/product/${upc}/fees`)
  launch('/orders?q=tern')
  await press('Leave', await findDialog('Leave without saving?'))
  await isAt('/orders?q=tern')
})

it('the window stays on its page when the app’s icon is pressed, or its own address is opened', async (larder) => {
  const office = await larder.sit('office')
  const launch = launchQueue()
  await office.open('/users')
  await screen.findByRole('heading', { level: 1, name: 'Users' })
  launch('/')
  launch('/users')
  await isAt('/users')
  await noDialog()
})

/** A file that is opened with the installed app. */
import { screen, within } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { launchQueue } from './launch-queue.ts'
import { findDialog, hasButton, isAt, press } from '../reading.ts'

const receipt = (name: string) => new File(['UPC,Item,Qty,C/U,Ext. Value\n061,Rice,2,U,12.50'], name)

it('the receipt upload reads a receipt’s file; the next file waits until that is done', async (larder) => {
  const office = await larder.sit('office')
  const launch = launchQueue()
  await office.open('/orders')
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  launch('/receipt/upload', receipt('may.csv'))
  await isAt('/receipt/upload')
  await screen.findByText('may.csv')
  expect(screen.queryByText(/was handed to Larder/)).toBeNull()
  launch('/receipt/upload', receipt('june.csv'))
  await screen.findByText('“june.csv” was handed to Larder. It waits until the other file is done.')
  await press('Cancel')
  await isAt('/receiptDifference')
  await screen.findByRole('heading', { level: 1, name: 'Receipt Difference' })
  await press('Open as a receipt')
  await screen.findByText('june.csv')
})

it('the second of two files that are opened together waits', async (larder) => {
  const office = await larder.sit('office')
  const launch = launchQueue()
  await office.open('/orders')
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  launch('/receipt/upload', receipt('may.csv'), receipt('june.csv'))
  await screen.findByText('“june.csv” was handed to Larder. It waits until the other file is done.')
  await screen.findByText('may.csv')
})

it('a file of unsent changes opens the import', async (larder) => {
  const office = await larder.sit('foreman')
  const launch = launchQueue()
  await office.open('/orders')
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  launch('/sync', new File(['{}'], 'larder-unsent.json'))
  const dialog = await findDialog('Import unsent changes')
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(
    /^This is not a file of unsent Larder changes/,
  )
})

it('an opened file is kept for a person who may use it, also over a sign-out and a start', async (larder) => {
  const picker = await larder.sit('picker')
  const launch = launchQueue()
  await picker.open('/orders')
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  launch('/receipt/upload', receipt('may.csv'))
  await screen.findByText(
    '“may.csv” was handed to Larder. Receipts are for the back office. It is kept on this device for a day.',
  )
  expect(hasButton('Open as a receipt')).toBe(false)
  await press('Logout')
  await screen.findByText('“may.csv” is kept until you sign in.')
  await isAt('/')
  // Also over a start of the app.
  await picker.open('/')
  await screen.findByText('“may.csv” is kept until you sign in.')
})

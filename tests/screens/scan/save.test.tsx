/** Saving a scan: by itself, by Save, and refused. Also the list as a table, and without picked lines. */
import { SCAN_AUTOSAVE_MS } from '#contract/spec.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'
import { findDialog, hasButton, isAt, noDialog, press } from '../reading.ts'
import { PUSH, refusePush } from '../refused-push.ts'
import { watchTimers } from '../timers.ts'
import {
  cards,
  choose,
  current,
  expectCard,
  expectIgnored,
  expectPressed,
  openBulkScan,
  openScan,
  storedItem,
} from './scan.ts'

const status = () => screen.getByRole('status', { name: 'Saving status' }).textContent

it('A051 A052 the items show as cards or as a table, which repeats its header before every tenth row', async (larder) => {
  const names = Array.from({ length: 12 }, (_, n) => `Thing ${n}`)
  const { order } = await makeFilled(larder.pool, Object.fromEntries(names.map((name) => [name, {}])))
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, ...names)
  await press('Table')
  const table = await screen.findByRole('table', { name: 'Items' })
  expect(screen.queryByRole('list', { name: 'Items' })).toBeNull()
  const isHead = [...table.querySelectorAll('tbody tr')].map((row) => row.querySelector('th') !== null)
  expect(isHead.filter((head) => !head)).toHaveLength(names.length)
  expect(isHead.flatMap((head, row) => (head ? [row] : []))).toEqual([0, 11])
  // A thing is ordered by the unit alone: nothing is said of its cases.
  const counts = within(table)
    .getAllByRole('row', { name: /Thing 0/ })
    .map((row) => [...row.querySelectorAll('td')].slice(2, 4).map(({ textContent }) => textContent))
  expect(counts).toEqual([['0 of 2', '–']])
  await press('Cards')
  await screen.findByRole('list', { name: 'Items' })
  expect(cards()).toHaveLength(names.length)
})

it('A053 picked items can be hidden, and shown again', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Apples: {}, Beans: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Apples', 'Beans')
  await press('Picked', current())
  await expectCard('Apples', 'Done')
  await press('Show/Hide picked')
  await waitFor(() =>
    expect(cards().map(({ textContent }) => textContent)).toEqual([expect.stringMatching('Beans')]),
  )
  await press('Show/Hide picked')
  await waitFor(() => expect(cards()).toHaveLength(2))
})

it('A191 picks are sent by themselves, once, and without a dialog', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Cress: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Cress')
  const delays = watchTimers()
  await press('Picked', current())
  await waitFor(() => expect(status()).toContain('not sent'))
  expect(delays()).toContain(SCAN_AUTOSAVE_MS)
  await waitFor(() => expect(status()).toContain('All sent'))
  const edits = picker.network.calls
    .filter(PUSH)
    .flatMap(
      ({ body }) => (body as { mutations: { entity_id: string; call: { method: string } }[] }).mutations,
    )
  expect(edits.map(({ entity_id, call }) => [call.method, entity_id])).toEqual([
    ['PATCH', items['Cress']!.id],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('A063 A064 A319 Save asks first, and shows that it is saved', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Dates: {}, Eels: {} })
  const picker = await larder.sit('picker')
  await openScan(picker, order.id, 'Dates', 'Eels')
  await choose('Dates')
  await press('Picked', current())
  await expectPressed('Picked', true)
  await press('Save')
  const question = await findDialog('Save the scan?')
  await expectIgnored(items['Eels']!.product, question)
  await press('Cancel', question)
  await noDialog()
  await press('Save')
  await press('Confirm', await findDialog('Save the scan?'))
  const result = await findDialog('Save')
  await expectIgnored(items['Eels']!.product, result)
  await within(result).findByText('Changes to the Scan has been successfully saved')
  expect(await storedItem(larder.pool, items['Dates']!.id)).toMatchObject({ scanned: true, picked: true })
  expect(await storedItem(larder.pool, items['Eels']!.id)).toMatchObject({ unit_quantity: 0 })
  await press('Order', result)
  await isAt(`/order/${order.id}`)
})

it('A194 a save of two orders offers neither Order nor Invoice', async (larder) => {
  const { pool } = larder
  const made = [await makeFilled(pool, { Apples: {} }), await makeFilled(pool, { Beans: {} })]
  const foreman = await larder.sit('foreman')
  const ids = made.map(({ order }) => order.id)
  await openBulkScan(foreman, ids, 'Apples', 'Beans')
  await press('Save')
  await press('Confirm', await findDialog('Save the scan?'))
  const saved = await findDialog('Save')
  await within(saved).findByText('Changes to the Scan has been successfully saved')
  for (const way of ['Order', 'Invoice']) expect(hasButton(way, saved)).toBe(false)
})

it('A318 a save that the server refuses shows its words, and no invoice is made of it', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Eggs: {} })
  const office = await larder.sit('office')
  await openScan(office, order.id, 'Eggs')
  await refusePush(office.network, 'Nobody may pick today.', async () => {
    await press('Picked', current())
    await expectPressed('Picked', true)
    await press('Save')
    await press('Confirm', await findDialog('Save the scan?'))
  })
  const alert = async () => within(await findDialog('Save')).findByRole('alert')
  const told = await alert()
  expect(within(told).getByRole('heading').textContent).toBe('There was an error saving the Scan changes')
  expect(told.textContent).toContain('Nobody may pick today.')
  const saved = await findDialog('Save')
  within(saved).getByText('Invoice: Settle what was refused first.')
  // Pressing Save again does not save it. The scan reports the refusal until a person settles it.
  await userEvent.click(within(saved).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await noDialog()
  await press(/^1 needs you/)
  await findDialog('Online')
  await press('Close')
  await noDialog()
  await press('Save')
  await press('Confirm', await findDialog('Save the scan?'))
  expect((await alert()).textContent).toContain('Nobody may pick today.')
  await press('Settle it under Sync', await alert())
  await isAt('/sync')
})

/** The pick list as cards, which is what every phone shows. Their layout: tests/e2e/picklist. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { findButton, hasButton, press } from '../reading.ts'
import { findCard, makeFilled, openCards, pool, save, storedItem } from './pick-list.ts'

afterEach(() => vi.restoreAllMocks())

const MORE = 'Units Picked: one more'
const units = (card: HTMLElement) =>
  within(card).getByRole<HTMLInputElement>('textbox', { name: /^Units Picked/ })

it('taps that are quicker than the device counts them all, up and down, and Undo takes back the last', async ({
  server,
  sit,
}) => {
  const { order, items } = await makeFilled(server, { Figs: { units_ordered: 30 } })
  const picker = await sit('picker')
  await openCards(picker, [order.id])
  const card = await findCard('Figs')
  const [more, less] = [await findButton(MORE, card), await findButton('Units Picked: one less', card)]
  for (let tap = 0; tap < 20; tap += 1) fireEvent.click(more)
  fireEvent.click(less)
  await waitFor(() => expect(units(card).value).toBe('19'))
  await press(/^Undo/)
  await waitFor(() => expect(units(card).value).toBe('20'))
  // Two quick taps are two presses.
  const picked = await findButton('Picked', card)
  fireEvent.click(picked)
  fireEvent.click(picked)
  fireEvent.click(picked)
  await waitFor(() => expect(picked.getAttribute('aria-pressed')).toBe('true'))
  await save()
  expect(await storedItem(server, items['Figs']!.id)).toMatchObject({ picked: true, unit_quantity: 20 })
})

it('taps on an order that the device does not keep count all, each from what the server answered', async ({
  server,
  sit,
}) => {
  const { order, items } = await makeFilled(
    server,
    { Dates: { units_ordered: 30 } },
    { delivery_date: '2020-02-03' },
  )
  const picker = await sit('picker')
  await openCards(picker, [order.id])
  const more = await findButton(MORE, await findCard('Dates'))
  for (let tap = 0; tap < 5; tap += 1) fireEvent.click(more)
  await waitFor(async () => expect(units(await findCard('Dates')).value).toBe('5'))
  expect(await storedItem(server, items['Dates']!.id)).toMatchObject({ unit_quantity: 5 })
})

it('an edit of an order that the device does not keep is not laid over what somebody else stored meanwhile', async ({
  server,
  sit,
}) => {
  const { order, items } = await makeFilled(
    server,
    { Dates: { units_ordered: 30 } },
    { delivery_date: '2020-02-03' },
  )
  const dates = items['Dates']!.id
  const picker = await sit('picker')
  await openCards(picker, [order.id])
  const more = await findButton(MORE, await findCard('Dates'))
  const { username } = await makeUser(pool(server), 'foreman')
  const body = { unit_quantity: 12 }
  expect((await server.call(username, 'PATCH', `orderitems/${dates}`, { body })).status).toBe(200)
  fireEvent.click(more)
  await screen.findByText(/changed meanwhile|somebody else/i)
  await waitFor(async () => expect(units(await findCard('Dates')).value).toBe('12'))
  expect(await storedItem(server, dates)).toMatchObject({ unit_quantity: 12 })
})

it('a card picks, marks out of stock and opens what is rare', async ({ server, sit }) => {
  const { order, items } = await makeFilled(server, { Kiwis: { units_ordered: 3 }, Limes: {} })
  const picker = await sit('picker')
  await openCards(picker, [order.id])
  const kiwis = await findCard('Kiwis')
  await press('Picked', kiwis)
  await waitFor(() => expect(units(kiwis).value).toBe('3'))
  const limes = await findCard('Limes')
  await press('Out of Stock', limes)
  await waitFor(() => expect(limes.hasAttribute('data-out')).toBe(true))
  expect(hasButton('History of Kiwis', kiwis)).toBe(false)
  await press('More', kiwis)
  await findButton('History of Kiwis', kiwis)
  within(kiwis).getByRole('textbox', { name: 'Bin, Kiwis' })
  await screen.findByText('2 of 2 rows done')
  await save()
  expect(await storedItem(server, items['Kiwis']!.id)).toMatchObject({ picked: true, unit_quantity: 3 })
  expect(await storedItem(server, items['Limes']!.id)).toMatchObject({ picked: false, out_of_stock: true })
})

/** The pick list as cards, which is what every phone shows. Their layout: tests/e2e/picklist. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, onTestFinished, vi } from 'vitest'
import { makeUser } from '../../factories/business.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { findButton, hasButton, press } from '../reading.ts'
import { findCard, makeFilled, manyItems, openCards, save, storedItem } from './pick-list.ts'

afterEach(() => vi.restoreAllMocks())

const MORE = 'Units Picked: one more'
const units = (card: HTMLElement) =>
  within(card).getByRole<HTMLInputElement>('textbox', { name: /^Units Picked/ })
/** Opens the card of an order of dates that the device does not keep. `dates` is the id of the item. */
async function openUnkept({ pool, sit }: Larder) {
  const { order, items } = await makeFilled(
    pool,
    { Dates: { units_ordered: 30 } },
    { delivery_date: '2020-02-03' },
  )
  const picker = await sit('picker')
  await openCards(picker, [order.id])
  return { more: await findButton(MORE, await findCard('Dates')), dates: items['Dates']!.id }
}

it('a typed quantity is stored when its field is left, also where its card was scrolled out of sight', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, manyItems())
  const picker = await larder.sit('picker')
  await openCards(picker, [order.id])
  const [card, next] = await screen.findAllByRole('article')
  const field = units(card!)
  await userEvent.click(field)
  fireEvent.change(field, { target: { value: '7' } })
  onTestFinished(() => window.scrollTo(0, 0))
  window.scrollTo(0, 9_000)
  fireEvent.scroll(window)
  await waitFor(() => expect(next!.isConnected).toBe(false))
  expect([document.activeElement === field, field.value]).toEqual([true, '7'])
  fireEvent.blur(field)
  await save()
  const { id } = items[card!.getAttribute('aria-label')!]!
  expect(await storedItem(larder.pool, id)).toMatchObject({ unit_quantity: 7 })
})

it('all taps count when they are faster than the device, up and down, and Undo takes back the last', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Figs: { units_ordered: 30 } })
  const picker = await larder.sit('picker')
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
  expect(await storedItem(larder.pool, items['Figs']!.id)).toMatchObject({
    picked: true,
    unit_quantity: 20,
  })
})

it('all taps count on an order that the device does not keep, each on top of the server’s answer', async (larder) => {
  const { more, dates } = await openUnkept(larder)
  for (let tap = 0; tap < 5; tap += 1) fireEvent.click(more)
  await waitFor(async () => expect(units(await findCard('Dates')).value).toBe('5'))
  expect(await storedItem(larder.pool, dates)).toMatchObject({ unit_quantity: 5 })
})

it('an edit of an order that the device does not keep does not cover another user’s newer values', async (larder) => {
  const { more, dates } = await openUnkept(larder)
  const { username } = await makeUser(larder.pool, 'foreman')
  const body = { unit_quantity: 12 }
  expect((await larder.server.call(username, 'PATCH', `orderitems/${dates}`, { body })).status).toBe(200)
  fireEvent.click(more)
  await screen.findByText(/changed meanwhile|somebody else/i)
  await waitFor(async () => expect(units(await findCard('Dates')).value).toBe('12'))
  expect(await storedItem(larder.pool, dates)).toMatchObject({ unit_quantity: 12 })
})

it('a card picks, marks out of stock and opens the rare actions', async (larder) => {
  const { order, items } = await makeFilled(larder.pool, { Kiwis: { units_ordered: 3 }, Limes: {} })
  const picker = await larder.sit('picker')
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
  expect(await storedItem(larder.pool, items['Kiwis']!.id)).toMatchObject({
    picked: true,
    unit_quantity: 3,
  })
  expect(await storedItem(larder.pool, items['Limes']!.id)).toMatchObject({
    picked: false,
    out_of_stock: true,
  })
})

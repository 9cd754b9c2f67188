/** A customer asks to change or cancel an order until its cut-off; the office sees it and answers (decision 0267). */
import { act, screen, waitFor, within } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { addDays, clockIn } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { makeLocation, makeOrder, makeUser, type Pool } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { fill, findButton, findDialog, findField, hasButton, isEnabled, noDialog, press } from '../reading.ts'

async function makeDue(pool: Pool, days: number) {
  await writeSetting(pool, 'cutoff', '18:00')
  await writeSetting(pool, 'cutoff_days', '1')
  const location = await makeLocation(pool, { name: 'Quay Kitchen' })
  const today = clockIn(ZONE, new Date()).slice(0, 10)
  const { id } = await makeOrder(pool, { ...orderAt(location), delivery_date: addDays(today, days) })
  return { id, company_id: location.company_id }
}
const requestsOf = (order: number) => screen.findByRole('list', { name: `Requests about order ${order}` })

it('a customer’s request shows above the office’s orders until it is answered, and the answer on the order', async (larder) => {
  const { id, company_id } = await makeDue(larder.pool, 3)
  const chef = await larder.sit('customer', { company_id })
  await chef.open(`/order/${id}`)
  await press('Ask to change')
  const dialog = await findDialog(`Ask the office to change order ${id}?`)
  expect(isEnabled(await findButton('Ask', dialog))).toBe(false)
  await fill('What to change', 'Two lemons more', dialog)
  await press('Ask', dialog)
  await noDialog()
  const asked = await requestsOf(id)
  await waitFor(() => expect(asked.textContent).toContain('for a change at'))
  for (const text of [chef.person.username, 'Two lemons more', 'The office has not answered yet.'])
    expect(asked.textContent).toContain(text)
  // To answer is the office's.
  expect(hasButton('Done')).toBe(false)

  const office = await larder.sit('office')
  await office.open('/orders')
  const open = await screen.findByRole('region', { name: 'Requests of customers' })
  const [line] = within(open)
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes(`Order ${id} · Quay Kitchen`))
  await press('Decline', line)
  const answer = await findDialog(`Decline the change of order ${id}?`)
  expect(isEnabled(await findButton('Decline', answer))).toBe(false)
  await fill('Why', 'It is on the truck', answer)
  await press('Decline', answer)
  await noDialog()
  await waitFor(() => expect(screen.queryByText(new RegExp(`Order ${id}$`))).toBeNull())

  await chef.open(`/order/${id}`)
  const answered = await requestsOf(id)
  await waitFor(() => expect(answered.textContent).toContain('Declined: It is on the truck'))
  expect(answered.textContent).toContain(office.person.username)
})

it.for(['the orders list', 'the order'])(
  'an answer that a colleague has given meanwhile leaves the typed words and says why: %s',
  async (place, { server, pool, sit }) => {
    const { id } = await makeDue(pool, 3)
    const { username } = await makeUser(pool, 'office')
    const { rows } = await pool.query<{ id: number }>(
      `insert into order_requests (order_id, company_id, company_location_id, kind, text)
         select id, company_id, company_location_id, 'cancel', '' from orders where id = $1 returning id`,
      [id],
    )
    const office = await sit('office')
    await office.open(place === 'the order' ? `/order/${id}` : '/orders')
    const request = await waitFor(() => {
      const own = place === 'the order' ? 'to cancel' : `Order ${id} `
      const line = screen.queryAllByRole('listitem').find(({ textContent }) => textContent.includes(own))
      if (!line) throw new Error('The request does not show.')
      return line
    })
    await press('Decline', request)
    const dialog = await findDialog(`Decline the cancellation of order ${id}?`)
    await fill('Why', 'It is on the truck', dialog)
    const body = { answer: 'done', text: '' }
    const path = `orderrequests/${rows[0]!.id}/answer`
    expect((await server.call(username, 'POST', path, { body })).status).toBe(200)
    await press('Decline', dialog)
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Somebody has answered this request already.',
    )
    expect((await findField('Why', dialog)).value).toBe('It is on the truck')
    await press('Cancel', dialog)
    await noDialog()
  },
)

it('a customer whose request was declined asks the same again, and the office has a second request', async (larder) => {
  const { pool } = larder
  const { id, company_id } = await makeDue(pool, 3)
  const { username } = await makeUser(pool, 'office')
  const chef = await larder.sit('customer', { company_id })
  await chef.open(`/order/${id}`)
  const answers = async () => {
    const { rows } = await pool.query<{ id: number; answer: string | null }>(
      'select id, answer from order_requests where order_id = $1 order by id',
      [id],
    )
    return rows
  }
  const askToCancel = async () => {
    await press('Ask to cancel')
    await press('Ask', await findDialog(`Ask the office to cancel order ${id}?`))
    await noDialog()
  }
  await askToCancel()
  const [first] = await answers()
  const body = { answer: 'declined', text: 'It is on the truck' }
  const { status } = await larder.server.call(username, 'POST', `orderrequests/${first!.id}/answer`, { body })
  expect(status).toBe(200)
  await askToCancel()
  expect((await answers()).map(({ answer }) => answer)).toEqual(['declined', null])
})

it('the buttons show when the cut-off has passed', async (larder) => {
  const { pool } = larder
  const late = await makeDue(pool, 0)
  const chef = await larder.sit('customer', { company_id: late.company_id })
  await chef.open(`/order/${late.id}`)
  const button = await findButton('Ask to cancel')
  await waitFor(() => expect(isEnabled(button)).toBe(false))
  expect(button.title).toBe(`The cut-off of order ${late.id} has passed. Call the office to change it.`)
})

it('the office has no request buttons', async (larder) => {
  const { id } = await makeDue(larder.pool, 3)
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  await findButton(/^Delete/)
  expect(hasButton(/^Ask to/)).toBe(false)
})

it('an orders list that stays open shows a new request within a minute, and how many more wait', async (larder) => {
  const { pool } = larder
  const first = await makeDue(pool, 3)
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  const office = await larder.sit('office')
  await office.open('/orders')
  await screen.findByRole('table', { name: 'Orders' })
  await waitFor(() => expect(timers.mock.calls.some(([, every]) => every === 60_000)).toBe(true))
  const region = () => screen.queryByRole('region', { name: 'Requests of customers' })
  expect(region()?.textContent ?? '').not.toContain(`Order ${first.id} `)
  const ask = (id: number, company_id: number) =>
    pool.query(
      `insert into order_requests (order_id, company_id, company_location_id, kind, text)
         select $1, $2, company_location_id, 'cancel', '' from orders where id = $1`,
      [id, company_id],
    )
  await ask(first.id, first.company_id)
  const minute = () =>
    act(() => {
      for (const [look, every] of timers.mock.calls) if (every === 60_000) look()
    })
  // The list's own timer may begin after another one of a minute.
  await waitFor(() => {
    minute()
    expect(region()?.textContent).toContain(`Order ${first.id} `)
  })
  for (let more = 0; more < 22; more++) await ask(first.id, first.company_id)
  minute()
  await waitFor(() => expect(region()?.textContent).toMatch(/\d more show when these are answered\./))
})

it('an order page of the office that stays open shows its first request within a minute', async (larder) => {
  const { id, company_id } = await makeDue(larder.pool, 3)
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  const office = await larder.sit('office')
  await office.open(`/order/${id}`)
  await findButton(/^Delete/)
  await waitFor(() => expect(timers.mock.calls.some(([, every]) => every === 60_000)).toBe(true))
  expect(screen.queryByRole('list', { name: `Requests about order ${id}` })).toBeNull()
  await larder.pool.query(
    `insert into order_requests (order_id, company_id, company_location_id, kind, text)
       select $1, $2, company_location_id, 'cancel', '' from orders where id = $1`,
    [id, company_id],
  )
  // The page's own timer may begin after another one of a minute.
  await waitFor(() => {
    act(() => {
      for (const [look, every] of timers.mock.calls) if (every === 60_000) look()
    })
    screen.getByRole('list', { name: `Requests about order ${id}` })
  })
})

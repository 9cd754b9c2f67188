/** Long work over many rows, as every bulk operation does it: on the screen that generates invoices. */
import type pg from 'pg'
import { ZONE } from '../../factories/zone.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { makeDevice, makeItem, makeLocation, makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, isAt, isEnabled, noDialog, press } from '../reading.ts'

const TITLE = 'Generate these invoices?'
const invoicing = at('POST', /generateinvoice$/)
const order = (id: number) => `Order ${id}`

/** Orders of today that are picked complete, and none else of this day. */
async function makeReady(pool: pg.Pool, count: number): Promise<number[]> {
  await pool.query(`update orders set delivery_date = '2020-01-01'`)
  const { rows } = await pool.query<{ today: string }>(
    `select to_char(now() at time zone '${ZONE}', 'YYYY-MM-DD') as today`,
  )
  const location = await makeLocation(pool)
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await makeOrder(pool, { ...orderAt(location), delivery_date: rows[0]!.today })
    await makeItem(pool, { order_id: id, unit_quantity: 2, picked: true, final_price: '5.00' })
    ids.push(id)
  }
  return ids
}
/** At the question, with these orders chosen. */
async function choose(office: Seat, count: number): Promise<HTMLElement> {
  await office.open('/generateInvoices')
  await screen.findByText(`${count} chosen`)
  await press('Generate Invoices')
  return findDialog(TITLE)
}
const sent = (office: Seat) => office.network.calls.filter(invoicing)
/** Begins a run over this many orders. Its first four calls wait on their way until the release. */
async function beginHeld({ pool, sit }: Larder, count: number) {
  const ids = await makeReady(pool, count)
  const office = await sit('office')
  const release = office.network.hold(invoicing)
  await press('Confirm', await choose(office, count))
  await waitFor(() => expect(sent(office)).toHaveLength(4))
  return { ids, office, release }
}
const row = async (id: number) => {
  const list = await screen.findByRole('list', { name: 'All orders' })
  return within(list).getByText(order(id)).closest('li')!
}
const says = async (id: number, word: string) =>
  waitFor(async () => expect((await row(id)).textContent).toContain(word))
const status = async (words: string) => {
  const said = await screen.findByText(words)
  expect(said.closest('[role=status]')).not.toBeNull()
}
/** Which of these orders have an invoice. */
async function invoiced(pool: pg.Pool, ids: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('select id from orders where invoiced and id = any($1)', [
    ids,
  ])
  return ids.filter((id) => rows.some((row) => row.id === id))
}
/** A device that still holds changes of an order. */
const hold = (pool: pg.Pool, { person }: Seat, id: number) =>
  makeDevice(pool, `scanner ${id}`, person.id, { [id]: 3 })

it('B147 B155 B262 C189 C337 C381 a run asks, shows each row’s state with four on their way, and its end', async (larder) => {
  const ids = await makeReady(larder.pool, 5)
  const office = await larder.sit('office')
  const release = office.network.hold(invoicing)
  const dialog = await choose(office, 5)
  expect(sent(office)).toEqual([])
  await press('Confirm', dialog)
  await waitFor(() => expect(sent(office)).toHaveLength(4))
  for (const id of ids.slice(0, 4)) await says(id, 'Running')
  await says(ids[4]!, 'Waiting')
  await status('0 of 5 orders done …')
  const spinner = () => document.querySelector('[role=status] > .mantine-Loader-root')
  expect(spinner()).not.toBeNull()
  release()
  await status('The invoices were generated successfully.')
  expect(spinner()).toBeNull()
  expect(sent(office).map(({ path, body }) => [path, body])).toEqual(
    ids.map((id) => [`orders/${id}/generateinvoice`, undefined]),
  )
  expect(await invoiced(larder.pool, ids)).toEqual(ids)
  // Its other button of this name is the cross.
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await noDialog()
})

it('B148 B149 B260 C190 C371 C372 failures do not stop a run, are listed under their heading, and are retried alone', async (larder) => {
  const [one, two, three] = (await makeReady(larder.pool, 3)) as [number, number, number]
  const office = await larder.sit('office')
  const mend = office.network.fail(at('POST', `orders/${two}/generateinvoice`), 503)
  await press('Confirm', await choose(office, 3))
  const alert = await screen.findByRole('alert')
  within(alert).getByRole('heading', { name: 'There was an error while generating the invoice' })
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`Order ${two} Invoice ${two}: 503`])
  await status('2 of 3 orders done, 1 failed.')
  await says(one, 'Done')
  await says(three, 'Done')
  mend()
  await press('Retry failed (1)')
  await status('The invoices were generated successfully.')
  expect(sent(office).filter(({ path }) => path.includes(String(two)))).toHaveLength(2)
  expect(sent(office)).toHaveLength(4)
})

it('Stop finishes the calls on their way, shows how many rows are not begun, and Go on begins only those', async (larder) => {
  const { ids, office, release } = await beginHeld(larder, 6)
  await press('Stop')
  expect(isEnabled(await findButton('Stop'))).toBe(false)
  release()
  await status('Stopped. 4 of 6 orders done, 2 not begun.')
  expect(await invoiced(larder.pool, ids)).toEqual(ids.slice(0, 4))
  await press('Go on with 2')
  await status('The invoices were generated successfully.')
  expect(sent(office)).toHaveLength(6)
})

it('a run that a person has stopped and closed is not reported again', async (larder) => {
  const { office, release } = await beginHeld(larder, 5)
  await press('Stop')
  release()
  await status('Stopped. 4 of 5 orders done, 1 not begun.')
  await press('Continue')
  await noDialog()
  await office.open('/generateInvoices')
  await screen.findByText('1 chosen')
  expect(screen.queryByText(/The last run was left/)).toBeNull()
})

it('a question of the server is answered per row: No leaves it out, Yes sends it again with the answer', async (larder) => {
  const [one, two, three] = (await makeReady(larder.pool, 3)) as [number, number, number]
  const office = await larder.sit('office')
  await hold(larder.pool, office, one)
  await hold(larder.pool, office, two)
  await press('Confirm', await choose(office, 3))
  await status('1 of 3 orders done, 2 need your answer.')
  expect((await row(one)).textContent).toContain(`${office.person.username} has 3 unsent changes`)
  expect(await invoiced(larder.pool, [one, two, three])).toEqual([three])
  await press(`Leave out: order ${one}`)
  await says(one, 'Left out')
  await press(`Invoice without them: order ${two}`)
  await status('2 of 3 orders done, 1 left out.')
  expect(sent(office).map(({ body }) => body)).toEqual([
    undefined,
    undefined,
    undefined,
    { confirm_unsent: true },
  ])
  expect(await invoiced(larder.pool, [one, two, three])).toEqual([two, three])
})

it('one answer for all also answers the rows that ask later', async (larder) => {
  const ids = await makeReady(larder.pool, 5)
  const office = await larder.sit('office')
  for (const id of ids) await hold(larder.pool, office, id)
  const release = office.network.hold(at('POST', `orders/${ids[3]}/generateinvoice`))
  await press('Confirm', await choose(office, 5))
  await status('0 of 5 orders done, 4 need your answer …')
  await press('Invoice without them, all')
  await status('4 of 5 orders done …')
  release()
  await status('The invoices were generated successfully.')
  expect(await invoiced(larder.pool, ids)).toEqual(ids)
})

it('B155 an order that was invoiced or deleted meanwhile, or lacks a lot, says so in its row, and the others go on', async (larder) => {
  const [ready, gone, done, lot] = (await makeReady(larder.pool, 4)) as [number, number, number, number]
  const office = await larder.sit('office')
  const dialog = await choose(office, 4)
  await larder.pool.query('delete from orders where id = $1', [gone])
  await larder.pool.query('update orders set invoiced = true where id = $1', [done])
  await larder.pool.query('update order_items set lot_tracked = true where order_id = $1', [lot])
  await press('Confirm', dialog)
  const alert = await screen.findByRole('alert')
  const words = within(alert)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(words).toEqual([
    expect.stringContaining(`Order ${gone} `),
    `Order ${done} Order ${done} has an invoice already.`,
    expect.stringContaining(`Order ${lot} A lot code is missing for`),
  ])
  expect(await invoiced(larder.pool, [ready, done, lot])).toEqual([ready, done])
})

const pill = (words: string | RegExp) => screen.findByRole('button', { name: words })

it('a run goes on when its screen is left: the bar shows its progress, and then its end', async (larder) => {
  const { ids, office, release } = await beginHeld(larder, 6)
  await userEvent.click(within(await row(ids[0]!)).getByRole('link'))
  await isAt(`/order/${ids[0]}`)
  await noDialog()
  await pill(`${TITLE} 0 of 6. Show it.`)
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  release()
  await screen.findByText('The invoices were generated successfully.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Show it/ })).toBeNull())
  expect(await invoiced(larder.pool, ids)).toEqual(ids)
  await office.open('/generateInvoices')
  await screen.findByRole('heading', { name: 'Bulk Generate Invoices' })
  expect(screen.queryByText(/The last run was left/)).toBeNull()
})

it('the failures of a run in the background stay in the bar until they are read', async (larder) => {
  const ids = await makeReady(larder.pool, 3)
  const office = await larder.sit('office')
  const mend = office.network.fail(at('POST', `orders/${ids[1]}/generateinvoice`), 503)
  const release = office.network.hold(at('POST', `orders/${ids[2]}/generateinvoice`))
  await press('Confirm', await choose(office, 3))
  await press('Continue in the background')
  await noDialog()
  // Asked for again it is shown, and no second one begins.
  await press('Generate Invoices')
  await findDialog(TITLE)
  await press('Continue in the background')
  release()
  await userEvent.click(await pill(`${TITLE} 1 failed. Show it.`))
  await status('2 of 3 orders done, 1 failed.')
  mend()
  await press('Retry failed (1)')
  await status('The invoices were generated successfully.')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await noDialog()
  expect(screen.queryByRole('button', { name: /Show it/ })).toBeNull()
  expect(await invoiced(larder.pool, ids)).toEqual(ids)
})

it('the sign-out ends a run: begun rows are finished, no others begin', async (larder) => {
  const { ids, office, release } = await beginHeld(larder, 6)
  await press('Continue in the background')
  await press('Logout')
  await press('Log out', await findDialog('Log out?'))
  await screen.findByRole('button', { name: 'SIGN IN' })
  release()
  await waitFor(async () => expect(await invoiced(larder.pool, ids)).toEqual(ids.slice(0, 4)))
  expect(sent(office)).toHaveLength(4)
})

it('a tab that is closed in the middle loses no key: it sends the same row again as the same call', async (larder) => {
  await makeReady(larder.pool, 1)
  const office = await larder.sit('office')
  const keys = () => sent(office).map(({ idempotencyKey }) => idempotencyKey)
  const release = office.network.hold(invoicing)
  await press('Confirm', await choose(office, 1))
  await waitFor(() => expect(keys()).toHaveLength(1))
  // The tab is gone, and with it the network, before anybody knows what became of it.
  const kept = { ...localStorage }
  office.network.disconnect()
  release()
  await office.open('/orders')
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, String(value))

  await press('Confirm', await choose(office, 1))
  await waitFor(() => expect(keys()).toHaveLength(2))
  const [first, second] = keys()
  expect(second).toBe(first)
  expect(first).toMatch(/^[\x21-\x7e]{8,64}$/)
  // It came to an end now: a next call for this row would be another one.
  await status('The invoices were generated successfully.')
  expect(localStorage.getItem(`larder-runs-${office.person.id}`)).toBeNull()
})

it('every call has its key in the storage before it is sent, and changes together are written only once', async (larder) => {
  const ids = await makeReady(larder.pool, 9)
  const office = await larder.sit('office')
  await hold(larder.pool, office, ids[0]!)
  const name = `larder-runs-${office.person.id}`
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const sentKeys: string[] = []
  const unkept: string[] = []
  const fetch = office.network.fetch.bind(office.network)
  office.network.fetch = async (input, init) => {
    if (input.includes('generateinvoice')) {
      const key = new Headers(init?.headers).get('idempotency-key')!
      sentKeys.push(key)
      // A browser sends a call after the tick in which the page asked for it.
      await Promise.resolve()
      if (!localStorage.getItem(name)?.includes(key)) unkept.push(key)
    }
    return fetch(input, init)
  }
  await press('Confirm', await choose(office, 9))
  await press(`Invoice without them: order ${ids[0]}`)
  await status('The invoices were generated successfully.')
  const writes = write.mock.calls.filter(([key]) => key === name).length
  write.mockRestore()
  // The answer made another call of the first row.
  expect(new Set(sentKeys).size).toBe(10)
  expect(unkept).toEqual([])
  // At the beginning, at each row's end (which begins the next), and at the answer.
  expect(writes).toBeLessThanOrEqual(11)
})

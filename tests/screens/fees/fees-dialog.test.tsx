/** The fees dialog of an order: the margins and surcharges of its location. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type pg from 'pg'
import { makeFee, makeItem, makeOrder, type OrderRecord } from '../../factories/business.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import {
  choose,
  fill,
  findButton,
  findDialog,
  findField,
  hasButton,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'

async function makeFilled(pool: pg.Pool): Promise<OrderRecord> {
  const order = await makeOrder(pool)
  await makeItem(pool, { order_id: order.id })
  return order
}
async function openFees(seat: Seat, { id }: OrderRecord): Promise<HTMLElement> {
  await seat.open(`/order/${id}`)
  await press('Fees')
  const dialog = await findDialog(`Fees of order ${id}`)
  await within(dialog).findByRole('region', { name: 'Surcharges' })
  return dialog
}
const stored = async (pool: pg.Pool, order: OrderRecord) =>
  (
    await pool.query<{ kind: string; type: string; amount: string; description: string }>(
      `select kind, type, round(amount, 2)::text as amount, description from fee_templates where company_location_id = $1 order by id`,
      [order.company_location_id],
    )
  ).rows
const group = (dialog: HTMLElement, name: string) => within(dialog).findByRole('group', { name })

it('A009 A305 A307 A308 A309 fees from an order’s pick list are added, listed, changed and deleted, and stored by Save', async (larder) => {
  const order = await makeFilled(larder.pool)
  const foreman = await larder.sit('foreman')
  await foreman.open(`/order/${order.id}`)
  await press('PickList')
  await isAt('/orders/picklist/details?from=order')
  await press('Fees')
  let dialog = await findDialog(`Fees of order ${order.id}`)
  await within(dialog).findByRole('region', { name: 'Surcharges' })
  expect(within(dialog).getAllByText('None yet.')).toHaveLength(2)
  await press('Add surcharge', dialog)
  await fill('Amount', '7.25', await group(dialog, 'Surcharge'))
  await fill('Description', 'Dock fee', await group(dialog, 'Surcharge'))
  expect(await stored(larder.pool, order)).toEqual([])
  await press('Save', dialog)
  await noDialog()
  const dock = { kind: 'surcharge', type: 'f', amount: '7.25', description: 'Dock fee' }
  expect(await stored(larder.pool, order)).toEqual([dock])

  await press('Fees')
  dialog = await findDialog(`Fees of order ${order.id}`)
  expect((await findField('Amount', await group(dialog, 'Dock fee'))).value).toBe('7.25')
  const asked = foreman.network.calls.filter(at('GET', /^(margin|surcharge)templates$/))
  expect(asked.map(({ query }) => query.get('company_location'))).toEqual(
    Array(asked.length).fill(String(order.company_location_id)),
  )
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['margintemplates', 'surchargetemplates']))
  await fill('Amount', '8', await group(dialog, 'Dock fee'))
  await press('Save', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toEqual([{ ...dock, amount: '8.00' }])

  await press('Fees')
  dialog = await findDialog(`Fees of order ${order.id}`)
  await press('Delete Dock fee', await group(dialog, 'Dock fee'))
  // It is still there, and kept where that was a slip.
  within(await group(dialog, 'Dock fee')).getByText('Deleted')
  await press('Keep Dock fee', dialog)
  await press('Delete Dock fee', dialog)
  await press('Save', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toEqual([])
})

it('a new or changed row says so, and Save says why it waits while an amount is invalid', async (larder) => {
  const order = await makeFilled(larder.pool)
  const dialog = await openFees(await larder.sit('foreman'), order)
  await press('Add margin', dialog)
  const row = await group(dialog, 'Margin')
  within(row).getByText('New')
  const save = await findButton('Save', dialog)
  expect([isEnabled(save), save.title]).toEqual([false, 'An amount is not right yet.'])
  for (const [typed, words] of [
    ['ten', 'Digits only, such as 12.50.'],
    // A new margin is a percentage.
    ['1.23456', 'At most 4 places after the point.'],
    ['10000000000', 'At most 9,999,999,999.99.'],
  ] as const) {
    await fill('Amount', typed, row)
    expect((await within(row).findByRole('alert')).textContent).toBe(words)
    expect((await findField('Amount', row)).value).toBe(typed)
    expect(isEnabled(save)).toBe(false)
  }
  await fill('Amount', '-7,25', row)
  await waitFor(() => expect(isEnabled(save)).toBe(true))
  await fill('Amount', '10', row)
  await waitFor(() => expect(isEnabled(save)).toBe(true))
  await press('Delete Margin', row)
  expect(within(dialog).queryByRole('group', { name: 'Margin' })).toBeNull()
  await press('Cancel', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toEqual([])
})

it('the dialog asks about unsaved fees when it is closed, and Cancel drops them', async (larder) => {
  const order = await makeFilled(larder.pool)
  const foreman = await larder.sit('foreman')
  let dialog = await openFees(foreman, order)
  await press('Add margin', dialog)
  await fill('Amount', '10', await group(dialog, 'Margin'))
  await userEvent.keyboard('{Escape}')
  await press('Stay', await findDialog('Leave without saving?'))
  expect((await findField('Amount', await group(dialog, 'Margin'))).value).toBe('10')
  await press('Close', dialog)
  await press('Leave', await findDialog('Leave without saving?'))
  await noDialog()
  await press('Fees')
  dialog = await findDialog(`Fees of order ${order.id}`)
  await within(dialog).findByRole('region', { name: 'Surcharges' })
  expect(within(dialog).getAllByText('None yet.')).toHaveLength(2)
  await press('Add margin', dialog)
  await press('Cancel', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toEqual([])
})

it('A334 a fee that is not saved is only logged, and keeps its typed values', async (larder) => {
  const order = await makeFilled(larder.pool)
  const foreman = await larder.sit('foreman')
  const dialog = await openFees(foreman, order)
  for (const [kind, amount] of [
    ['margin', '3'],
    ['surcharge', '5'],
  ] as const) {
    await press(`Add ${kind}`, dialog)
    await fill('Amount', amount, await group(dialog, kind === 'margin' ? 'Margin' : 'Surcharge'))
  }
  const logged = expectOnConsole(/^The fee .* of order \d+ was not saved:/)
  const mend = foreman.network.fail(at('POST', 'surchargetemplates'))
  await press('Save', dialog)
  await waitFor(() => expect(logged).toHaveLength(1))
  await waitFor(async () =>
    expect(isEnabled(await findField('Amount', await group(dialog, 'Surcharge')))).toBe(true),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect((await findField('Amount', await group(dialog, 'Surcharge'))).value).toBe('5')
  expect(await stored(larder.pool, order)).toMatchObject([{ kind: 'margin', amount: '3.00' }])
  mend()
  await press('Save', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toMatchObject([
    { kind: 'margin' },
    { kind: 'surcharge', amount: '5.00' },
  ])
  expect(foreman.network.calls.filter(at('POST', 'margintemplates'))).toHaveLength(1)
})

it('a fee that another user has changed meanwhile is saved by the next press, with what they changed beside it', async (larder) => {
  const order = await makeFilled(larder.pool)
  const { company_location_id } = order
  const ice = { type: 'f', amount: '2', description: 'Ice' } as const
  await makeFee(larder.pool, { kind: 'margin', ...ice, company_location_id })
  const foreman = await larder.sit('foreman')
  const dialog = await openFees(foreman, order)
  await fill('Amount', '3', await group(dialog, 'Ice'))
  await larder.pool.query(
    `update fee_templates set amount = 5, description = 'Dry ice', version = version + 1
      where company_location_id = $1`,
    [company_location_id],
  )
  const logged = expectOnConsole(/^The fee .* of order \d+ was not saved:/)
  await press('Save', dialog)
  const changed = await group(dialog, 'Dry ice')
  expect(logged).toHaveLength(1)
  expect((await findField('Amount', changed)).value).toBe('3')
  await waitFor(async () => expect(isEnabled(await findField('Amount', changed))).toBe(true))
  await press('Save', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toMatchObject([{ amount: '3.00', description: 'Dry ice' }])
})

it('a fee that becomes a percentage is not joined with the amount that another user has given it meanwhile', async (larder) => {
  const order = await makeFilled(larder.pool)
  const { company_location_id } = order
  const ice = { type: 'f', amount: '5', description: 'Ice' } as const
  await makeFee(larder.pool, { kind: 'margin', ...ice, company_location_id })
  const dialog = await openFees(await larder.sit('foreman'), order)
  await choose('Type', '%', await group(dialog, 'Ice'))
  await larder.pool.query(
    `update fee_templates set amount = 300, version = version + 1 where company_location_id = $1`,
    [company_location_id],
  )
  const logged = expectOnConsole(/^The fee .* of order \d+ was not saved:/)
  await press('Save', dialog)
  await waitFor(() => expect(logged).toHaveLength(1))
  expect(await stored(larder.pool, order)).toMatchObject([{ type: 'f', amount: '300.00' }])
  await waitFor(async () =>
    expect(isEnabled(await findField('Amount', await group(dialog, 'Ice')))).toBe(true),
  )
  expect((await findField('Amount', await group(dialog, 'Ice'))).value).toBe('5.00')
  await press('Save', dialog)
  await noDialog()
  expect(await stored(larder.pool, order)).toMatchObject([{ type: '%', amount: '5.00' }])
})

it('fees that cannot be read show the reason, and Save is not possible', async (larder) => {
  const order = await makeFilled(larder.pool)
  const foreman = await larder.sit('foreman')
  foreman.network.fail(at('GET', 'margintemplates'), 503)
  await foreman.open(`/order/${order.id}`)
  await press('Fees')
  const dialog = await findDialog(`Fees of order ${order.id}`)
  await within(dialog).findByRole('alert')
  const save = await findButton('Save', dialog)
  expect([isEnabled(save), save.title]).toEqual([false, 'The fees are on their way.'])
})

it('a person who may not manage fees is not offered them, and an invoiced order says why it takes none', async (larder) => {
  const order = await makeFilled(larder.pool)
  const picker = await larder.sit('picker')
  await picker.open(`/order/${order.id}`)
  await findButton('Back')
  expect(hasButton('Fees')).toBe(false)
  const office = await larder.sit('office')
  await larder.server.call(office.person.username, 'POST', `orders/${order.id}/generateinvoice`, {
    body: { confirm_nothing: true },
  })
  await office.open(`/order/${order.id}`)
  const fees = await findButton('Fees')
  expect([isEnabled(fees), fees.title]).toEqual([
    false,
    `Order ${order.id} is invoiced and locked. Unlock it to change its fees.`,
  ])
})

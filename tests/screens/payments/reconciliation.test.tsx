/** Reconciliation: the amounts that Stripe moved against the amounts shown as paid. */
import { screen, waitFor } from '@testing-library/react'
import { addDays, dayIn } from '#contract/day.ts'
import { readEnv } from '#server/env.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { cells, findTable, typeDay } from '../reading.ts'

const ROW = {
  day: '2026-11-20',
  payout: 'po_1',
  arrives: '2026-11-24',
  payments: '150.00',
  refunds: '20.00',
  disputes: '0.00',
  fees: '3.78',
  net: '126.22',
  shown: '130.00',
  difference: '0.00',
}

it('the page lists the last seven days by day and payout, and a difference is red', async (larder) => {
  const office = await larder.sit('office')
  office.network.answer(at('GET', 'reconciliation'), [
    { ...ROW, day: '2026-11-21', payout: null, arrives: null, shown: '100.00', difference: '30.00' },
    ROW,
  ])
  await office.open('/reconciliation')
  const table = await findTable('Reconciliation')
  // The table has rows without words while it is read.
  await waitFor(() => expect(table.column('Payout')).toEqual(['Not paid out yet', 'At the bank 11/24/2026']))
  expect(table.column('Difference')).toEqual(['30.00', '–'])
  const differences = table.rows.map((row) => cells(row).at(-1)!.querySelector('strong') !== null)
  expect(differences).toEqual([true, false])
  const today = dayIn(readEnv({ NODE_ENV: 'test' }).TIME_ZONE, new Date())
  const asked = () => office.network.calls.findLast(at('GET', 'reconciliation'))!.query
  // A device in another time zone receives the distributor's day a moment after the screen is there.
  await waitFor(() =>
    expect(Object.fromEntries(asked())).toEqual({ start_date: addDays(today, -6), end_date: today }),
  )
  await typeDay('Start date', '11/01/2026')
  await typeDay('End date', '11/21/2026')
  await waitFor(() =>
    expect(Object.fromEntries(asked())).toEqual({ start_date: '2026-11-01', end_date: '2026-11-21' }),
  )
  await typeDay('Start date', '10/01/2026')
  await screen.findByText('No more than 31 days, please.')
})

it('the page shows when Stripe is out of reach', async (larder) => {
  const office = await larder.sit('office')
  expectOnConsole(/^Table fetch failed:/)
  office.network.answer(
    at('GET', 'reconciliation'),
    { message: 'The payment provider cannot be reached.' },
    503,
  )
  await office.open('/reconciliation')
  await screen.findByText('The payment provider cannot be reached.')
})

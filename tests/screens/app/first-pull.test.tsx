/** A device that takes everything for the first time (docs/decisions/0265). */
import { screen, waitFor } from '@testing-library/react'
import { dayIn } from '#contract/day.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { makeFilled } from '../picklist/pick-list.ts'

it('the bar shows the progress of the first pull, and an order of today shows meanwhile', async (larder) => {
  const { order } = await makeFilled(larder.pool, { Penne: {} }, { delivery_date: dayIn(ZONE, new Date()) })
  const picker = await larder.sit('picker')
  const release = picker.network.hold(({ path, query }) => path === 'sync/changes' && query.has('since'))
  await picker.open(`/order/${order.id}`)
  await screen.findByText('Penne')
  const bar = await screen.findByRole('progressbar', { name: 'Loading orders and products' })
  expect(Number(bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await screen.findByText(/^Loading \d+ %$/)
  release()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
})

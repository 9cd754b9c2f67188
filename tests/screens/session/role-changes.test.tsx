/** The office changes a person's role while their device is open. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findSeen, keepSeen } from '#src/db/seen-invoices.ts'
import { keptKey } from '#src/kit/forget-kept.ts'
import { expect, it } from '../larder.tsx'

it('a changed role is noticed without a new start, and the data of the old role are deleted', async (larder) => {
  const foreman = await larder.sit('foreman')
  const { id, username } = foreman.person
  await foreman.open('/cart')
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const links = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  await waitFor(() => expect(links()).toHaveLength(12))
  const kept = () => localStorage.getItem(keptKey(id)) ?? ''
  await waitFor(() => expect(kept()).toContain(username))
  const invoice = { order: 1, at: Date.now(), invoice: {}, letterhead: {} } as Parameters<typeof keepSeen>[1]
  await keepSeen(id, invoice)
  await larder.pool.query('update users set role_id = 14 where id = $1', [id])
  await waitFor(() => expect(links()).toHaveLength(2), { timeout: 5_000 })
  await waitFor(async () => expect(await findSeen(id, 1, Date.now())).toBeNull())
})

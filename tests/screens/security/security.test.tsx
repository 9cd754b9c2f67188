/** The security events, as an administrator reads them. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { isWide } from '../wide.ts'

it('an administrator reads the events, narrowed to one kind by the address', async (larder) => {
  isWide(1440)
  const { pool } = larder
  await pool.query(
    `insert into security_events (kind, username, about, details, address, request_id)
       values ('fee', 'clerk', 'product 10', 'amount: 1.00 → 2.50', '10.0.0.7', 'abcdef0123456789')`,
  )
  const administrator = await larder.sit('administrator')
  await administrator.open('/security')
  const table = within(await screen.findByRole('table', { name: 'Security events' }))
  const fee = within((await table.findByText('amount: 1.00 → 2.50')).closest('tr')!)
  for (const text of ['Fee', 'clerk', 'product 10', '10.0.0.7', 'abcdef01']) fee.getByText(text)
  expect(table.getAllByText('Sign-in').length).toBeGreaterThan(0)

  await administrator.open('/security?events=fee')
  const narrowed = within(await screen.findByRole('table', { name: 'Security events' }))
  await narrowed.findByText('amount: 1.00 → 2.50')
  expect(narrowed.queryByText('Sign-in')).toBeNull()
})

it('more events than a page are searched and sorted by the server', async (larder) => {
  await larder.pool.query(
    `insert into security_events (kind, username, about)
       select 'price', 'clerk' || n, 'product ' || n from generate_series(1, 130) n`,
  )
  const administrator = await larder.sit('administrator')
  await administrator.open('/security?events=price&q=clerk12&sort=-who')
  const table = within(await screen.findByRole('table', { name: 'Security events' }))
  await waitFor(() => expect(table.getAllByRole('row')[1]!.textContent).toContain('clerk129'))
  const asked = administrator.network.calls.filter(at('GET', 'securityevents')).at(-1)!.query
  expect([asked.get('search'), asked.get('ordering')]).toEqual(['clerk12', '-username'])
})

it('the page is not for a manager, and sends no call to the server', async (larder) => {
  const manager = await larder.sit('manager')
  await manager.open('/security')
  await screen.findByText('The security events are for administrators')
  expect(manager.network.calls.filter(at('GET', 'securityevents'))).toEqual([])
})

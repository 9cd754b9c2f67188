/** `/operations`: how the server is, and what to do about it. */
import { screen, within } from '@testing-library/react'
import type { Operations } from '#contract/operations.ts'
import { noteBackup } from '#server/backup/taken.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'

const partOf = async (name: string) => within(await screen.findByRole('region', { name }))

it('an administrator sees what to do, and the state of the server', async (larder) => {
  const administrator = await larder.sit('administrator')
  await administrator.open('/operations')
  const todo = await partOf('What to do')
  todo.getByText('No backup has been taken.')
  todo.getByText('npm run backup -- --to FOLDER')
  const facts = await partOf('Server')
  expect(facts.getByText('Last backup').nextElementSibling?.textContent).toBe('None')

  await noteBackup(larder.pool, 'larder.backup', new Date())
  await administrator.open('/operations')
  ;(await partOf('What to do')).getByText('Nothing')
  const now = await partOf('Server')
  expect(now.getByText('Last backup').nextElementSibling?.textContent).toContain('larder.backup')
})

it('the page lists the jobs, and the devices that hold edits', async (larder) => {
  const administrator = await larder.sit('administrator')
  const answer: Operations = {
    version: '1.0.0',
    schema: '0058_housekeeping',
    started_at: '2026-11-28T08:00:00Z',
    database: { is_embedded: true, size_bytes: 3.7 * 1024 ** 3, oldest_transaction_seconds: null },
    disk: { free_bytes: 2 * 1024 ** 3, all_bytes: 100 * 1024 ** 3, is_full: false },
    backup: { at: new Date().toISOString(), file: 'larder.backup' },
    jobs: [{ queue: 'stripe', waiting: 1, failed: 2, failed_at: null, done_at: null }],
    mails: { waiting: 3, perhaps: 1, refused: 0 },
    devices: [
      {
        device_id: 'freezer',
        name: 'Cold room 3',
        username: 'pat',
        last_seen: new Date().toISOString(),
        oldest_unsent: new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString(),
        release: '0.9.0',
        unsent: 6,
        needs_you: 1,
      },
      {
        device_id: 'dock',
        name: null,
        username: 'sam',
        last_seen: new Date().toISOString(),
        oldest_unsent: null,
        release: null,
        unsent: 0,
        needs_you: 2,
      },
    ],
  }
  administrator.network.answer(at('GET', 'operations'), answer)
  await administrator.open('/operations')
  const facts = await partOf('Server')
  facts.getByText('3.7 GB, embedded')
  facts.getByText('2.0 GB of 100.0 GB free')
  facts.getByText('3 waiting, 0 refused, 1 perhaps sent')
  ;(await partOf('Jobs')).getByText('not done yet, 1 waiting, 2 failed')
  ;(await partOf('Jobs')).getByText('Asking Stripe')
  const held = await partOf('Devices that hold edits')
  held.getByText(/^6 unsent, the oldest made 3 h ago, 1 to decide, heard of \d+ s ago, Larder 0\.9\.0$/)
  held.getByText(/^0 unsent, 2 to decide, heard of \d+ s ago$/)
})

it('the page is not for a manager, and sends no call to the server', async (larder) => {
  const manager = await larder.sit('manager')
  await manager.open('/operations')
  await screen.findByText('The server is for administrators')
  expect(manager.network.calls.filter(at('GET', 'operations'))).toEqual([])
})

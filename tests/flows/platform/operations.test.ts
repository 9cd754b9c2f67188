/** `GET operations`: what an administrator sees of the server itself. */
import { expect, it } from 'vitest'
import { Operations } from '#contract/operations.ts'
import { noteBackup } from '#server/backup/taken.ts'
import { makeMail } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
const pool = () => flow.server.database.pool
const read = () => flow.server.call(flow.house.as.administrator, 'GET', 'operations')

it('the answer has the release, the database, the last backup, mails, jobs and devices that hold edits', async () => {
  expect((await read()).body).toMatchObject({ backup: null, disk: null, devices: [] })
  const taken = new Date('2026-11-28T03:00:00Z')
  await noteBackup(pool(), '/backups/larder-1.backup', new Date('2026-11-27T03:00:00Z'))
  await noteBackup(pool(), '/backups/larder-2.backup', taken)
  await makeMail(pool(), { state: 'refused', settled_at: taken.toISOString() })
  await pool().query(
    `insert into devices (device_id, user_id, last_seen_at, unsent, needs_you)
     values ('freezer', $1, $3, '{"1":2,"3":4}', '{"1":1}'), ('office', $2, $3, '{}', '{}')`,
    [flow.house.people.picker.id, flow.house.people.office.id, taken],
  )
  await pool().query(`insert into pgboss.job (name, state, completed_on) values ('stripe', 'failed', $1)`, [
    taken,
  ])
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(Operations.parse(body)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    schema: expect.stringMatching(/^\d{4}_\w+$/),
    database: { is_embedded: true, size_bytes: expect.any(Number) },
    backup: { at: taken.toISOString(), file: 'larder-2.backup' },
    jobs: expect.arrayContaining([
      expect.objectContaining({
        queue: 'stripe',
        failed: 1,
        failed_at: expect.stringMatching(/^2026-11-28T03/),
      }),
    ]),
    mails: { refused: 1, perhaps: 0 },
    devices: [{ device_id: 'freezer', username: flow.house.as.picker, unsent: 6, needs_you: 1 }],
  })
})

it('is for administrators alone', async () => {
  for (const role of ['manager', 'office', 'foreman', 'picker'] as const)
    expect((await flow.server.call(flow.house.as[role], 'GET', 'operations')).status).toBe(403)
})

/** The import of another device's unsent changes. What is in the file: src/sync/export.test.ts. */
import { within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { signOutbox } from '#src/sync/export.ts'
import { nextId } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import type { Call } from '../network.ts'
import { findDialog, findField, press } from '../reading.ts'
import { PUSH } from '../refused-push.ts'

const DEVICE = 'handheld-3'

/** Makes a file with the unsent change of so many items. */
async function makeFile(count: number): Promise<{ file: File; ids: string[] }> {
  const ids = Array.from({ length: count }, nextId)
  const now = new Date().toISOString()
  const records = ids.map((mutation_id, n) => {
    const item = nextId()
    return {
      mutation_id,
      device_id: DEVICE,
      user_id: 6,
      entity: 'orderitems' as const,
      entity_id: item,
      order: 7,
      call: { method: 'PATCH' as const, path: `orderitems/${item}`, body: { picked: true } },
      base: { version: 1, values: { picked: false } },
      adds: null,
      raw_scan: null,
      reason: null,
      retry_of: null,
      act: null,
      seq: n + 1,
      created_at: now,
      schema_version: 1,
      state: 'pending' as const,
      answer: null,
    }
  })
  const value = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const db = { meta: { get: () => Promise.resolve({ value }) } } as never
  const text = await signOutbox(db, {
    format: 'larder-outbox',
    version: 1,
    device_id: DEVICE,
    user: { id: 6, username: 'picker' },
    exported_at: now,
    records,
  })
  return { file: new File([text], 'larder-unsent.json', { type: 'application/json' }), ids }
}

it('a retry counts the changes that it sends, and not all of the file', async (larder) => {
  const { file, ids } = await makeFile(3)
  const foreman = await larder.sit('foreman')
  await foreman.open('/sync')
  await press('Import')
  const dialog = await findDialog('Import unsent changes')
  await userEvent.upload(await findField('File of unsent changes', dialog), file)
  const server_time = new Date().toISOString()
  const result = { mutation_id: ids[0], outcome: 'applied', status: 200, body: {}, server_time }
  // The device may send changes of its own.
  const isImport = (call: Call) => PUSH(call) && JSON.stringify(call.body).includes(ids[2]!)
  foreman.network.answer(isImport, { results: [result], server_time })
  await press('Send 3 changes', dialog)
  await within(dialog).findByText(/^1 of 3 changes acknowledged\./)
  const release = foreman.network.hold(isImport)
  await press('Retry 2 changes', dialog)
  await within(dialog).findByText('0 of 2 sent')
  release()
  await within(dialog).findByText(/^1 of 3 changes acknowledged\./)
})

it('a retry keeps what the server refused on the screen, and sends it with the changes that wait for it', async (larder) => {
  const { file, ids } = await makeFile(3)
  const foreman = await larder.sit('foreman')
  await foreman.open('/sync')
  await press('Import')
  const dialog = await findDialog('Import unsent changes')
  await userEvent.upload(await findField('File of unsent changes', dialog), file)
  const server_time = new Date().toISOString()
  const applied = { outcome: 'applied', status: 200, body: {}, server_time }
  const refused = { outcome: 'refused', status: 422, body: { message: 'It is invoiced.' }, server_time }
  const held = { outcome: 'held', status: 424, body: {}, server_time }
  const answerWith = (outcomes: object[]) => {
    const results = outcomes.map((outcome, n) => ({ mutation_id: ids[n], ...outcome }))
    return foreman.network.answer(isImport, { results, server_time })
  }
  const isImport = (call: Call) => PUSH(call) && JSON.stringify(call.body).includes(ids[1]!)
  answerWith([applied, refused, held])
  await press('Send 3 changes', dialog)
  await within(dialog).findByText(/^1 of 3 changes acknowledged\./)
  await within(dialog).findByText('It is invoiced.')
  answerWith([applied, refused, applied])
  await press('Retry 2 changes', dialog)
  await within(dialog).findByText(/^2 of 3 changes acknowledged\.$/)
  await within(dialog).findByText('It is invoiced.')
  const pushes = foreman.network.calls.filter(isImport)
  const sent = pushes.map(({ body }) =>
    (body as { mutations: { mutation_id: string }[] }).mutations.map(({ mutation_id }) => mutation_id),
  )
  expect(sent).toEqual([ids, ids.slice(1)])
  // The import is also the last report of this device about itself.
  expect(pushes.every(({ body }) => 'release' in (body as object))).toBe(true)
})

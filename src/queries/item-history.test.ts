import { describe, expect, it } from 'vitest'
import type { AuditLine } from '#contract/sync/devices.ts'
import type { Client } from '#src/api/client.ts'
import { itemHistory } from './item-history.ts'

const line = (more: Partial<AuditLine>): AuditLine => ({
  at: '2026-11-21T10:00:05.000Z',
  made_at: '2026-11-21T10:00:00.000Z',
  username: 'picker',
  brought_by: null,
  device_id: '0199aaaa-bbbb-7000-8000-000000000001',
  device_name: null,
  entity: 'orderitems',
  method: 'PATCH',
  body: { unit_quantity: 1 },
  raw_scan: null,
  reason: null,
  outcome: 'applied',
  ...more,
})
const history = (lines: AuditLine[]) =>
  itemHistory(
    { api: () => Promise.resolve(lines) } as unknown as Client,
    [{ id: 'a', order: 7 }],
    new AbortController().signal,
  )

describe('the history of an item', () => {
  it('shows who did what, when, on which device and by which scan, newest first', async () => {
    const [last, first] = await history([
      line({ body: { adds: { unit_quantity: 1 }, unit_quantity: 1 }, raw_scan: '0112345\u001d10L7' }),
      line({ made_at: '2026-11-21T11:00:00.000Z', body: { picked: true } }),
    ])
    expect(first).toMatchObject({
      title: 'Scanned',
      detail: '+1 unit',
      who: 'picker, device 0199aaaa',
      at: '2026-11-21T10:00:00.000Z',
      code: '0112345<GS>10L7',
    })
    expect(last).toMatchObject({ title: 'Picked', code: '' })
  })
  it('shows the reason, the person who imported it, and that the server refused it', async () => {
    const [only] = await history([
      line({ reason: 'Recalled lot: Foreman cleared it', brought_by: 'foreman', outcome: 'refused' }),
    ])
    expect(only!.who).toBe('picker, device 0199aaaa, brought by foreman')
    expect(only!.note).toBe('Recalled lot: Foreman cleared it · The server did not take this.')
  })
})

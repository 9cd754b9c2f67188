import { describe, expect, it } from 'vitest'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Client } from '#src/api/client.ts'
import { NetworkError } from '#src/api/errors.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import type { ExportedOutbox } from './attention.ts'
import { bringIn, FileRefused, readOutboxFile, signOutbox } from './export.ts'
import { uuid } from '#contract/testing/rows.ts'

const edit = (n: number): ExportedOutbox['records'][number] => ({
  mutation_id: uuid(n),
  device_id: 'handheld-3',
  user_id: 6,
  entity: 'orderitems',
  entity_id: uuid(1),
  order: 7,
  call: { method: 'PATCH', path: `orderitems/${uuid(1)}`, body: { picked: true } },
  base: { version: 1, values: { picked: false } },
  adds: null,
  raw_scan: '0112345678901231\u001d10L-7',
  reason: null,
  retry_of: null,
  act: null,
  seq: n,
  created_at: '2026-11-20T08:00:00.000Z',
  schema_version: 1,
  state: 'pending',
  answer: null,
})
const outbox = (records = [edit(11), edit(12)]): ExportedOutbox => ({
  format: 'larder-outbox',
  version: 1,
  device_id: 'handheld-3',
  user: { id: 6, username: 'picker' },
  exported_at: '2026-11-20T12:00:00.000Z',
  records,
})
const db = openDeviceDatabase({ name: 'export-test' })
const read = (text: string) => readOutboxFile(new Blob([text]))

describe('an exported outbox', () => {
  it('is restored whole on another device, with its keys, author, device and the original scan', async () => {
    const { exported_at: _at, ...whole } = await read(await signOutbox(db, outbox()))
    expect(whole).toMatchObject({ device_id: 'handheld-3', user: { id: 6, username: 'picker' } })
    expect(whole.records).toEqual(outbox().records)
  })

  it('is signed with the same key each time', async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => JSON.parse(await signOutbox(db, outbox())).public_key),
    )
    expect(keys[0]).toEqual(keys[1])
  })

  it.each([
    ['another value', (text: string) => text.replace('"picked": true', '"picked": false')],
    ['another author', (text: string) => text.replaceAll('"user_id": 6', '"user_id": 1')],
    ['an edit left out', (text: string) => without(text)],
    ['another signature', (text: string) => text.replace(/"signature": "..../, '"signature": "AAAA')],
  ])('with %s is refused', async (_what, tamper) => {
    const text = await signOutbox(db, outbox())
    expect(tamper(text)).not.toBe(text)
    await expect(read(tamper(text))).rejects.toThrow('changed after it left its device')
  })

  it.each([
    ['cut off', '{"outbox": {', 'cannot be read to its end'],
    ['of something else', '{"outbox": {"format": "cake"}}', 'not a file of unsent Larder changes'],
    ['of a newer version', '{"outbox": {"format": "larder-outbox", "version": 2}}', 'newer version'],
    ['with a damaged edit', JSON.stringify({ outbox: outbox([{ ...edit(1), seq: -1 }]) }), 'records.0.seq'],
    ['that is null', 'null', 'not a file of unsent Larder changes'],
  ])('%s is refused in words', async (_what, text, words) => {
    await expect(read(text)).rejects.toThrow(words)
    await expect(read(text)).rejects.toBeInstanceOf(FileRefused)
  })
})

function without(text: string): string {
  const file = JSON.parse(text) as { outbox: ExportedOutbox }
  return JSON.stringify({ ...file, outbox: { ...file.outbox, records: file.outbox.records.slice(1) } })
}

/** A server that keeps keys: it repeats its answer to a key that it knows. */
function server(failing: () => boolean = () => false) {
  const kept = new Set<string>()
  const bodies: string[] = []
  const client = {
    api: (_method: string, _path: string, { body }: { body: string }) => {
      if (failing()) return Promise.reject(new NetworkError('unreachable'))
      bodies.push(body)
      const { mutations } = JSON.parse(body) as { mutations: Mutation[] }
      const results = mutations.map(({ mutation_id }) => {
        kept.add(mutation_id)
        return { mutation_id, outcome: 'applied', status: 200, body: null, server_time: 'now' }
      })
      return Promise.resolve({ results, server_time: 'now' })
    },
  } as unknown as Client
  return { kept, bodies, client }
}
const bring = (client: Client, records: Mutation[]) =>
  bringIn(records, {
    client,
    userId: 1,
    deviceId: 'desk',
    held: { unsent: { 9: 2 }, needs_you: { 8: 1 } },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })

describe('importing a file', () => {
  it('sends batches of at most 500, oldest first, each edit with its own author and device', async () => {
    const { kept, bodies, client } = server()
    const lines = await bring(
      client,
      Array.from({ length: 1100 }, (_, n) => edit(1100 - n)),
    )
    expect(kept.size).toBe(1100)
    expect(lines.every(({ outcome }) => outcome === 'applied')).toBe(true)
    const sent = bodies.map((body) => JSON.parse(body) as { device_id: string; mutations: Mutation[] })
    expect(sent.map(({ mutations }) => mutations.length)).toEqual([500, 500, 100])
    expect(sent[0]).toMatchObject({ device_id: 'desk', unsent: { 9: 2 }, needs_you: { 8: 1 } })
    expect(sent[0]!.mutations[0]).toMatchObject({ seq: 1, user_id: 6, device_id: 'handheld-3' })
    expect(sent[0]!.mutations[0]).not.toHaveProperty('state')
  })

  it('twice changes nothing: the same keys and bytes go again', async () => {
    const { kept, bodies, client } = server()
    await bring(client, [edit(1), edit(2)])
    await bring(client, [edit(1), edit(2)])
    expect(kept.size).toBe(2)
    expect(bodies[1]).toBe(bodies[0])
  })

  it('tries again when the answer is lost, and names unsent edits when none comes', async () => {
    let calls = 0
    expect((await bring(server(() => ++calls === 1).client, [edit(1)]))[0]!.outcome).toBe('applied')
    const lines = await bring(server(() => true).client, [edit(1)])
    expect(lines).toMatchObject([{ outcome: 'unsent', message: 'The server cannot be reached.' }])
  })
})

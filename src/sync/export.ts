/**
 * The outbox as a file: signed when it leaves a device, checked and sent when another device imports it. The records
 * keep their keys, author and device, so that importing what has already arrived changes nothing.
 *
 * The signature is made with a key that never leaves the device, and is checked with the public half in the file. It
 * proves that nothing was changed or cut off on the way. The server decides who may import a file.
 */
import { z } from 'zod'
import { Mutation } from '#contract/sync/mutation.ts'
import { PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { DeviceDatabase } from '#src/db/device.ts'
import type { ExportedOutbox } from './attention.ts'
import { pushBatches } from './send/batches.ts'
import { toWire } from './store/edit.ts'
import type { HeldByOrder } from './send/report.ts'
import { answerOf } from './send/settle.ts'
import { orWithoutRoom, stored } from './store/storage.ts'

/** 25,000 edits, the most that a device is proven with (issue 3), are some 25 MB. */
const MOST_FILE_BYTES = 64 * 1024 * 1024
const MOST_RECORDS = 100_000
/** An answer may not come for a while: the same batch, with the same keys, is tried this often in all. */
const TRIES = 3

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }
const KEY = 'signing_key'

const ExportedRecord = Mutation.extend({
  state: z.enum(['pending', 'refused', 'conflict']),
  answer: z.unknown(),
})

const OutboxFile = z.object({
  outbox: z.object({
    format: z.literal('larder-outbox'),
    version: z.literal(1),
    device_id: z.string().min(1).max(64),
    user: z.object({ id: z.int(), username: z.string().max(256) }),
    exported_at: z.iso.datetime(),
    records: z.array(ExportedRecord).max(MOST_RECORDS),
  }),
  public_key: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  signature: z.string().regex(/^[\w-]+$/),
})
export type OutboxFile = z.infer<typeof OutboxFile>

/** The reason why a file is not taken, in words for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

const NOT_SECURE =
  'This page was not opened over https, so the browser cannot sign or check files. Open it by its https address.'

function cryptography(): SubtleCrypto {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) throw new FileRefused(NOT_SECURE)
  return subtle
}

/** Returns this device's own key, made at the first call. Its private half cannot be read, not even by this app. */
async function signingKey(db: DeviceDatabase): Promise<CryptoKeyPair> {
  const known = await db.meta.get(KEY)
  if (known) return known.value as CryptoKeyPair
  const made = await cryptography().generateKey(ALGORITHM, false, ['sign', 'verify'])
  // Two tabs may both have made one: the first stays.
  const keep = () =>
    stored(db, () =>
      db.transaction('rw', db.meta, async () => {
        const first = await db.meta.get(KEY)
        if (first) return first.value as CryptoKeyPair
        await db.meta.put({ key: KEY, value: made })
        return made
      }),
    )
  // The file carries the public half, so a key that is used only once proves the same.
  return orWithoutRoom(keep, () => Promise.resolve(made))
}

const bytesOf = (outbox: unknown) => new TextEncoder().encode(JSON.stringify(outbox))

/** Returns the text of the file. Throws FileRefused where the browser has no cryptography. */
export async function signOutbox(db: DeviceDatabase, outbox: ExportedOutbox): Promise<string> {
  const subtle = cryptography()
  const { privateKey, publicKey } = await signingKey(db)
  const { kty, crv, x, y } = await subtle.exportKey('jwk', publicKey)
  const signature = await subtle.sign(SIGNING, privateKey, bytesOf(outbox))
  return JSON.stringify(
    { outbox, public_key: { kty, crv, x, y }, signature: toBase64Url(signature) },
    null,
    1,
  )
}

/** Reads and checks a file. Throws FileRefused with the fault of the file. */
export async function readOutboxFile(file: Blob): Promise<OutboxFile['outbox']> {
  if (file.size > MOST_FILE_BYTES)
    throw new FileRefused(
      `The file has more than ${MOST_FILE_BYTES / 1024 / 1024} MB. No Larder file is so large.`,
    )
  const raw = parsed(await file.text())
  const checked = OutboxFile.safeParse(raw)
  if (!checked.success) throw new FileRefused(wrongWith(raw, checked.error))
  const { outbox, public_key, signature } = checked.data
  // The signature covers the file as it is, not the schema's output.
  if (!(await isGenuine((raw as { outbox: unknown }).outbox, public_key, signature)))
    throw new FileRefused(
      'The file was changed after it left its device: its signature does not fit. Nothing of it was taken. Export it again.',
    )
  return outbox
}

async function isGenuine(outbox: unknown, key: JsonWebKey, signature: string): Promise<boolean> {
  const subtle = cryptography()
  try {
    const publicKey = await subtle.importKey('jwk', key, ALGORITHM, false, ['verify'])
    return await subtle.verify(SIGNING, publicKey, fromBase64Url(signature), bytesOf(outbox))
  } catch {
    // The key or the signature is malformed.
    return false
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new FileRefused('This is not a whole Larder file: it cannot be read to its end. Copy it again.')
  }
}

function wrongWith(raw: unknown, error: z.ZodError): string {
  const outbox = (raw as { outbox?: { format?: unknown; version?: unknown } } | null)?.outbox
  if (outbox?.format !== 'larder-outbox') return 'This is not a file of unsent Larder changes.'
  if (outbox.version !== 1)
    return 'This file comes from a newer version of Larder. Reload this page to get that version, then try again.'
  const [issue] = error.issues
  return `This file is damaged, at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}. Export it again.`
}

/** The result of one edit of a file. `unsent`: no answer came, and it may be imported again. */
export interface ImportLine {
  record: Mutation
  outcome: PushResult['outcome'] | 'unsent'
  /** The server's words, where it did not apply the edit. */
  message: string | null
}

interface Bring {
  client: Client
  /** The person who imports the edits; their token carries them. */
  userId: number
  deviceId: string
  /** The edits that this device itself still holds: the server keeps the last report of each device. */
  held: HeldByOrder
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Sends a file's edits in the order in which they were made. Stops at the first batch that gets no answer. */
export async function bringIn(records: readonly Mutation[], bring: Bring): Promise<ImportLine[]> {
  const lines: ImportLine[] = []
  const ordered = records.toSorted((a, b) => a.seq - b.seq)
  let trouble: string | null = null
  for (const batch of pushBatches(ordered)) {
    if (trouble === null && bring.signal.aborted) trouble = 'Stopped before it was sent.'
    const answer: ReadonlyMap<string, PushResult> | string =
      trouble === null ? await push(batch, bring) : trouble
    if (typeof answer === 'string') trouble = answer
    lines.push(...batch.map((record) => lineOf(record, answer)))
    bring.onProgress(lines.length)
  }
  return lines
}

function lineOf(record: Mutation, answer: ReadonlyMap<string, PushResult> | string): ImportLine {
  if (typeof answer === 'string') return { record, outcome: 'unsent', message: answer }
  const result = answer.get(record.mutation_id)
  if (!result) return { record, outcome: 'unsent', message: 'The server did not say what became of it.' }
  if (result.outcome === 'applied') return { record, outcome: 'applied', message: null }
  if (result.outcome === 'held') return { record, outcome: 'held', message: heldWords(record) }
  return { record, outcome: result.outcome, message: answerOf(result).message }
}

const heldWords = ({ act }: Mutation): string =>
  act
    ? 'Another part of this change, or an earlier change of the same row, was not taken.'
    : 'It waits for an earlier change of the same row.'

/** Returns the answers by key, or the words for why there are none. */
async function push(
  batch: readonly Mutation[],
  { client, userId, deviceId, held, signal }: Bring,
): Promise<Map<string, PushResult> | string> {
  const body = JSON.stringify({ device_id: deviceId, ...held, mutations: batch.map(toWire) })
  for (let left = TRIES; ; left--) {
    try {
      const { results } = await client.api('POST', 'sync/push', {
        body,
        schema: PushAnswer,
        as: userId,
        signal,
      })
      return new Map(results.map((result) => [result.mutation_id, result]))
    } catch (error) {
      if (left === 1 || signal.aborted)
        return signal.aborted ? 'Stopped while it was sent.' : errorText(error)
    }
  }
}

function toBase64Url(buffer: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

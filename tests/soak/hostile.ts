/**
 * Sends bodies that are small on the way and expensive to read, one after the other, while a person picks. The picker
 * must not notice: the server answers their edits within 100 ms, 99 of 100.
 */
import { gzipSync } from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { PASSWORD } from '../factories/app.ts'
import type { Server } from '../process/product.ts'

const SLOWEST_P99_MS = 100
const EDIT_EVERY_MS = 50
/** How often each body is sent without a picker. */
const ALONE = 5
/** The size of an unpacked push of 8 MB, less its other parts. */
const ROOM = 8 * 1024 * 1024 - 1_000

const fill = (part: string) => part.repeat(Math.floor(ROOM / part.length)).slice(0, -1)
const pushWith = (other: string) => `{"device_id":"device of office","mutations":[],"other":${other}}`
const editWith = (body: string) =>
  `{"mutation_id":"${v7(Date.now())}","device_id":"device of office","user_id":1,"entity":"orderitems","entity_id":"x","order":null,` +
  `"call":{"method":"PATCH","path":"/","body":${body}},"base":{"version":null,"values":{}},"seq":1,` +
  `"created_at":"2026-01-01T00:00:00Z","schema_version":${MUTATION_SCHEMA_VERSION}}`
const pushOf = (edits: string[]) => `{"device_id":"device of office","mutations":[${edits.join(',')}]}`
/** The most values that are read at all: the most expensive body that is not refused unread. */
const ALLOWED = 95_000
const fields = (count: number, name: (n: number) => string) =>
  `{${Array.from({ length: count }, (_, n) => `"${name(n)}":"x"`).join(',')}}`
const lines = `[${Array(1_000).fill('{"product":7,"unit_quantity":"x","case_quantity":-1}').join(',')}]`

/** The bodies of pushes, by their fault. */
const PUSHES: Record<string, () => string> = {
  'deep lists': () => pushWith('['.repeat(ROOM / 2) + ']'.repeat(ROOM / 2)),
  'deep objects': () => pushWith('{"a":'.repeat(ROOM / 6) + '1' + '}'.repeat(ROOM / 6)),
  'as deep as is read': () => pushWith('['.repeat(ALLOWED) + ']'.repeat(ALLOWED)),
  'a wide list': () => pushWith(`[${fill('0,')}]`),
  'a wide object': () => pushWith(fields(400_000, (n) => String(n))),
  'as wide as is read': () => pushWith(fields(ALLOWED, (n) => String(n))),
  'empty lists': () => pushWith(`[${fill('[],')}]`),
  'poisoned keys': () => pushWith(`{${fill('"__proto__":{},')}}`),
  'a long key': () => pushWith(`{"${fill('k')}":1}`),
  'long keys in an edit': () => pushOf([editWith(fields(80_000, (n) => `${'k'.repeat(70)}${n}`))]),
  'long keys in many edits': () =>
    pushOf(Array.from({ length: 400 }, () => editWith(fields(190, (n) => `${'k'.repeat(70)}${n}`)))),
  'unknown fields in many edits': () =>
    pushOf(Array.from({ length: 400 }, () => editWith(fields(190, (n) => `k${n}`)))),
  'bad lines in many orders': () =>
    pushOf(Array.from({ length: 24 }, () => placing(`{"order_items":${lines}}`))),
  'a long number': () => pushWith(fill('7')),
  'a long number in an edit': () => pushOf([editWith(`{"coupon_amount":"${fill('7')}"}`)]),
  'a long text of one character': () => pushOf([editWith(`{"coupon_note":"${fill('x')}"}`)]),
  'a long text of spaces': () => pushOf([editWith(`{"coupon_note":"${fill(' ')}"}`)]),
  'a long text that is escaped': () => pushOf([editWith(`{"coupon_note":"${fill(String.raw`\u0041`)}A"}`)]),
  'edits that are none': () => pushOf(Array<string>(500).fill('{}')),
  '6 GB when it is opened': () => '',
}
const placing = (body: string) =>
  editWith(body)
    .replace('"PATCH"', '"POST"')
    .replace('"orderitems"', '"orders"')
    .replace('"x","order"', `"${v7(Date.now())}","order"`)

interface Body {
  what: string
  path: string
  type: string
  gzip: boolean
  bytes: Buffer
}

function hostileBodies(order: number): Body[] {
  const push = Object.entries(PUSHES).map(([what, text]) => ({
    what,
    path: 'sync/push',
    type: 'application/json',
    gzip: true,
    bytes:
      text() === ''
        ? Buffer.concat(Array<Buffer>(300).fill(gzipSync(Buffer.alloc(ROOM, ' '))))
        : gzipSync(text()),
  }))
  const part = '--b\r\ncontent-disposition: form-data; name="additional_emails[0]"\r\n\r\nx\r\n'
  const mail = {
    what: 'a form of 10,000 parts',
    path: `orders/${order}/invoice/email`,
    type: 'multipart/form-data; boundary=b',
    gzip: false,
    bytes: Buffer.from(`${part.repeat(10_000)}--b--\r\n`),
  }
  return [...push, mail]
}

export interface HostileReport {
  bodies: number
  edits: number
  /** The ms from an edit's push to its answer. */
  p50: number
  p99: number
  slowest: number
  /** By body: its status, its size on the way, and the server's share of a core for one alone. */
  answers: Record<string, string>
  wrong: string[]
}

/** Sends the bodies as the office while a picker makes an edit every 50 ms. */
export async function sendHostileBodies(
  { url, query, cpuSeconds }: Server,
  { bodies, tell }: { bodies: number; tell(words: string): void },
): Promise<HostileReport> {
  const signIn = async (username: string) => {
    const answer = await fetch(`${url}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': `device of ${username}` },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    return (await answer.json()) as { access: string; user: { id: number } }
  }
  const [office, picker] = [await signIn('office'), await signIn('picker')]
  const [item] = await query<{ id: string; order_id: number }>(
    `select i.id, i.order_id from order_items i join orders o on o.id = i.order_id
      where not o.invoiced and not i.out_of_stock and i.units_ordered > 0 order by o.id desc limit 1`,
  )
  const wrong: string[] = []
  const took: number[] = []
  const over = new AbortController()
  async function edit(): Promise<void> {
    const one = JSON.parse(editWith('{}')) as { adds: object; entity_id: string; user_id: number }
    Object.assign(one, { adds: { unit_quantity: 1 }, entity_id: item!.id, user_id: picker.user.id })
    const began = performance.now()
    const answer = await fetch(`${url}/api/sync/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${picker.access}` },
      body: JSON.stringify({ device_id: 'device of picker', mutations: [one] }),
    })
    const text = await answer.text()
    took.push(performance.now() - began)
    if (!text.includes('"applied"')) wrong.push(`an edit was answered ${answer.status} ${text.slice(0, 200)}`)
  }
  async function send({ path, type, gzip, bytes }: Body): Promise<number> {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        authorization: `Bearer ${office.access}`,
        ...(gzip && { 'content-encoding': 'gzip' }),
      },
      body: new Uint8Array(bytes),
    })
    await answer.text()
    return answer.status
  }

  const all = hostileBodies(item!.order_id)
  const answers: Record<string, string> = {}
  for (const body of all) {
    await send(body)
    const cpu = cpuSeconds()
    let status = 0
    for (let n = 0; n < ALONE; n++) status = await send(body)
    const ms = Math.round(((cpuSeconds() - cpu) / ALONE) * 1_000)
    answers[body.what] = `${status}, ${body.bytes.length} bytes, ${ms} ms of a core`
    if (status >= 500) wrong.push(`${body.what} was answered ${status}`)
  }

  tell(`${bodies} bodies of ${all.length} kinds, beside somebody who picks`)
  const picking = (async () => {
    const underway: Promise<void>[] = []
    while (!over.signal.aborted) {
      underway.push(edit())
      await delay(EDIT_EVERY_MS)
    }
    await Promise.all(underway)
  })()
  for (let n = 0; n < bodies; n++) await send(all[n % all.length]!)
  over.abort()
  await picking
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  if (at(0.99) >= SLOWEST_P99_MS) wrong.push(`p99 of an edit is ${at(0.99)} ms`)
  return {
    bodies,
    edits: took.length,
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    answers,
    wrong,
  }
}

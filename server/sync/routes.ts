/** `POST sync/push`, `GET sync/changes`, `GET sync/stream`. */
import { z } from 'zod'
import { can, type Person } from '#contract/permissions.ts'
import { Mutation } from '#contract/sync/mutation.ts'
import { fieldMessages } from '#contract/sync/outcome.ts'
import { Device } from '#contract/sync/devices.ts'
import { Changes, Push, PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import type { Context } from '../platform/context.ts'
import { sendJson, sendList } from '../platform/json.ts'
import { Problem } from '../platform/problem.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { DEFAULT_PAGE, readChanges } from './changes.ts'
import { DEVICE_SQL } from './devices.ts'
import { runMutations, type Result } from './run.ts'
import { isStorable } from './sound.ts'
import { openStreams } from './stream.ts'

/** 500 edits with generous bodies; a larger push is answered 413 before it is read. */
const PUSH_BYTES = 8 * 1024 * 1024

/** A device's report of more orders than anybody picks, or more edits than it can hold, is cut. */
const MOST_UNSENT_ORDERS = 1_000
const MOST_UNSENT = 1_000_000

/** What the door says of an edit before it is run: malformed, or somebody else's. Null: it may be tried. */
function refusedAtTheDoor(raw: unknown, person: Person): { refused: Result | null; mutation?: Mutation } {
  const parsed = Mutation.safeParse(raw)
  if (!parsed.success) {
    const id = (raw as { mutation_id?: unknown } | null)?.mutation_id
    const fields = fieldMessages(parsed.error)
    const message = Object.entries(fields)
      .map(([field, text]) => `${field}: ${text}`)
      .join('\n')
    return {
      refused: {
        mutation_id: typeof id === 'string' ? id.slice(0, 64) : '',
        outcome: 'refused',
        status: 400,
        body: { code: 'invalid', message, fields },
      },
    }
  }
  const mutation = parsed.data
  if (mutation.user_id !== person.id && !can(person, 'outbox.import'))
    return {
      refused: {
        mutation_id: mutation.mutation_id,
        outcome: 'refused',
        status: 403,
        body: { code: 'forbidden', message: 'This change was made by somebody else.' },
      },
    }
  return { refused: null, mutation }
}

/** Keeps what a device says of itself, for the foreman's view and the warning before an invoice. */
async function noteDevice(context: Context, person: Person, push: Push): Promise<void> {
  const orders = Object.entries(push.unsent ?? {}).filter(([order]) => /^\d{1,10}$/.test(order))
  const unsent = Object.fromEntries(
    orders.slice(0, MOST_UNSENT_ORDERS).map(([order, count]) => [order, Math.min(count, MOST_UNSENT)]),
  )
  await context.pool.query({
    name: 'note device',
    text: `insert into devices (device_id, user_id, last_seen_at, unsent) values ($1, $2, $3, $4)
           on conflict (device_id, user_id) do update set last_seen_at = excluded.last_seen_at, unsent = excluded.unsent`,
    values: [push.device_id, person.id, context.clock(), JSON.stringify(unsent)],
  })
}

export const syncRoutes: Routes = async (app, context) => {
  const streams = await openStreams(context)
  app.addHook('onClose', () => streams.close())

  app.post(
    '/sync/push',
    {
      // Before the body is read and opened; the limit is that of what comes out.
      onRequest: app.signedIn,
      decompress: { requestEncodings: ['gzip'] },
      bodyLimit: PUSH_BYTES,
      schema: {
        tags: ['sync'],
        summary: 'Send edits that were stored on a device',
        description:
          'Each edit is answered by its mutation_id. Malformed or forbidden edits are refused one by one; the others are applied.',
        body: Push,
        response: { 200: PushAnswer },
      },
    },
    async ({ person, body }, reply) => {
      if (!isStorable(body.device_id))
        throw new Problem(400, 'device_id: holds a character that cannot be stored.')
      const doors = body.mutations.map((raw) => refusedAtTheDoor(raw, person))
      // Beside the edits; but nothing is answered while an edit is still being run.
      const noted = noteDevice(context, person, body)
      noted.catch(() => undefined)
      const ran = await runMutations(
        context,
        { person, device: body.device_id },
        doors.flatMap(({ mutation }) => mutation ?? []),
        { asksWhy: true },
      )
      await noted
      const server_time = context.clock().toISOString()
      let next = 0
      const results: PushResult[] = doors.map(({ refused }) => ({
        ...(refused ?? ran[next++]!),
        server_time,
      }))
      return sendJson(reply, JSON.stringify({ results, server_time } satisfies PushAnswer)) as never
    },
  )

  app.get(
    '/sync/changes',
    {
      preHandler: app.signedIn,
      schema: {
        tags: ['sync'],
        summary: 'Rows and deletions behind a cursor',
        querystring: z.object({
          since: z.string().max(2_000).optional(),
          limit: numberText.refine((n) => n >= 1 && n <= 10_000, 'must be 1 to 10000').optional(),
        }),
        response: { 200: Changes },
      },
    },
    async ({ person, query }, reply) =>
      sendJson(reply, await readChanges(context, person, query.since, query.limit ?? DEFAULT_PAGE)) as never,
  )

  app.get(
    '/devices',
    {
      preHandler: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary: 'Devices: when last seen, and what they last said they still hold',
        querystring: z.object(paging),
        response: { 200: paged(Device) },
      },
    },
    async ({ query }, reply) =>
      sendList(reply, context.pool, {
        name: 'devices',
        select: `${DEVICE_SQL} order by d.last_seen_at desc`,
        count: 'select 1 from devices',
        values: [],
        paging: query,
      }),
  )

  app.get(
    '/sync/stream',
    {
      preHandler: app.signedIn,
      schema: { tags: ['sync'], summary: 'Server-sent events that say that the cursor moved' },
    },
    (request, reply) => {
      reply.hijack()
      streams.add(request.person, reply.raw)
    },
  )
}

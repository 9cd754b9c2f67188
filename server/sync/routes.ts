/** `POST sync/push`, `GET sync/changes`, `GET sync/stream`. */
import { z } from 'zod'
import { BoundedPerson, Device, NameDevice } from '#contract/sync/devices.ts'
import { Mutation } from '#contract/sync/mutation.ts'
import {
  Changes,
  Digests,
  Push,
  PUSH_BATCH,
  PushAnswer,
  Verdict,
  type PushResult,
} from '#contract/sync/protocol.ts'
import { sendJson, sendList } from '../platform/json.ts'
import { actorOf } from '../platform/security-events.ts'
import { describedBy, numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { BOUNDED_SQL } from './bounds.ts'
import { DEFAULT_PAGE, openFeed, readChanges } from './changes.ts'
import { answerAgeMs } from './crowd.ts'
import { nameDevice } from './device-names.ts'
import { DEVICE_SQL, noting } from './devices.ts'
import { mustBeOf, runPush } from './push.ts'
import { checkQuota } from './quota.ts'
import { isTurnOf } from './turns.ts'
import { openStreams } from './stream.ts'
import { openVerifier } from './verify.ts'

/** 500 edits with generous bodies; a larger push is answered 413 before it is read. */
const PUSH_BYTES = 8 * 1024 * 1024
/** Two snapshots with as many running transactions as they may name, and any key. */
const MOST_CURSOR_LENGTH = 8_000

export const syncRoutes: Routes = async (app, context) => {
  const startedAt = context.clock().getTime()
  const streams = await openStreams(context)
  const feed = openFeed(context, () => answerAgeMs(streams.count()))
  const verifier = openVerifier(context)
  const pushing = { ...context, pool: context.pushPool }
  app.addHook('onClose', () => Promise.all([streams.close(), feed.close()]))

  app.post(
    '/sync/push',
    {
      config: { share: 'pushes' },
      // Its limit is that of what comes out.
      decompress: { requestEncodings: ['gzip'] },
      bodyLimit: PUSH_BYTES,
      schema: {
        tags: ['sync'],
        summary: 'Send edits that were stored on a device',
        description:
          'Each edit is answered by its mutation_id. Malformed or forbidden edits are refused one by one; the others are applied.',
        body: Push.extend({ mutations: z.array(describedBy(Mutation)).max(PUSH_BATCH) }),
        response: { 200: PushAnswer },
      },
    },
    async (request, reply) => {
      const { person, device, body } = request
      mustBeOf(device, body)
      checkQuota(pushing, person)
      const ran = await noting(pushing, person, body, () => runPush(pushing, person, body))
      for (const { outcome } of ran) context.metrics.pushed(outcome)
      // The push itself is answered 200.
      if (ran.some(({ status }) => status === 403))
        void context.refusals.note(actorOf(request), 403, 'an edit of POST sync/push')
      const server_time = context.clock().toISOString()
      const results: PushResult[] = ran.map((result) => ({ ...result, server_time }))
      return sendJson(reply, JSON.stringify({ results, server_time } satisfies PushAnswer)) as never
    },
  )

  app.post(
    '/sync/digests',
    {
      schema: {
        tags: ['sync'],
        summary: 'Compare what a device holds with what the server has',
        description:
          'Of tables in which nothing has changed behind the cursor. Where one differs, the answer has the cursor from which the device reads it again.',
        body: Digests,
        response: { 200: Verdict },
      },
    },
    ({ person, device, body }) => verifier.compare(person, device, body),
  )

  app.get(
    '/sync/changes',
    {
      schema: {
        tags: ['sync'],
        summary: 'Rows and deletions behind a cursor',
        querystring: z.object({
          since: z.string().max(MOST_CURSOR_LENGTH).optional(),
          limit: numberText.refine((n) => n >= 1 && n <= 10_000, 'must be 1 to 10000').optional(),
        }),
        response: { 200: Changes },
      },
    },
    async ({ person, device, query }, reply) =>
      sendJson(
        reply,
        await readChanges(context, feed, {
          person,
          since: query.since,
          limit: query.limit ?? DEFAULT_PAGE,
          isTurn: isTurnOf(device, context.clock().getTime() - startedAt),
        }),
      ) as never,
  )

  app.get(
    '/devices',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary: 'Devices: when last seen, and what they last said they still hold',
        querystring: z.object(paging),
        response: { 200: paged(Device) },
      },
    },
    async ({ query }, reply) =>
      sendList(reply, context, {
        name: 'devices',
        select: `${DEVICE_SQL} order by d.last_seen_at desc`,
        count: 'select 1 from devices',
        values: [],
        paging: query,
      }),
  )

  app.patch(
    '/devices/:id',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary: 'Name a device, or take its name away',
        params: z.object({ id: z.string().min(1).max(64) }),
        body: NameDevice,
        response: { 204: z.null() },
      },
    },
    async ({ person, params, body }, reply) => {
      await nameDevice(context, person, params.id, body.name)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/devices/bounded',
    {
      onRequest: app.mayDo('devices.see'),
      schema: {
        tags: ['sync'],
        summary:
          'People of whom orders wait, because they ordered more than a setting allows within the last day',
        response: { 200: z.array(BoundedPerson) },
      },
    },
    async () => (await context.pool.query<BoundedPerson>(BOUNDED_SQL, [context.clock()])).rows,
  )

  app.get(
    '/sync/stream',
    {
      // A HEAD would wait for an end that never comes.
      exposeHeadRoute: false,
      config: { share: 'none', answersFile: 'text/event-stream' },
      schema: { tags: ['sync'], summary: 'Server-sent events that say that the cursor moved' },
    },
    (request, reply) => {
      reply.hijack()
      streams.add(request.person, request.session, reply.raw)
    },
  )
}

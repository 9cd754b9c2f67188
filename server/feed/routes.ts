/** How a device learns of the server's rows: `GET sync/changes`, `POST sync/digests`, `GET sync/stream`. */
import { z } from 'zod'
import { Changes, Digests, DigestVerdict } from '#contract/sync/protocol.ts'
import { sendJson } from '../platform/json.ts'
import { numberText, type Routes } from '../platform/routes.ts'
import { FEED_PAGE_ROWS, openFeed, readChanges } from './changes.ts'
import { answerAgeMs } from './crowd.ts'
import { isTurnOf } from './turns.ts'
import { openStreams } from './stream.ts'
import { openVerifier } from './verify.ts'

/** Two snapshots with as many running transactions as they may name, and any key. */
const MOST_CURSOR_CHARACTERS = 8_000

export const feedRoutes: Routes = async (app, context) => {
  const startedAt = context.clock().getTime()
  const streams = await openStreams(context)
  const feed = openFeed(context, () => answerAgeMs(streams.count()))
  const verifier = openVerifier(context)
  app.addHook('onClose', () => Promise.all([streams.close(), feed.close()]))

  app.post(
    '/sync/digests',
    {
      schema: {
        tags: ['sync'],
        summary: 'Compare what a device holds with what the server has',
        description:
          'Of tables in which nothing has changed behind the cursor. Where one differs, the answer has the cursor from which the device reads it again.',
        body: Digests,
        response: { 200: DigestVerdict },
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
          since: z.string().max(MOST_CURSOR_CHARACTERS).optional(),
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
          device,
          since: query.since,
          limit: query.limit ?? FEED_PAGE_ROWS,
          isTurn: isTurnOf(device, context.clock().getTime() - startedAt),
        }),
      ),
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

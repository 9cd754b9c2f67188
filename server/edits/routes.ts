/** `POST sync/push`, and who ordered more than a setting allows. */
import { z } from 'zod'
import { BoundedPerson } from '#contract/sync/devices.ts'
import { Mutation } from '#contract/sync/mutation.ts'
import { Push, PUSH_BATCH, PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import { noting } from '../devices/device-reports.ts'
import { sendJson } from '../platform/json.ts'
import { actorOf } from '../platform/security-events.ts'
import { describedBy, type Routes } from '../platform/routes.ts'
import { queryRows } from '../platform/rows.ts'
import { BOUNDED_SQL } from './bounds.ts'
import { mustBeOf, runPush } from './push.ts'
import { checkQuota } from './quota.ts'

/** 500 edits with generous bodies; a larger push is answered 413 before it is read. */
const PUSH_BYTES = 8 * 1024 * 1024

export const editRoutes: Routes = async (app, context) => {
  const pushing = { ...context, pool: context.pushPool }

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
      return sendJson(reply, JSON.stringify({ results, server_time } satisfies PushAnswer))
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
    () => queryRows(context.pool, BoundedPerson, BOUNDED_SQL, [context.clock()]),
  )
}

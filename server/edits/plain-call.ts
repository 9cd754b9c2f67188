/**
 * A plain documented call as one edit: the same commands as `POST sync/push`, the same dedupe where the caller sends an
 * `Idempotency-Key`, which the answer echoes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  BARE_EDIT,
  MUTATION_SCHEMA_VERSION,
  PLAIN_CALL_DEVICE,
  type Mutation,
} from '#contract/sync/mutation.ts'
import type { Context } from '../platform/context.ts'
import { v7 } from '../platform/auth/uuid.ts'
import { idempotencyKey, KEYED } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { inShare, runAtOnce } from './at-once.ts'
import type { Result } from './answers.ts'
import { countCall } from './quota.ts'
import { runMutations } from './run.ts'

/**
 * The option of a call that changes a row: calls of one moment run together, and take a share of the connections
 * together. Such a route must not take one for each of them as well, or they would wait for each other.
 */
export const GATHERED = { share: 'none' } as const

/**
 * Config of a call that `runCall` answers: that it takes a key, and for the API's page what it answers. The row is built by
 * the commands, whose tests check it; it is not checked again as it is sent.
 */
export const answering = (status: 200 | 201 | 204, row: z.ZodType = z.null()) => ({
  ...KEYED,
  answers: { [status]: row },
})

/** Runs the call and sends its answer: the stored row, an empty 204, or the refusal. */
export async function runCall(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  call: {
    entity: Mutation['entity']
    method: Mutation['call']['method']
    /** Absent for a row that is yet to be made without an id of the caller's. */
    id: string
    body: unknown
    /** With what its query says, where that changes what is done; else the call's own. */
    path?: string
  },
): Promise<FastifyReply> {
  const key = idempotencyKey(request)
  const now = context.clock()
  const body =
    call.body && typeof call.body === 'object' && !Array.isArray(call.body)
      ? (call.body as Record<string, unknown>)
      : null
  if (call.method !== 'DELETE' && body === null) throw new Problem(400, 'The body must be a JSON object.')
  await countCall(context, request.person, key)
  const by = { person: request.person, device: request.device }
  const mutation: Mutation = {
    mutation_id: key ?? v7(now.getTime()),
    device_id: PLAIN_CALL_DEVICE,
    user_id: request.person.id,
    entity: call.entity,
    entity_id: call.id,
    order: null,
    call: { method: call.method, path: call.path ?? request.url.split('?')[0]!, body },
    ...BARE_EDIT,
    seq: 0,
    created_at: now.toISOString(),
    schema_version: MUTATION_SCHEMA_VERSION,
  }
  const runAlone = async () =>
    (await runMutations(context, by, [mutation], { exclusive: key !== null, ownKeys: key === null }))[0]
  const result =
    call.method !== 'PATCH'
      ? await runAlone()
      : key === null
        ? await runAtOnce(context, by, mutation)
        : await inShare(context, request.person, runAlone)
  if (key) void reply.header('idempotency-key', key)
  // A documented call has no field for a reason: an unusual piece is taken, and said to be one (decision 0016).
  if (result?.warning) void reply.header('x-warning', headerText(result.warning))
  return send(reply, result!)
}

/** Names of products may hold letters that no header may. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

function send(reply: FastifyReply, { outcome, status, body }: Result): FastifyReply {
  if (outcome === 'retry') {
    const { retry_after = 1 } = body as { retry_after?: number }
    void reply.header('retry-after', String(retry_after))
  }
  return status === 204 ? reply.code(204).send() : reply.code(status).send(body)
}

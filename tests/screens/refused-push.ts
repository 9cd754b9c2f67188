/** A push whose edits the server refuses. */
import { waitFor } from '@testing-library/react'
import { refuse, refuseFields } from '#contract/sync/outcome.ts'
import { outcomeBody } from '#server/platform/problem.ts'
import { at, type Network } from './network.ts'

export const PUSH = at('POST', 'sync/push')

/** Refuses what this act sends, and all that is sent later, for this reason until the returned function is called. */
export async function refusePush(
  network: Network,
  /** A message, or what is wrong with each field. */
  reason: string | Record<string, string>,
  act: () => Promise<void>,
): Promise<() => void> {
  const release = network.hold(PUSH)
  const before = network.calls.length
  await act()
  const { body } = await waitFor(() => {
    const call = network.calls.slice(before).find(PUSH)
    if (!call) throw new Error('Nothing was sent.')
    return call
  })
  const refusal =
    typeof reason === 'string' ? refuse(400, 'invalid', reason) : refuseFields(400, 'invalid', reason)
  const server_time = new Date().toISOString()
  const results = (body as { mutations: { mutation_id: string }[] }).mutations.map(({ mutation_id }) => ({
    mutation_id,
    outcome: 'refused',
    status: refusal.status,
    body: outcomeBody(refusal),
    server_time,
  }))
  const mend = network.answer(PUSH, { results, server_time })
  release()
  return mend
}

/** Whether the server is there, asked without a token and of nothing else. */
import type { Environment } from './environment.ts'
import { isObject } from './errors.ts'

const ANSWERS_WITHIN_MS = 10_000

/** True only for the server's own answer: a portal or a gateway that is not well says something else. */
export async function isWell(env: Environment): Promise<boolean> {
  const abort = new AbortController()
  const cancel = env.after(ANSWERS_WITHIN_MS, () => abort.abort())
  try {
    const response = await env.fetch('/healthz', { method: 'GET', cache: 'no-store', signal: abort.signal })
    const body: unknown = response.ok ? await response.json() : null
    return isObject(body) && body['status'] === 'ok'
  } catch {
    return false
  } finally {
    cancel()
  }
}

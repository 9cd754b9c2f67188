import type { Environment } from './environment.ts'

/**
 * Runs under a lock, but waits no longer than `ms` for it: a frozen tab that holds one must not stop the others. The
 * work must therefore be safe, if wasteful, to run twice at once.
 */
export async function withinLock<T>(
  env: Environment,
  name: string,
  ms: number,
  run: () => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const cancel = env.after(ms, () => abort.abort())
  let started = false
  const once = () => {
    started = true
    cancel()
    return run()
  }
  try {
    return await env.locks.request(name, { signal: abort.signal }, once)
  } catch (error) {
    if (started || !abort.signal.aborted) throw error
    return run()
  } finally {
    cancel()
  }
}

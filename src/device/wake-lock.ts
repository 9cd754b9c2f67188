/**
 * Keeps the display on until the returned function is called. The lock is lost whenever the page is hidden, so it is
 * asked for again when the page comes back. A browser without wake locks, or one that refuses (low battery), changes
 * nothing: picking goes on.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as Partial<Navigator>
  if (!wakeLock) return () => undefined
  const ending = new AbortController()
  let held: WakeLockSentinel | null = null
  const ask = async () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return
    try {
      const lock = await wakeLock.request('screen')
      if (ending.signal.aborted) void lock.release()
      else held = lock
    } catch {
      held = null
    }
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal: ending.signal })
  void ask()
  return () => {
    ending.abort()
    void held?.release()
  }
}

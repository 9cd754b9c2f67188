import { useRef } from 'react'

/** The keys of calls: a call has the same key until it is done, and another call has another one. */
export interface CallKeys {
  keyOf: (body: object) => string
  /**
   * Called when the call with this key is done: made once more, it is another call. A call that was refused, that was
   * done in part, or whose answer was lost, keeps its key.
   */
  forget: (key: string) => void
}

export function useCallKey(newId: () => string): CallKeys {
  const last = useRef<{ call: string; key: string } | null>(null)
  return {
    keyOf(body) {
      const call = JSON.stringify(body)
      if (last.current?.call !== call) last.current = { call, key: newId() }
      return last.current.key
    },
    forget(key) {
      // Another call may have begun meanwhile.
      if (last.current?.key === key) last.current = null
    },
  }
}

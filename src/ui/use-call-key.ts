import { useRef } from 'react'

/** The key of a call: the same while the call is the same, another one for another call. */
export function useCallKey(newId: () => string) {
  const last = useRef<{ call: string; key: string } | null>(null)
  return (body: object): string => {
    const call = JSON.stringify(body)
    if (last.current?.call !== call) last.current = { call, key: newId() }
    return last.current.key
  }
}

import type { Engine } from '#src/sync/engine.ts'
import type { SyncStatus } from '#src/sync/status.ts'
import { useSyncExternalStore } from 'react'

/** What waits, what is acknowledged and whether the server is there, as it changes. */
export const useSyncStatus = (engine: Engine): SyncStatus =>
  useSyncExternalStore(engine.status.subscribe, engine.status.get)

/** Whether the server is there; before it was first asked, whether there is a network. */
export function useReachable(engine: Engine): boolean {
  const { serverReachable, online } = useSyncStatus(engine)
  return serverReachable ?? online
}

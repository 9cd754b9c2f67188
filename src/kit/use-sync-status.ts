import type { Engine } from '#src/sync/engine.ts'
import { readFirstPull } from '#src/sync/store/meta.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { useSignedIn } from './signed-in.ts'

/** Returns the waiting and acknowledged edits and whether the server is there, as they change. */
export const useSyncStatus = (engine: Engine) =>
  useSyncExternalStore(engine.status.subscribe, engine.status.get)

/** Whether the server answers, for the shell around the screens. It draws again only when the server comes or goes. */
export const useServerReachableBy = ({ status }: Engine): boolean =>
  useSyncExternalStore(status.subscribe, () => status.get().serverReachable)

/** The same for a screen. */
export const useServerReachable = (): boolean => useServerReachableBy(useSignedIn().engine)

/** How far the first pull of this device has come; undefined where none is under way. */
export const useFirstPull = (engine: Engine) => useLiveQuery(() => readFirstPull(engine.db), [engine])

const NOTHING = () => () => undefined

/** Whether the device's storage was cleared under this page. */
export const useStorageCleared = (engine: Engine | null): boolean =>
  useSyncExternalStore(
    engine?.status.subscribe ?? NOTHING,
    () => engine?.status.get().storageTrouble?.kind === 'wiped',
  )

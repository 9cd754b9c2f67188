/**
 * All that runs while a list is picked on the floor: its rows, its session, the scanner, the sound, and the wake lock.
 */
import { nextPending } from '#contract/picking/state.ts'
import { errorText } from '#src/api/errors.ts'
import { dayNow } from '#src/sync/today.ts'
import { scanSettings } from '#src/device/scan-settings.ts'
import { attachWedge } from '#src/device/attach-wedge.ts'
import { prepareSound, playAnswer, type ScanAnswer } from '#src/device/sound.ts'
import { keepAwake } from '#src/device/wake-lock.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useEffect, useState, type RefObject } from 'react'
import {
  type Commit,
  createScanList,
  createScanSession,
  isListedCode,
  isSerialKnown,
  lookElsewhere,
  type ScanSession,
  watchRows,
} from '../session/index.ts'
import type { PickingContext } from '#src/picking/context.ts'
import { vibrateAnswer } from '#src/device/vibration.ts'

/** The duration of the flash's animation in edge.module.css. Without motion the edge shows still for this time. */
const FLASH_MS = 700

/**
 * Creates the answer for one screen. It sets the edge directly, because an answer draws nothing else. Two equal answers
 * in a row flash twice, because they alternate between two equal animations, which costs no layout.
 */
function createAnswer(edge: () => HTMLElement | null): (answer: ScanAnswer) => void {
  let timer = 0
  let turn = 0
  return (answer) => {
    playAnswer(answer)
    vibrateAnswer(answer)
    const data = edge()?.dataset
    if (!data) return
    turn = 1 - turn
    data['answer'] = answer
    data['turn'] = String(turn)
    clearTimeout(timer)
    timer = window.setTimeout(() => delete data['answer'], FLASH_MS)
  }
}

export interface Floor {
  session: ScanSession
  /** Goes around the whole screen and flashes. */
  edge: RefObject<HTMLDivElement | null>
  /** Why the database could not be read, in words. */
  trouble: string | null
}

/** One floor for one context. Mount it with a key that changes with the context. */
export function useFloor(engine: Engine, context: PickingContext): Floor {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [{ session, edge }] = useState(() => {
    const edge: RefObject<HTMLDivElement | null> = { current: null }
    const { bulk, sorting, filter } = context
    const session = createScanSession({
      list: createScanList({ bulk, sorting, filter }),
      commit: commitBy(engine),
      answer: createAnswer(() => edge.current),
      lookElsewhere: async (raw) => {
        // If the browser has cleared the database, no code is found in it: that must not count as unknown.
        await engine.requireStorage()
        return lookElsewhere(engine.db, raw, scanSettings())
      },
      isSerialKnown: (product, serial) => isSerialKnown(engine.db, product, serial),
      today: () => dayNow(engine.status.get().heard, new Date()),
      newId: engine.newId,
      settings: scanSettings,
    })
    return { session, edge }
  })

  useEffect(() => {
    const { list } = session
    const stopSuggesting = list.subscribe(() => suggestFirst(session))
    const stopWatching = watchRows(engine.db, context.orders, list, (error) =>
      setTrouble(error === null ? null : errorText(error)),
    )
    engine.setCadence('scan')
    const stops = [
      stopSuggesting,
      stopWatching,
      attachWedge({
        onScan: (raw) => void session.scan(raw),
        isKnown: (text) => isListedCode(list.get(), text),
      }),
      prepareSound(),
      keepAwake(),
      () => engine.setCadence('idle'),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [engine, session, context])

  return { session, edge, trouble }
}

/** The walk begins at the first pending line. */
function suggestFirst({ list, view, begin }: ScanSession): void {
  const { current } = view.get()
  const { lines, byId } = list.get()
  if (lines.length > 0 && (current === null || !byId.has(current)))
    begin((nextPending(lines, null) ?? lines[0]!).id)
}

/** The engine's commit, which returns the changes to apply to the list. */
function commitBy(engine: Pick<Engine, 'commit'>): Commit {
  return async (edits) => {
    const result = await engine.commit(edits)
    if (result.kind !== 'committed') return { ok: false, message: result.message }
    return { ok: true, changes: result.changes }
  }
}

/** What the screen of a pick list does beside drawing it: its acts, cards or a table, and how often it sends. */
import { keepAwake } from '#src/device/wake-lock.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PickList } from '../use-pick-list.ts'
import { useActs } from './use-acts.ts'

/**
 * The acts of the list. They stay the same when the list changes, so that no row gets new acts: an act reads the rows
 * of other orders when it runs.
 */
export function useListActs(list: PickList) {
  const { engine } = useSignedIn()
  const away = useRef(list.away)
  useEffect(() => {
    away.current = list.away
  })
  return useActs({
    engine,
    away: useCallback(() => away.current, []),
    lay: list.lay,
    onServerEdit: list.reload,
  })
}

/** The screen is narrower than the table's columns, or is used with a finger instead of a mouse. */
const CARDS = '(max-width: 68em), (pointer: coarse)'

/** Cards or a table: whichever fits the screen, until the person chooses. */
export function useListView() {
  const isNarrow = useMediaQuery(CARDS, undefined, { getInitialValueInEffect: false })
  const [chosen, setView] = useState<'cards' | 'table' | null>(null)
  const view: 'cards' | 'table' = chosen ?? (isNarrow ? 'cards' : 'table')
  return { view, setView, at: isNarrow || view === 'cards' ? 'hand' : 'desk' }
}

/** A192: storing is immediate; sending happens every 15 s while this screen is open. */
export function useSendingPace() {
  const { engine } = useSignedIn()
  useEffect(() => {
    engine.setCadence('picklist')
    const letSleep = keepAwake()
    return () => {
      engine.setCadence('idle')
      letSleep()
    }
  }, [engine])
}

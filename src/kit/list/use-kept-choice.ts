import { useChoice, type Choice, type KeptChoice } from '#src/ui/table/use-choice.ts'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { visitOf } from './visit.ts'

const Kept = z.array(z.tuple([z.number(), z.boolean()]))

const keptAt = (key: string): KeptChoice => ({
  read() {
    try {
      return new Map(Kept.parse(JSON.parse(sessionStorage.getItem(key) ?? '[]')))
    } catch {
      return new Map()
    }
  },
  keep(said) {
    try {
      if (said.size === 0) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify([...said]))
    } catch {
      // Without room in the storage the way back has no choice.
    }
  },
})

/**
 * Returns which rows are chosen, as `useChoice` does, and keeps the choice in the tab. A person who comes back to this
 * visit of the screen finds the same rows chosen.
 *
 * @param list names the list in the tab's storage
 * @param offered null while they are on their way
 */
export function useKeptChoice<Row extends { id: number }>(
  list: string,
  offered: readonly Row[] | null,
): Choice<Row> {
  const visit = useLocation({ select: ({ state }) => visitOf(state) })
  const kept = useMemo(() => keptAt(`larder-choice/${list}/${visit}`), [list, visit])
  return useChoice(offered, { kept })
}

/** Where a person is in the lists of a screen, for the way back to it. It lasts as long as the page. */
import type { KeptPlace, Place } from '#src/ui/table/place.ts'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { visitOf } from './visit.ts'

const places = new Map<string, Place>()

export function useTablePlace(): KeptPlace {
  const visit = useLocation({ select: ({ state }) => visitOf(state) })
  return useMemo(
    () => ({
      read: (label) => places.get(`${visit}/${label}`),
      keep: (label, place) => void places.set(`${visit}/${label}`, place),
    }),
    [visit],
  )
}

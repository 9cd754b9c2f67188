import type { User } from '#contract/people/schema.ts'
import type { TableState } from '#src/ui/table/column.ts'
import type { KeptPlace, Place } from '#src/ui/table/place.ts'
import { useNavigate, useSearch, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSignedIn } from '../signed-in.ts'
import { toSearch, toTable } from './table-search.ts'
import { visitOf } from './visit.ts'

/** A person's place in the lists of a visit of a screen, by visit and label: as long as the page lives. */
const places = new Map<string, Place>()

function useTablePlace(): KeptPlace {
  const visit = useLocation({ select: ({ state }) => visitOf(state) })
  return useMemo(
    () => ({
      read: (label) => places.get(`${visit}/${label}`),
      keep: (label, place) => void places.set(`${visit}/${label}`, place),
    }),
    [visit],
  )
}

interface TableProps {
  person: User | null
  state: TableState
  onState: (state: TableState) => void
  place: KeptPlace
}

/**
 * Returns what a screen's list gives its `DataTable`, whatever it lists: the person, and its state in the address.
 * The screen's route reads that state by `readTableSearch`.
 */
export function useTableProps(): TableProps {
  const { person } = useSignedIn()
  const { q, sort, page, size } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    person,
    place: useTablePlace(),
    state: useMemo(() => toTable({ q, sort, page, size }), [q, sort, page, size]),
    onState: (next) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...toSearch(next) }),
        replace: true,
        resetScroll: false,
      }),
  }
}

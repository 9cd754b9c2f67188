import type { TableState } from '#src/ui/table-view.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { toSearch, toTable } from './orders-search.ts'

/** A list's search and sorting as they stand in the address, and how they become others. */
export function useTableSearch(): [TableState, (table: TableState) => void] {
  const { q, sort } = useSearch({ strict: false })
  const navigate = useNavigate()
  const table = useMemo(() => toTable({ q, sort }), [q, sort])
  return [
    table,
    (next) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...toSearch(next) }),
        replace: true,
      }),
  ]
}

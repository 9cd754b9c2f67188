import type { TableState } from '#src/ui/table/column.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { toSearch, toTable } from './table-search.ts'

/** A list's state as it stands in the address, and how it becomes another. Its route reads it by `readTableSearch`. */
export function useTableAddress(): [TableState, (table: TableState) => void] {
  const { q, sort, page, size } = useSearch({ strict: false })
  const navigate = useNavigate()
  const table = useMemo(() => toTable({ q, sort, page, size }), [q, sort, page, size])
  return [
    table,
    (next) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...toSearch(next) }),
        replace: true,
        resetScroll: false,
      }),
  ]
}

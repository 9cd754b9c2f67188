import type { User } from '#contract/people/schema.ts'
import { UNSORTED, type TableState } from '#src/ui/table/column.ts'
import { useState } from 'react'
import { useSignedIn } from '../signed-in.ts'

interface OwnTable {
  person: User | null
  state: TableState
  onState: (state: TableState) => void
}

/**
 * Returns what a list whose state is not in the address gives its `DataTable`: the person, and a state that lasts as long
 * as the list is shown. A list with its state in the address uses `useTableProps`.
 * @param first its state when it is opened
 */
export function useOwnTable(first = UNSORTED): OwnTable {
  const { person } = useSignedIn()
  const [state, onState] = useState(first)
  return { person, state, onState }
}

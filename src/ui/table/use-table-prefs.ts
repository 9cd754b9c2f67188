import type { Person } from '#contract/permissions.ts'
import { useLocalStorage } from '@mantine/hooks'

interface Stored {
  /** Ids of columns that this person does not want to see. */
  hidden: readonly string[]
  isCompact: boolean
}

export interface TablePrefs extends Stored {
  change: (prefs: Partial<Stored>) => void
}

const DEFAULT: Stored = { hidden: [], isCompact: false }

/** How a person wants a table: remembered on the device, for each of them and each table. */
export function useTablePrefs(label: string, person: Pick<Person, 'id'> | null): TablePrefs {
  const [stored, setStored] = useLocalStorage<Stored>({
    // An order's items are one table, whichever order it is.
    key: `larder-table-${person?.id ?? 0}-${label.replace(/\d+/g, '')}`,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  })
  return { ...DEFAULT, ...stored, change: (prefs) => setStored({ ...DEFAULT, ...stored, ...prefs }) }
}

import type { Person } from '#contract/permissions.ts'
import { useLocalStorage } from '@mantine/hooks'

interface Stored {
  /** Ids of columns that this person does not want to see. */
  hidden: readonly string[]
  isCompact: boolean
  /** px of the columns whose width this person has set. */
  px: Readonly<Record<string, number>>
}

export interface TablePrefs extends Stored {
  change: (prefs: Partial<Stored>) => void
}

/** How wide columns are, by their ids; null: as wide as what they hold. */
export interface ColumnWidths {
  px: Stored['px']
  set: (column: string, px: number | null) => void
}

const DEFAULT: Stored = { hidden: [], isCompact: false, px: {} }

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

export const widthsOf = ({ px, change }: TablePrefs): ColumnWidths => ({
  px,
  set(column, width) {
    const { [column]: _before, ...others } = px
    change({ px: width === null ? others : { ...others, [column]: width } })
  },
})

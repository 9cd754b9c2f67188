import { Checkbox, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import {
  IconAdjustmentsHorizontal,
  IconColumns3,
  IconDownload,
  IconSearch,
  IconStack2,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type Ref } from 'react'
import { Button } from '../Button.tsx'
import { PopMenu } from '../PopMenu.tsx'
import { csv, download, EXPORT_SUCCESS, exportedCells, exportName } from '../csv.ts'
import { snackbar } from '../snackbar.ts'
import { downloadBlob } from '../download.ts'
import { NO_SPREADSHEET, sheetOf, xlsx } from '../spreadsheet.ts'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'
import { Filters, type Filter } from './Filters.tsx'
import type { TablePrefs } from './use-table-prefs.ts'
import { useTypedSearch } from './use-typed-search.ts'

interface ToolbarProps<Row> {
  label: string
  isNarrow: boolean
  search: SearchProps | null
  filters: readonly Filter[] | undefined
  /** All that this person may see, and those that they want to. */
  allowed: readonly Column<Row>[]
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What an export still lacks: it is fetched first. Null where all rows that are listed are here. */
  missing: MissingRows | null
  prefs: TablePrefs
  /** Fetches all rows and shows them; missing where all are here. */
  onAll: { isDone: boolean; show: () => void } | undefined
}

interface MissingRows {
  /** How many there will be. */
  total: string
  /** Fetches all; missing where they are on their way by themselves. */
  fetch: (() => void) | undefined
  /** Why they cannot be fetched now. */
  reason: string | false
}

const NO_FILTERS: readonly Filter[] = []

/** The tools above a list. On a narrow screen one row: the search, and a menu for the rest, below the chips. */
export function Toolbar<Row>({ isNarrow, search, filters = NO_FILTERS, ...rest }: ToolbarProps<Row>) {
  const chips = filters.filter(({ look }) => look === 'chips')
  const others = filters.filter(({ look }) => look !== 'chips')
  const tools = (
    <>
      <Filters filters={others} />
      {!isNarrow && <Columns {...rest} />}
      <Exports {...rest} />
      {rest.onAll && (
        <Button
          icon={<IconStack2 size={18} aria-hidden />}
          reason={rest.onAll.isDone && 'All rows are here.'}
          onClick={rest.onAll.show}
        >
          Load all
        </Button>
      )}
    </>
  )
  return (
    <>
      {isNarrow && <Filters filters={chips} />}
      <div className={classes.toolbar}>
        {!isNarrow && <Filters filters={chips} />}
        {search && <Search {...search} />}
        {isNarrow ? (
          <PopMenu label="Tools" icon={<IconAdjustmentsHorizontal size={18} aria-hidden />}>
            {tools}
          </PopMenu>
        ) : (
          tools
        )}
      </div>
    </>
  )
}

/** Which columns are shown, and how dense. */
function Columns<Row>({ allowed, prefs }: Pick<ToolbarProps<Row>, 'allowed' | 'prefs'>) {
  const { hidden, isCompact, change } = prefs
  const isLast = allowed.length - hidden.length <= 1
  return (
    <PopMenu label="Columns" icon={<IconColumns3 size={18} aria-hidden />}>
      {allowed.map(({ id, label }) => {
        const isShown = !hidden.includes(id)
        return (
          <Checkbox
            key={id}
            label={label}
            checked={isShown}
            // One column stays: without any there is no table to bring the others back from.
            disabled={isShown && isLast}
            onChange={() =>
              change({ hidden: isShown ? [...hidden, id] : hidden.filter((one) => one !== id) })
            }
          />
        )
      })}
      <Switch
        label="Compact rows"
        checked={isCompact}
        onChange={(event) => change({ isCompact: event.currentTarget.checked })}
      />
    </PopMenu>
  )
}

const now = () => new Date()

/** A013: what is listed, with the columns on show, as CSV or as a spreadsheet. Rows that are not here yet are fetched first. */
function Exports<Row>({
  label,
  columns,
  rows,
  missing,
}: Pick<ToolbarProps<Row>, 'label' | 'columns' | 'rows' | 'missing'>) {
  const [saving, setSaving] = useState<Format | null>(null)
  /** Pressed, and waiting for all rows. */
  const [wanted, setWanted] = useState<Format | null>(null)
  const isStuck = missing !== null && missing.reason !== false
  // All rows have come, or cannot come.
  if (wanted !== null && (missing === null || isStuck)) {
    setWanted(null)
    if (!isStuck) setSaving(wanted)
  }

  const save = useEffectEvent(async (format: Format) => {
    const name = exportName(label, now(), format)
    try {
      if (format === 'xlsx') downloadBlob(name, await xlsx(label, sheetOf(columns, rows)))
      else download(name, await csv(exportedCells(columns, rows)))
      snackbar(EXPORT_SUCCESS)
    } catch {
      // The code that writes it comes with the first export.
      snackbar(NO_SPREADSHEET, 'bad')
    } finally {
      setSaving(null)
    }
  })
  useEffect(() => {
    if (saving) void save(saving)
  }, [saving])

  function press(format: Format) {
    if (!missing) return setSaving(format)
    setWanted(format)
    missing.fetch?.()
  }

  return (
    <>
      {FORMATS.map((format) => (
        <Button
          key={format}
          icon={<IconDownload size={18} aria-hidden />}
          reason={missing?.reason || (!missing && rows.length === 0 && 'There are no rows.')}
          isBusy={saving === format || wanted === format}
          onClick={() => press(format)}
        >
          {`Export ${format}`}
        </Button>
      ))}
      {wanted && missing && (
        <span role="status">
          {rows.length.toLocaleString('en-US')} of {missing.total} rows are here …
        </span>
      )}
    </>
  )
}

const FORMATS = ['csv', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

interface SearchProps {
  value: string
  onSearch: (search: string) => void
  field: Ref<HTMLInputElement>
}

function Search({ value, onSearch, field }: SearchProps) {
  const [text, type] = useTypedSearch(value, onSearch)
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label="Search"
      placeholder="Search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

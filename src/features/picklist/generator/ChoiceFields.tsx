import type { Sorting } from '#contract/picking/lines.ts'
import { FILTER_WAREHOUSES } from '#contract/spec.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import type { PickListSearch } from '#src/paths.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { useLiveQuery } from 'dexie-react-hooks'
import type { GeneratorOrder } from '../server-rows.ts'
import type { customersOf } from './generator-choices.ts'
import classes from './generator.module.css'

const SORTINGS: { value: Sorting; label: string }[] = [
  { value: 'bin', label: 'Bin then order' },
  { value: 'order', label: 'Order then bin' },
]

/** The open list stays inside the page's landmark. The combobox scrolls the list itself (axe). */
const OPEN_LIST = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  classNames: { options: classes.options },
}

interface ChoiceFieldsProps {
  chosen: {
    sorting: Sorting
    location: number | undefined
    start: string
    end: string
    customers: string[]
    orders: number[]
    bulk: boolean
  }
  people: ReturnType<typeof customersOf>
  listed: readonly GeneratorOrder[]
  onChange: (part: PickListSearch) => void
}

/** The fields of the generator: how to sort, which locations and days, and whose orders. */
export function ChoiceFields({ chosen, people, listed, onChange }: ChoiceFieldsProps) {
  const { sorting, location, start, end, customers, orders, bulk } = chosen
  return (
    <div className={classes.form}>
      <NativeSelect
        label="Sorting method"
        size="md"
        value={sorting}
        onChange={(event) => onChange({ sorting: event.currentTarget.value === 'bin' ? 'bin' : undefined })}
        data={SORTINGS}
      />
      <LocationFilter location={location} onLocation={(location) => onChange({ location })} />
      <DaysInputs days={{ start, end }} onDays={onChange} />
      <ChosenOfMany
        label="Customers"
        all="Every customer"
        none="No customer has orders on these days"
        data={people}
        value={customers}
        onChange={(names) => onChange({ customers: names.length > 0 ? names : undefined })}
      />
      <ChosenOfMany
        label="Orders"
        all="Every listed order"
        none="No order on these days"
        data={listed.map(({ id, company_location }) => ({
          value: String(id),
          label: `${id} · ${company_location.name}`,
        }))}
        value={orders.map(String)}
        onChange={(ids) => onChange({ orders: ids.length > 0 ? ids.map(Number) : undefined })}
      />
      <Checkbox
        label="Bulk Pull"
        size="md"
        checked={bulk}
        onChange={(event) => onChange({ bulk: event.currentTarget.checked || undefined })}
      />
    </div>
  )
}

interface LocationFilterProps {
  location: number | undefined
  onLocation: (location: number | undefined) => void
}

function LocationFilter({ location, onLocation }: LocationFilterProps) {
  const { engine } = useSignedIn()
  const warehouses = useLiveQuery(() => engine.db.warehouses.toArray(), [engine])
  return (
    <NativeSelect
      label="Filter locations"
      size="md"
      value={location ?? ''}
      onChange={(event) => onLocation(Number(event.currentTarget.value) || undefined)}
      data={[
        { value: '', label: 'None' },
        ...FILTER_WAREHOUSES.map((id) => ({
          value: String(id),
          label: warehouses?.find((warehouse) => warehouse.id === id)?.name ?? `Warehouse ${id}`,
        })),
      ]}
    />
  )
}

interface ChosenOfManyProps {
  label: string
  /** The field's text while nothing is chosen. */
  all: string
  /** The list's text when it has no options. */
  none: string
  data: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}

/** Customers or orders: any number of them. Choosing none means all. */
function ChosenOfMany({ label, all, none, ...field }: ChosenOfManyProps) {
  return (
    <MultiSelect
      {...OPEN_LIST}
      className={classes.wide}
      label={label}
      size="md"
      placeholder={field.value.length === 0 ? all : undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Empty ${label.toLowerCase()}` }}
      nothingFoundMessage={none}
      {...field}
    />
  )
}

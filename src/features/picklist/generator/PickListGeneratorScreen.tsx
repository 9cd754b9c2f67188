import type { OrderRow } from '#contract/orders/schema.ts'
import { FILTER_WAREHOUSES } from '#contract/spec.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { ScreenTitle } from '#src/kit/ScreenTitle.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/use-go.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to, type Address, type PickListSearch } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { IconAlertOctagon, IconBarcode, IconClipboardList } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { customersOf, generateReason, handedOrders, isKept, offeredOrders } from './generator-choices.ts'
import classes from './generator.module.css'
import { ListedOrders } from './ListedOrders.tsx'
import type { Sorting } from '#contract/picking/lines.ts'
import { handOver } from '#src/picking/context.ts'
import { useListedOrders } from './use-listed-orders.ts'
import { useServerReachable, useSyncStatus } from '#src/kit/use-sync-status.ts'

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

interface GeneratorProps {
  /** The choices in the address. */
  choices: PickListSearch
  onChoices: (choices: PickListSearch) => void
}

/** A096–A115: the choice of the orders, their sorting and the location, then the way to the list or to the scanner. */
export function PickListGeneratorScreen({ choices: given, onChoices }: GeneratorProps) {
  const { engine } = useSignedIn()
  const go = useGo()
  const { lastPull } = useSyncStatus(engine)
  const reachable = useServerReachable()
  const { today: day, tomorrow } = useToday(engine)
  const [choices, change] = useChoices(given, onChoices)
  // A098, A101, A106: the defaults. Until a person picks a day, both follow the distributor's tomorrow.
  const { sorting = 'order', location, customers = [], orders: chosen = [], bulk = false } = choices
  const { start = tomorrow, end = tomorrow } = choices
  const days = { start, end, isKept: lastPull !== null && isKept(day, start, end) }
  const { orders, loading, ...rest } = useListedOrders(engine.db, days, reachable)

  const people = useMemo(() => customersOf(orders), [orders])
  // A109: a choice that is not offered any more is dropped.
  const chosenPeople = customers.filter((name) => people.some(({ value }) => value === name))
  const listed = offeredOrders(orders, chosenPeople)
  const chosenOrders = chosen.filter((id) => listed.some((order) => order.id === id))
  const handed = handedOrders(listed, chosenOrders)
  const reason = loading
    ? 'The orders are on their way.'
    : listed.length === 0 && rest.trouble
      ? 'The orders could not be read.'
      : generateReason(handed)

  const leave = (address: Address) =>
    go(address, {
      state: handOver({ orders: handed, bulk, start, end, filter: location ?? null, sorting, choices }),
    })

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <ScreenTitle>Agreggate Pick List Generator</ScreenTitle>
        <Button
          icon={<IconAlertOctagon size={20} aria-hidden />}
          reason={!reachable && NEEDS_SERVER}
          onClick={() => go(to.recalls())}
        >
          Recalled lots
        </Button>
      </header>
      <ChoiceFields
        chosen={{ sorting, location, start, end, customers: chosenPeople, orders: chosenOrders, bulk }}
        people={people}
        listed={listed}
        onChange={change}
      />
      <div className={classes.buttons}>
        <Button
          kind="main"
          icon={<IconClipboardList size={24} aria-hidden />}
          reason={reason}
          onClick={() => leave(to.pickListDetails('picklist'))}
        >
          Generate
        </Button>
        <Button
          icon={<IconBarcode size={24} aria-hidden />}
          reason={reason}
          onClick={() => leave(to.scan('picklist'))}
        >
          Scan
        </Button>
      </div>
      <ListedOrders orders={listed} handed={handed} loading={loading} {...rest} />
    </div>
  )
}

/** The choices, which the fields show at once. The address follows a moment later. */
function useChoices(
  given: PickListSearch,
  onChoices: GeneratorProps['onChoices'],
): [choices: PickListSearch, change: (part: PickListSearch) => void] {
  const [choices, setChoices] = useState(given)
  const [seen, setSeen] = useState(given)
  if (!sameJson(seen, given)) {
    setSeen(given)
    setChoices(given)
  }
  function change(part: PickListSearch) {
    const next = { ...choices, ...part }
    setChoices(next)
    onChoices(next)
  }
  return [choices, change]
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
  listed: readonly OrderRow[]
  onChange: (part: PickListSearch) => void
}

function ChoiceFields({ chosen, people, listed, onChange }: ChoiceFieldsProps) {
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

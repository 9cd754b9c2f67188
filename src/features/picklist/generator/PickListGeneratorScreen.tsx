import { ScreenTitle } from '#src/kit/page/ScreenTitle.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to, type Address, type PickListSearch } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconAlertOctagon, IconBarcode, IconClipboardList } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ChoiceFields } from './ChoiceFields.tsx'
import { customersOf, generateReason, handedOrders, isKept, offeredOrders } from './generator-choices.ts'
import classes from './generator.module.css'
import { ListedOrders } from './ListedOrders.tsx'
import { handOver } from '#src/picking/context.ts'
import { useGeneratorChoices } from './use-generator-choices.ts'
import { useListedOrders } from './use-listed-orders.ts'
import { useServerReachable, useSyncStatus } from '#src/kit/use-sync-status.ts'

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
  const [choices, change] = useGeneratorChoices(given, onChoices)
  // The defaults: both days follow the distributor's tomorrow until a person picks one.
  const { sorting = 'order', location, customers = [], orders: chosen = [], bulk = false } = choices
  const { start = tomorrow, end = tomorrow } = choices
  const days = { start, end, isKept: lastPull !== null && isKept(day, start, end) }
  const { orders, loading, ...rest } = useListedOrders(engine.db, days, reachable)

  const people = useMemo(() => customersOf(orders), [orders])
  // A choice that is not offered any more is dropped.
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

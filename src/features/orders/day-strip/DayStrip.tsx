import { can } from '#contract/permissions.ts'
import { addDays } from '#contract/day.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useToday } from '#src/kit/use-today.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural, showDollars } from '#src/ui/format.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { ALL_ORDERS, sameFilter, type OrdersFilter } from '../orders-filter.ts'
import classes from './day-strip.module.css'
import { daySums, showPounds, type DaySums } from './day-sums.ts'

interface DayStripProps {
  filter: OrdersFilter
  onFilter: (filter: OrdersFilter) => void
  /** A further box beside the days. */
  more: ReactNode
}

const DAYS = [
  { day: 'today', label: 'Today' },
  { day: 'tomorrow', label: 'Tomorrow' },
] as const

/** In the order in which an order passes them. */
const STATES: readonly { state: keyof DaySums['counts']; label: string; filter: OrdersFilter }[] = [
  { state: 'placed', label: 'To pick', filter: { status: 'placed' } },
  { state: 'unassigned', label: 'Unassigned', filter: { unassigned: true } },
  { state: 'picking', label: 'Picking', filter: { status: 'picking' } },
  { state: 'picked', label: 'Picked', filter: { status: 'picked' } },
  { state: 'invoiced', label: 'Invoiced', filter: { status: 'invoiced' } },
  { state: 'paid', label: 'Paid', filter: { paid: true } },
]

/** Today and tomorrow at a glance, from the orders that this device keeps. A press narrows the list to what it counts. */
export function DayStrip({ filter, onFilter, more }: DayStripProps) {
  const { engine, person } = useSignedIn()
  const { today } = useToday(engine)
  const days = {
    today: useDaySums(engine.db, today),
    tomorrow: useDaySums(engine.db, addDays(today, 1)),
  }
  // A filter of staff.
  const states = person?.is_staff ? STATES : STATES.filter(({ state }) => state !== 'paid')
  return (
    <div className={classes.strip}>
      {DAYS.map(({ day, label }) => {
        const sums = days[day]
        return (
          <section key={day} aria-label={label} aria-busy={!sums}>
            <p>
              <b>{label}</b> {sums && wordsOf(sums, can(person, 'orders.answer'))}
            </p>
            {sums && sums.orders > 0 && (
              <div className={classes.states}>
                {states
                  .filter(({ state }) => sums.counts[state] > 0)
                  .map((one) => {
                    const narrowed = { ...ALL_ORDERS, day, ...one.filter }
                    const isShown = sameFilter(filter, narrowed)
                    return (
                      <Button
                        key={one.state}
                        isPressed={isShown}
                        onClick={() => onFilter(isShown ? ALL_ORDERS : narrowed)}
                      >
                        {one.label} {sums.counts[one.state]}
                      </Button>
                    )
                  })}
              </div>
            )}
          </section>
        )
      })}
      {more}
    </div>
  )
}

/** Returns the sums of a day, undefined while they are read. Each day has its own query: an edit reads one day again. */
const useDaySums = (db: LarderDatabase, day: string): DaySums | undefined =>
  useLiveQuery(async () => {
    const orders = await db.orders.where('delivery_date').equals(day).toArray()
    const items = await db.items
      .where('order')
      .anyOf(orders.map(({ id }) => id))
      .toArray()
    return daySums(orders, items)
  }, [db, day])

/** "16 orders · $52,300.10 · 3,410 lb". The weight is that of the lines that are sold by weight. */
function wordsOf({ orders, total, weight }: DaySums, seesMoney: boolean): string {
  if (orders === 0) return 'no orders'
  const facts = [plural(orders, 'order'), seesMoney && showDollars(total), showPounds(weight)]
  return facts.filter(Boolean).join(' · ')
}

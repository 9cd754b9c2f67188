import type { CustomerGlance } from '#contract/customers/glance.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useToday } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { FigureList } from '#src/ui/Figures.tsx'
import { dayWord, plural, showDay, showDollars } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import classes from './customers.module.css'
import { glanceQuery } from './queries.ts'

/** Makes a person the customer of the next order, and goes to the order page. Rejects with an Error in words. */
export type OrderFor = (user: number) => Promise<void>

interface GlanceProps {
  customer: CompanyLocation
  orderFor: OrderFor
}

/** Shows, above a customer's form, the facts that answer a customer's phone call. */
export function Glance({ customer: { id, name, phone_number }, orderFor }: GlanceProps) {
  const serverReachable = useServerReachable()
  const query = useMemo(() => glanceQuery(id), [id])
  const reading = useServerQuery(query)
  return (
    <section className={classes.glance} aria-label="At a glance">
      <div className={classes.who}>
        <h2>{name}</h2>
        {phone_number && <a href={`tel:${phone_number}`}>{phone_number}</a>}
      </div>
      <WhenRead reading={reading} waiting={<Skeleton height={160} radius="md" />}>
        {(glance) => (
          <>
            <Sums glance={glance} />
            <Orders orders={glance.orders} />
            <Usual usual={glance.usual} />
            <OrderForThem
              orderers={glance.orderers}
              orderFor={orderFor}
              offline={serverReachable ? null : NEEDS_SERVER}
            />
          </>
        )}
      </WhenRead>
    </section>
  )
}

const Sums = ({ glance: { balance, pace, is_quiet } }: { glance: CustomerGlance }) => (
  <FigureList
    label="What they owe, and when they ordered"
    facts={[
      { label: 'Open', value: showDollars(balance?.open ?? '0.00') },
      { label: 'Overdue', value: showDollars(balance?.overdue ?? '0.00') },
      balance?.oldest_due != null && { label: 'Oldest due', value: showDay(balance.oldest_due) },
      {
        label: 'Last ordered',
        value: (
          <>
            {pace ? showDay(pace.last_ordered) : 'Not in eight weeks'}{' '}
            {is_quiet && <Chip tone="warn">Quiet</Chip>}
          </>
        ),
      },
      pace?.longest_pause != null && { label: 'Longest pause', value: plural(pace.longest_pause, 'day') },
    ]}
  />
)

function Orders({ orders }: Pick<CustomerGlance, 'orders'>) {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  if (orders.length === 0) return <p>No order yet.</p>
  return (
    <ul className={classes.lines} aria-label="Last orders">
      {orders.map(({ id, delivery_date, status_label, total }) => (
        <li key={id}>
          <Link to={to.order(id)}>Order {id}</Link> {dayWord(delivery_date, today)} · {status_label} ·{' '}
          {showDollars(total)}
        </li>
      ))}
    </ul>
  )
}

const Usual = ({ usual }: Pick<CustomerGlance, 'usual'>) =>
  usual.length > 0 && (
    <p>
      <b>Mostly:</b> {usual.map(({ name, orders }) => `${name} (${orders})`).join(', ')}
    </p>
  )

interface OrderForThemProps extends Pick<CustomerGlance, 'orderers'> {
  orderFor: OrderFor
  offline: string | null
}

/** A button for each person who orders here, mostly one. */
function OrderForThem({ orderers, orderFor, offline }: OrderForThemProps) {
  const { person } = useSignedIn()
  const { press, busy, problem } = usePress<number>()
  if (!can(person, 'orders.place-for-others')) return null
  return (
    <>
      <div className={classes.acts}>
        {orderers.map(({ id, username }, n) => (
          <Button
            key={id}
            kind={n === 0 ? 'main' : 'plain'}
            isBusy={busy === id}
            reason={offline}
            onClick={() => void press(() => orderFor(id), id)}
          >
            Order for {username}
          </Button>
        ))}
      </div>
      {orderers.length === 0 && <p>Nobody orders for this location: no active account belongs to it.</p>}
      <ErrorNote>{problem}</ErrorNote>
    </>
  )
}

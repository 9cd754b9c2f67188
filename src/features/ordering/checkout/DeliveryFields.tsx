import { NativeSelect, Skeleton, Textarea } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from '../cart.module.css'
import type { OrderingCustomer } from '../cart/index.ts'
import type { Delivery } from '../placing/index.ts'

const DayInput = lazy(() => import('#src/ui/inputs/DayInput.tsx'))

interface DeliveryFieldsProps {
  customer: OrderingCustomer
  delivery: Delivery
  onChange: (change: Partial<Delivery>) => void
  /** Why the day will not do. */
  problem: string | null
}

/** The place and day of the delivery (A344), and the note for the driver. */
export function DeliveryFields({ customer, delivery, onChange, problem }: DeliveryFieldsProps) {
  const locations = customer.company_location_data
  const address = locations.find(({ id }) => id === delivery.location)?.physical_address.complete_address
  return (
    <section className={classes.details} aria-label="Delivery">
      <NativeSelect
        label="Deliver to"
        size="md"
        description={address}
        data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(delivery.location)}
        onChange={(event) => onChange({ location: Number(event.currentTarget.value) })}
      />
      <Suspense fallback={<Skeleton height={66} />}>
        <DayInput
          label="Delivery date"
          required
          value={delivery.day}
          onChange={(day) => day && onChange({ day })}
        />
      </Suspense>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Textarea
        label="Note"
        size="md"
        autosize
        minRows={2}
        maxLength={2_000}
        value={delivery.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </section>
  )
}

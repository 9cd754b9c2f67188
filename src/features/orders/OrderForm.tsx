import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import DayInput from '#src/ui/DayInput.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { editOrder, type OrderPatch } from './commands.ts'
import classes from './OrderScreens.module.css'

interface OrderFormProps {
  order: OrderRow
  engine: Engine
  client: Client
  /** Otherwise the edit goes to the server at once, since there is no row here to lay it on. */
  onDevice: boolean
  onSaved: () => void
}

/** A124, A125, A261: what staff change of an order that is not invoiced. A date is saved when it is chosen. */
export default function OrderForm({ order, engine, client, onDevice, onSaved }: OrderFormProps) {
  const [note, setNote] = useState(order.note)
  const [problem, setProblem] = useState<string | null>(null)
  const changed = note !== order.note

  // Somebody else's note shows, unless this person is writing one.
  const [seenNote, setSeenNote] = useState(order.note)
  if (order.note !== seenNote) {
    setSeenNote(order.note)
    if (note === seenNote) setNote(order.note)
  }

  async function save(patch: OrderPatch) {
    setProblem(null)
    try {
      await editOrder({ engine, client, onDevice }, order, patch)
      snackbar(engine.status.get().serverReachable ? 'Saved' : 'Saved on this device')
      onSaved()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <div className={classes.form}>
      <DayInput
        label="Placed date"
        value={order.placed_date}
        onChange={(placed_date) => placed_date !== order.placed_date && void save({ placed_date })}
      />
      <DayInput
        label="Delivery date"
        required
        value={order.delivery_date}
        onChange={(day) => day && day !== order.delivery_date && void save({ delivery_date: day })}
      />
      <form
        className={classes.note}
        onSubmit={(event) => {
          event.preventDefault()
          void save({ note })
        }}
      >
        <Textarea
          label="Note"
          size="md"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!changed}>
          Save
        </Button>
      </form>
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}

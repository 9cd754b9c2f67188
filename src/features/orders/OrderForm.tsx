import type { OrderRow } from '#contract/orders/schema.ts'
import { pick } from '#contract/pick.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { usePress } from '#src/kit/form/use-press.ts'
import { useOfficeForm } from '#src/kit/form/use-office-form.ts'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { ChangedMeanwhile } from '#src/queries/unchanged.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { editOrders, type OrderFieldPatch } from './commands.ts'
import classes from './OrderScreens.module.css'

interface OrderFormProps {
  order: OrderRow
  onSaved: () => void
}

/** Returns the order's values of the fields that a patch names. */
const pickFields = (order: OrderRow, patch: OrderFieldPatch): OrderFieldPatch =>
  pick(order, Object.keys(patch) as (keyof OrderFieldPatch)[])

/** A124, A125, A261: what staff change of an order that is not invoiced. A date is saved when it is chosen. */
export default function OrderForm({ order, onSaved }: OrderFormProps) {
  const { engine } = useSignedIn()
  const name = `${engine.user.id}/order/${order.id}`
  const stored = useMemo(() => ({ note: order.note }), [order.note])
  const form = useOfficeForm({ name, stored })
  const seen = useSeenRow(name, stored, form)
  const { note } = form.values
  const { press, isBusy, problem } = usePress()
  /** What was saved last, and what was there before it; null after an Undo. */
  const [saved, setSaved] = useState<{
    words: string
    after: OrderFieldPatch
    before: OrderFieldPatch | null
  } | null>(null)
  // Undo would overwrite what another user has saved since.
  const canUndo = saved !== null && sameJson(pickFields(order, saved.after), saved.after)

  /** @param onTyped called when typed text is saved. It clashes with what another user has stored since it was typed. */
  const save = (
    patch: OrderFieldPatch,
    { isUndo = false, onTyped }: { isUndo?: boolean; onTyped?: () => void } = {},
  ) =>
    press(async () => {
      const before = pickFields(order, patch)
      setSaved(null)
      if (onTyped) seen.hold()
      const end = await editOrders(engine, [order], patch, onTyped && seen.row).catch((error: unknown) => {
        if (error instanceof ChangedMeanwhile) {
          if (onTyped) seen.follow()
          onSaved()
        }
        throw error
      })
      onTyped?.()
      // What was typed during the save is typed over the person's own note.
      if (patch.note !== undefined) seen.catchUp({ note: patch.note })
      const words = isUndo ? 'Undone' : 'Saved'
      setSaved({
        words: end === 'saved' ? words : `${words} on this device`,
        after: patch,
        before: isUndo ? null : before,
      })
      onSaved()
    })

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
      <OfficeForm
        form={form}
        className={classes.note}
        onSave={() => void save({ note }, { onTyped: () => form.saved({ note }) })}
      >
        <Textarea label="Note" size="md" rows={2} maxLength={2000} {...form.field('note')} />
        <Button kind="main" isSubmit isBusy={isBusy} reason={!form.isChanged && 'Nothing was changed.'}>
          Save
        </Button>
      </OfficeForm>
      {saved && (
        <p role="status" className={classes.saved}>
          {saved.words}
          {canUndo && saved.before && (
            <Button isBusy={isBusy} onClick={() => void save(saved.before!, { isUndo: true })}>
              Undo
            </Button>
          )}
        </p>
      )}
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}

import type { OrderRow } from '#contract/orders/schema.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useMakeStale } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useToday } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { snackbar } from '#src/ui/snackbar.ts'
import { WAIT_UNTIL_DONE } from '#src/ui/wait-until-done.ts'
import { Skeleton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { editOrders } from '../commands.ts'
import { ORDERS_KEY } from '../queries.ts'
import classes from './picker.module.css'
import { PICKERS } from './queries.ts'

interface AssignDialogProps {
  orders: readonly OrderRow[]
  onClose: () => void
}

/** Asks who is to pick these orders. One press on a name assigns them. */
export default function AssignDialog({ orders, onClose }: AssignDialogProps) {
  const { engine } = useSignedIn()
  const makeStale = useMakeStale()
  const reading = useServerQuery(PICKERS)
  const open = useOpenOrders()
  const { press, busy, isBusy, problem } = usePress()
  const what = orders.length === 1 ? `order ${orders[0]!.id}` : plural(orders.length, 'order')
  const current = new Set(orders.map(({ picker }) => picker ?? null))
  const isOnly = (picker: string | null) => current.size === 1 && current.has(picker)
  const locked = orders.filter(({ invoiced }) => invoiced).length

  async function choose(picker: string | null) {
    // An invoiced order is picked, and one that has the picker already stays as it is.
    const changed = orders.filter((order) => !order.invoiced && (order.picker ?? null) !== picker)
    if (changed.length === 0) return onClose()
    await press(async () => {
      // Also after a refusal: of several orders, the server has assigned the others.
      const end = await editOrders(engine, changed, { picker }).finally(() => void makeStale([ORDERS_KEY]))
      const orderWords = changed.length === 1 ? `Order ${changed[0]!.id}` : plural(changed.length, 'order')
      const whom = picker === null ? 'without a picker' : `assigned to ${picker}`
      snackbar(`${orderWords} ${whom}${end === 'waits' ? ', saved on this device' : ''}`)
      onClose()
    }, picker ?? '')
  }
  const choice = (picker: string | null) => (
    <li key={picker ?? ''}>
      <Button
        isPressed={isOnly(picker)}
        isBusy={busy === (picker ?? '')}
        reason={
          locked === orders.length
            ? 'It is invoiced: nothing is left to pick.'
            : isBusy && busy !== (picker ?? '') && WAIT_UNTIL_DONE
        }
        aside={picker !== null && open ? plural(open.get(picker) ?? 0, 'open order') : undefined}
        onClick={() => void choose(picker)}
      >
        {picker ?? 'Nobody'}
      </Button>
    </li>
  )

  return (
    <Modal title={`Who picks ${what}?`} onClose={onClose} isBusy={isBusy}>
      {locked > 0 && locked < orders.length && (
        <p>{plural(locked, 'invoiced order')} among them will stay unchanged.</p>
      )}
      <WhenRead reading={reading} waiting={<Skeleton height={220} radius="md" />}>
        {(pickers) => (
          <ul className={classes.people} aria-label="Pickers">
            {pickers.map(choice)}
            {choice(null)}
          </ul>
        )}
      </WhenRead>
      <ErrorNote>{problem}</ErrorNote>
    </Modal>
  )
}

/** How many orders each picker has to pick from today on, as this device knows them; null while they are read. */
function useOpenOrders(): ReadonlyMap<string, number> | null {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const counted = useLiveQuery(async () => {
    const orders = await engine.db.orders.where('delivery_date').aboveOrEqual(today).toArray()
    const counts = new Map<string, number>()
    for (const { picker, picking_complete, invoiced } of orders)
      if (picker && !picking_complete && !invoiced) counts.set(picker, (counts.get(picker) ?? 0) + 1)
    return counts
  }, [engine, today])
  return counted ?? null
}

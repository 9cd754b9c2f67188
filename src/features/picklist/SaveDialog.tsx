import { can, type Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import { useInvoicing } from '#src/kit/use-invoicing.tsx'
import { to, type Address } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'
import { plural } from '#src/ui/format.ts'
import { useOutcome } from '#src/ui/use-outcome.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import classes from './dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { nameOf, type PickRow } from './pick-rows.ts'
import { refusalText } from './row-marks.ts'
import { saveOrders, type SavedOrders } from '#src/sync/save-orders.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

interface SaveDialogProps {
  engine: Engine
  client: Client
  person: Person | null
  orders: readonly number[]
  /** Every row of the list, for the names of what was refused. */
  rows: readonly PickRow[]
  go: Go
  onClose: () => void
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** A193, A194, A320, A321: saves, tells what came of it, and where to go from here. */
export default function SaveDialog(props: SaveDialogProps) {
  const { engine, orders, rows, onClose } = props
  // Once a press of Save.
  const outcome = useOutcome<SavedOrders | Error>(() => saveOrders(engine, orders).catch(asError))

  if (!outcome)
    return (
      <Modal size="floor" title="Save" onClose={onClose}>
        <p role="status">Saving …</p>
      </Modal>
    )
  const nameOfItem = (id: string) => rows.find((row) => row.items.some((item) => item.id === id))
  const problems =
    outcome instanceof Error
      ? [outcome.message]
      : outcome.refused.map((record) => {
          const row = nameOfItem(record.family.replace(/^orderitems:/, ''))
          return refusalText(record, row ? nameOf(row) : `Order ${record.order}`)
        })
  const waiting = outcome instanceof Error ? 0 : outcome.waiting

  return (
    <Modal size="floor" title="Save" onClose={onClose}>
      {problems.length > 0 ? (
        <div className={classes.failure} role="alert">
          <h3>There was an error saving the PickList changes</h3>
          {problems.map((text, n) => (
            <p key={n}>{text}</p>
          ))}
        </div>
      ) : (
        <div role="status">
          <p>
            <b>Changes to the PickList has been successfully saved</b>
          </p>
          {waiting > 0 && (
            <p>
              {plural(waiting, 'change')} {waiting === 1 ? 'waits' : 'wait'} on this device to be sent.
            </p>
          )}
        </div>
      )}
      <NextSteps {...props} waiting={waiting} isRefused={problems.length > 0} />
    </Modal>
  )
}

/** Order and Invoice, for a single order (A194). */
function NextSteps(props: SaveDialogProps & { waiting: number; isRefused: boolean }) {
  const { engine, person, orders, go, onClose, waiting, isRefused } = props
  const reachable = useServerReachable(engine)
  const [order] = orders
  const isSingle = orders.length === 1 && order !== undefined
  const mayInvoice = isSingle && can(person, 'orders.invoice')
  /** Whoever comes back finds the list, and not this dialog once more. */
  const leave = (address: Address) => {
    onClose()
    go(address)
  }

  const invoicing = useInvoicing(props, mayInvoice ? order : undefined, (made) => leave(to.invoice(made)))
  const { problem, question } = invoicing
  const blocked = !reachable
    ? `Invoice: ${NEEDS_SERVER}`
    : isRefused
      ? 'Invoice: settle what was refused first.'
      : (invoicing.blocked ?? (waiting > 0 && 'Some edits have not reached the server yet.'))

  return (
    <>
      {problem !== null && (
        <div className={classes.failure} role="alert">
          <h3>There was an error while generating the invoice</h3>
          <p>{problem}</p>
        </div>
      )}
      {mayInvoice && blocked && <p className={classes.quiet}>{blocked}</p>}
      {invoicing.dialog}
      {question && (
        <div className={classes.warn} role="alert">
          <p>{question.text}</p>
          <Button size="floor" onClick={invoicing.goOn}>
            {question.act}
          </Button>
        </div>
      )}
      <ModalButtons>
        <Button size="floor" kind={isSingle ? 'plain' : 'main'} onClick={onClose} isFirst>
          Close
        </Button>
        {mayInvoice && (
          <Button
            size="floor"
            reason={invoicing.isBusy ? 'Generating the invoice' : blocked}
            onClick={invoicing.start}
          >
            Invoice
          </Button>
        )}
        {isSingle && (
          <Button size="floor" kind="main" onClick={() => leave(to.order(order))}>
            Order
          </Button>
        )}
      </ModalButtons>
    </>
  )
}

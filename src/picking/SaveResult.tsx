import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useInvoicing } from '#src/kit/invoicing/use-invoicing.tsx'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'
import { to, type Address } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import type { ReactNode } from 'react'
import { FloorNote } from './FloorNote.tsx'
import classes from './picking.module.css'

export interface SaveOutcome {
  /** The problems, in words; empty where everything was taken. */
  problems: readonly string[]
  /** Whether the cards under Sync have the changes that were not taken. */
  isUnderSync: boolean
  /** Changes that are stored here and wait to be sent. */
  waiting: number
}

interface SaveResultProps {
  /** The saved thing, as its messages name it (A320, A321). */
  of: 'Scan' | 'PickList'
  /** The outcome; null while it is being saved. */
  outcome: SaveOutcome | null
  orders: readonly number[]
  onClose: () => void
  /** The screen's own text, shown first. */
  children?: ReactNode
}

/** Shows the outcome of a save (A064, A320, A321), and where to go from here (A193, A194). */
export function SaveResult({ outcome, children, ...props }: SaveResultProps) {
  const { orders, onClose } = props
  const [order] = orders
  return (
    <Modal size="floor" title="Save" onClose={onClose}>
      {children}
      {outcome ? <Outcome {...props} {...outcome} /> : <p role="status">Saving …</p>}
      {outcome && orders.length === 1 && order !== undefined && (
        <NextSteps {...props} outcome={outcome} order={order} />
      )}
      {outcome && orders.length !== 1 && (
        <ModalButtons>
          <Button size="floor" kind="main" isFirst onClick={onClose}>
            Close
          </Button>
        </ModalButtons>
      )}
    </Modal>
  )
}

/** Shows the words of an outcome: saved, or each problem once. */
function Outcome(props: SaveOutcome & Pick<SaveResultProps, 'of' | 'onClose'>) {
  const { of, problems, isUnderSync, waiting, onClose } = props
  const go = useGo()
  if (problems.length === 0)
    return (
      <div role="status">
        <p>
          <b>Changes to the {of} has been successfully saved</b>
        </p>
        {waiting > 0 && (
          <p>
            {plural(waiting, 'change')} {waiting === 1 ? 'waits' : 'wait'} on this device to be sent.
          </p>
        )}
      </div>
    )
  return (
    <div className={classes.failure} role="alert">
      <h3>There was an error saving the {of} changes</h3>
      {[...new Set(problems)].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isUnderSync && (
        <Button
          size="floor"
          onClick={() => {
            onClose()
            go(to.sync())
          }}
        >
          Settle it under Sync
        </Button>
      )}
    </div>
  )
}

/** Order and Invoice, for a single order (A194). */
function NextSteps({ outcome, order, ...props }: SaveResultProps & { outcome: SaveOutcome; order: number }) {
  const { onClose } = props
  const { engine, person } = useSignedIn()
  const go = useGo()
  const { serverReachable, waiting } = useSyncStatus(engine)
  const mayInvoice = can(person, 'orders.invoice')
  /** Closes the dialog first: a person who comes back finds the list, and not this dialog once more. */
  const leave = (address: Address) => {
    onClose()
    go(address)
  }
  const invoicing = useInvoicing(mayInvoice ? order : undefined, (made) => leave(to.invoice(made)))
  const { problem, question } = invoicing
  // Edits that the server has not taken would be missing on the invoice, and no person could add them there.
  const blocked = !serverReachable
    ? NEEDS_SERVER
    : outcome.problems.length > 0
      ? 'Settle what was refused first.'
      : waiting > 0
        ? 'Some edits have not reached the server yet.'
        : invoicing.blocked

  return (
    <>
      {problem !== null && (
        <div className={classes.failure} role="alert">
          <h3>There was an error while generating the invoice</h3>
          <p>{problem}</p>
        </div>
      )}
      {mayInvoice && blocked && <p>Invoice: {blocked}</p>}
      {invoicing.dialog}
      {question && (
        <FloorNote tone="warn" isAlert>
          <p>{question.text}</p>
          <Button size="floor" onClick={invoicing.goOn}>
            {question.act}
          </Button>
        </FloorNote>
      )}
      <ModalButtons>
        <Button size="floor" isFirst onClick={onClose}>
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
        <Button size="floor" kind="main" onClick={() => leave(to.order(order))}>
          Order
        </Button>
      </ModalButtons>
    </>
  )
}

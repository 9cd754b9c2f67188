import { can, type Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import { useInvoicing } from '#src/kit/use-invoicing.tsx'
import { to, type Address } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'
import { plural } from '#src/ui/format.ts'
import { useState } from 'react'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'
import { saveScan, type SaveOutcome } from './save.ts'

interface SaveDialogsProps {
  engine: Engine
  client: Client
  person: Person | null
  orders: readonly number[]
  go: Go
  onClose: () => void
}

/** A063, A064: asks first, then saves, then tells what came of it; and where to go from here (A194). */
export default function SaveDialogs(props: SaveDialogsProps) {
  const { engine, orders, onClose } = props
  const [phase, setPhase] = useState<'ask' | 'saving' | SaveOutcome | Error>('ask')

  async function save() {
    setPhase('saving')
    setPhase(
      await saveScan(engine, orders).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    )
  }

  if (phase === 'ask' || phase === 'saving')
    return (
      <FloorModal title="Save the scan?" onClose={onClose}>
        <p>What you picked is stored on this device already. Saving sends it to the server now.</p>
        <div className={classes.buttons}>
          <FloorButton onClick={onClose}>Cancel</FloorButton>
          <FloorButton look="main" reason={phase === 'saving' && 'Saving'} onClick={() => void save()}>
            {phase === 'saving' ? 'Saving' : 'Confirm'}
          </FloorButton>
        </div>
      </FloorModal>
    )
  return <Result {...props} outcome={phase} />
}

function Result({ outcome, orders, onClose, ...props }: SaveDialogsProps & { outcome: SaveOutcome | Error }) {
  const problems = outcome instanceof Error ? [outcome.message] : outcome.refused
  const waiting = outcome instanceof Error ? 0 : outcome.waiting
  const [order] = orders
  return (
    <FloorModal title="Save" onClose={onClose}>
      {problems.length > 0 ? (
        <div className={classes.failure} role="alert">
          <h3>There was an error saving the Scan changes</h3>
          {[...new Set(problems)].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {!(outcome instanceof Error) && (
            <FloorButton
              onClick={() => {
                onClose()
                props.go(to.sync())
              }}
            >
              Settle it under Sync
            </FloorButton>
          )}
        </div>
      ) : (
        <div role="status">
          <p>
            <b>Changes to the Scan has been successfully saved</b>
          </p>
          {waiting > 0 && (
            <p>
              {plural(waiting, 'change')} {waiting === 1 ? 'waits' : 'wait'} on this device to be sent.
            </p>
          )}
        </div>
      )}
      {orders.length === 1 && order !== undefined ? (
        <NextSteps {...props} order={order} isRefused={problems.length > 0} onClose={onClose} />
      ) : (
        <div className={classes.buttons}>
          <FloorButton look="main" onClick={onClose}>
            Close
          </FloorButton>
        </div>
      )}
    </FloorModal>
  )
}

/** What the server has not taken would be missing on the invoice, and nobody could add it there. */
const REFUSED_FIRST = 'Settle what was refused first.'

/** Order and Invoice, for a single order (A194). */
function NextSteps({
  order,
  isRefused,
  engine,
  client,
  person,
  go,
  onClose,
}: Omit<SaveDialogsProps, 'orders'> & { order: number; isRefused: boolean }) {
  const mayInvoice = can(person, 'orders.invoice')
  /** Whoever comes back finds the list, and not this dialog once more. */
  const leave = (address: Address) => {
    onClose()
    go(address)
  }

  const invoicing = useInvoicing({ engine, client }, mayInvoice ? order : undefined, (made) =>
    leave(to.invoice(made)),
  )
  const { problem, question } = invoicing
  const { serverReachable, unsent } = engine.status.get()
  const blocked = !serverReachable
    ? 'An invoice needs the server, which is not in reach.'
    : unsent > 0
      ? 'Some edits have not reached the server yet.'
      : isRefused
        ? REFUSED_FIRST
        : invoicing.blocked

  return (
    <>
      {problem !== null && (
        <div className={classes.failure} role="alert">
          <h3>There was an error while generating the invoice</h3>
          <p>{problem}</p>
        </div>
      )}
      {mayInvoice && blocked && <p className={floor.meta}>Invoice: {blocked}</p>}
      {invoicing.dialog}
      {question && (
        <div className={floor.note} data-tone="warn" role="alert">
          <p>{question.text}</p>
          <FloorButton onClick={invoicing.goOn}>{question.act}</FloorButton>
        </div>
      )}
      <div className={classes.buttons}>
        <FloorButton onClick={onClose}>Close</FloorButton>
        {mayInvoice && (
          <FloorButton
            reason={invoicing.isBusy ? 'Generating the invoice' : blocked}
            onClick={invoicing.start}
          >
            Invoice
          </FloorButton>
        )}
        <FloorButton look="main" onClick={() => leave(to.order(order))}>
          Order
        </FloorButton>
      </div>
    </>
  )
}

import { can, type Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { plural } from '#src/ui/format.ts'
import { useState } from 'react'
import { useCell } from './cell.ts'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'
import { invoiceBlock } from './invoice-block.ts'
import { saveScan, type SaveOutcome } from './save.ts'
import type { ScanSession } from './scan-session.ts'

interface SaveDialogsProps {
  engine: Engine
  client: Client
  session: ScanSession
  person: Person | null
  orders: readonly number[]
  go: (path: string) => void
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
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : (
        <div role="status">
          <p>
            <b>Changes to the Scan has been successfully saved</b>
          </p>
          {waiting > 0 && (
            <p>
              {plural(waiting, 'edit')} {waiting === 1 ? 'waits' : 'wait'} on this device to be sent.
            </p>
          )}
        </div>
      )}
      {orders.length === 1 && order !== undefined ? (
        <NextSteps {...props} order={order} onClose={onClose} />
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

/** Order and Invoice, for a single order. */
function NextSteps({
  order,
  engine,
  client,
  session,
  person,
  go,
  onClose,
}: Omit<SaveDialogsProps, 'orders'> & { order: number }) {
  const lines = useCell(session.list, (list) => list.lines)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { serverReachable, unsent } = engine.status.get()
  const blocked = !serverReachable
    ? 'An invoice needs the server, which is not in reach.'
    : unsent > 0
      ? 'Some edits have not reached the server yet.'
      : invoiceBlock(lines)

  async function invoice() {
    setBusy(true)
    setProblem(null)
    try {
      await client.api('POST', `orders/${order}/generateinvoice`)
      go(`/order/${order}/invoice`)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <>
      {problem !== null && (
        <div className={classes.failure} role="alert">
          <h3>There was an error while generating the invoice</h3>
          <p>{problem}</p>
        </div>
      )}
      {can(person, 'orders.invoice') && blocked && <p className={floor.meta}>Invoice: {blocked}</p>}
      <div className={classes.buttons}>
        <FloorButton onClick={onClose}>Close</FloorButton>
        {can(person, 'orders.invoice') && (
          <FloorButton reason={busy ? 'Generating the invoice' : blocked} onClick={() => void invoice()}>
            Invoice
          </FloorButton>
        )}
        <FloorButton look="main" onClick={() => go(`/order/${order}`)}>
          Order
        </FloorButton>
      </div>
    </>
  )
}

import { billAtAverage, lotBlock, unweighedItems } from '#contract/orders/before-invoice.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { invoiceOrder } from '#src/api/invoice-order.ts'
import type { Go } from '#src/kit/use-go.ts'
import { to, type Address } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'
import { plural } from '#src/ui/format.ts'
import { useState } from 'react'
import { useCell } from './cell.ts'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'
import { saveScan, type SaveOutcome } from './save.ts'
import type { ScanSession } from './scan-session.ts'

interface SaveDialogsProps {
  engine: Engine
  client: Client
  session: ScanSession
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

type Asking = 'weights' | { devices: string } | null

/** Order and Invoice, for a single order (A194). */
function NextSteps({
  order,
  isRefused,
  engine,
  client,
  session,
  person,
  go,
  onClose,
}: Omit<SaveDialogsProps, 'orders'> & { order: number; isRefused: boolean }) {
  const lines = useCell(session.list, (list) => list.lines)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<Asking>(null)
  const unweighed = unweighedItems(lines)
  const { serverReachable, unsent } = engine.status.get()
  const blocked = !serverReachable
    ? 'An invoice needs the server, which is not in reach.'
    : unsent > 0
      ? 'Some edits have not reached the server yet.'
      : isRefused
        ? REFUSED_FIRST
        : lotBlock(lines)

  /** Whoever comes back finds the list, and not this dialog once more. */
  const leave = (address: Address) => {
    onClose()
    go(address)
  }

  /** `sure`: devices that still hold edits of this order do not hold it up. */
  async function invoice(sure: boolean) {
    setBusy(true)
    setProblem(null)
    setAsking(null)
    const invoiced = await invoiceOrder(client, order, sure)
    if (invoiced.kind === 'done') {
      // Offline from here on, the device should know that the order is locked.
      await engine.pullNow().catch(() => undefined)
      return leave(to.invoice(order))
    }
    if (invoiced.kind === 'unsent') setAsking({ devices: invoiced.devices })
    else setProblem(invoiced.message)
    setBusy(false)
  }

  async function invoiceAtAverage() {
    const act = billAtAverage(unweighed.items)
    const why = act && (await session.run(act, null))
    if (why) return setProblem(why)
    await engine.saveNow()
    await invoice(false)
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
      {asking === 'weights' && (
        <div className={floor.note} data-tone="warn" role="alert">
          <p>
            Not weighed yet: {unweighed.names.join(', ')}. Close and weigh, or bill at the average weight;
            that is recorded.
          </p>
          <FloorButton onClick={() => void invoiceAtAverage()}>Bill at average weight</FloorButton>
        </div>
      )}
      {typeof asking === 'object' && asking && (
        <div className={floor.note} data-tone="warn" role="alert">
          <p>{asking.devices}</p>
          <FloorButton onClick={() => void invoice(true)}>Invoice without them</FloorButton>
        </div>
      )}
      <div className={classes.buttons}>
        <FloorButton onClick={onClose}>Close</FloorButton>
        {can(person, 'orders.invoice') && (
          <FloorButton
            reason={busy ? 'Generating the invoice' : blocked}
            onClick={() => (unweighed.items.length > 0 ? setAsking('weights') : void invoice(false))}
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

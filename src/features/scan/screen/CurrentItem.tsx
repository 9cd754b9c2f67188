import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import type { Person } from '#contract/permissions.ts'
import { fieldReason } from '#contract/picking/field-rules.ts'
import { isLocked, nameOf, type Line } from '#contract/picking/lines.ts'
import { isOutOfStock, stateOf } from '#contract/picking/state.ts'
import { itemsToSwap } from '#contract/picking/swap-and-link.ts'
import { productFacts } from '#contract/products/facts.ts'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { useCell } from '#src/ui/cell.ts'
import {
  IconBan,
  IconCheck,
  IconHistory,
  IconPlayerSkipForward,
  IconReplace,
  IconScale,
  IconScan,
} from '@tabler/icons-react'
import { lazy, memo, Suspense, useState } from 'react'
import { OutOfStockDialog, ScanSubstitute } from '../dialogs/index.ts'
import type { ScanSession } from '../session/index.ts'
import { ItemHead } from './ItemHead.tsx'
import { ItemQuantities } from './ItemQuantities.tsx'

const DetailDialog = lazy(() => import('#src/ui/DetailDialog.tsx'))
const ItemHistory = lazy(() => import('#src/picking/ItemHistory.tsx'))

type Dialog = 'detail' | 'history' | 'out of stock' | 'substitute'

interface CurrentItemProps {
  session: ScanSession
  person: Person | null
}

/** A057: the one thing that is big: how many of what, where, and what to do with it. */
export const CurrentItem = memo(function CurrentItem({ session, person }: CurrentItemProps) {
  const current = useCell(session.view, (view) => view.current)
  const line = useCell(session.list, (list) => (current === null ? undefined : list.byId.get(current)))
  // Named by its line: a scan may show another one.
  const [open, setOpen] = useState<{ dialog: Dialog; line: string } | null>(null)
  if (!line) return null
  // A summed line is picked as one (A217): nothing here is kept from a bulk pull.
  const reason = fieldReason('picked', line, false)
  const ask = (dialog: Dialog) => setOpen({ dialog, line: line.id })
  return (
    <section className={classes.card} aria-label="Current item">
      <ItemHead session={session} line={line} onDetail={() => ask('detail')} />
      <ItemQuantities session={session} line={line} reason={reason} />
      <Presses session={session} line={line} reason={reason} ask={ask} />
      <Suspense>
        {open?.line === line.id && (
          <Opened
            session={session}
            person={person}
            line={line}
            dialog={open.dialog}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </section>
  )
})

interface PressesProps {
  session: ScanSession
  line: Line
  /** Why nothing of the line can be changed, or null. */
  reason: string | null
  ask: (dialog: Dialog) => void
}

/** The buttons, the most pressed first. */
function Presses({ session, line, reason, ask }: PressesProps) {
  const state = stateOf(line)
  const isOut = isOutOfStock(line)
  return (
    <div className={classes.actions}>
      <Button
        size="floor"
        kind={state === true ? 'plain' : 'main'}
        isPressed={state === true}
        icon={<IconCheck size={28} aria-hidden />}
        reason={reason}
        onClick={() => void session.picked(line.id)}
      >
        Picked
      </Button>
      <Button
        size="floor"
        kind="exception"
        isPressed={state === false}
        icon={<IconScan size={24} aria-hidden />}
        reason={reason}
        onClick={() => void session.scanned(line.id)}
      >
        Scanned
      </Button>
      <Button
        size="floor"
        icon={<IconPlayerSkipForward size={24} aria-hidden />}
        reason={isLocked(line) && reason}
        onClick={() => void session.skip(line.id)}
      >
        Skip
      </Button>
      <Button
        size="floor"
        icon={<IconScale size={24} aria-hidden />}
        reason={reason ?? (subitemTypeOf(line) === '' && 'This item has neither weight nor lot.')}
        onClick={() => session.openWeight(line.id)}
      >
        Weight / Lot
      </Button>
      <Button
        size="floor"
        kind="exception"
        isPressed={isOut}
        icon={<IconBan size={24} aria-hidden />}
        reason={isLocked(line) && reason}
        onClick={() => (isOut ? void session.outOfStock(line.id) : ask('out of stock'))}
      >
        Out of Stock
      </Button>
      <Button
        size="floor"
        icon={<IconReplace size={24} aria-hidden />}
        reason={reason ?? (itemsToSwap(line).length === 0 && 'Nothing is left to substitute.')}
        onClick={() => ask('substitute')}
      >
        Substitute
      </Button>
      <Button size="floor" icon={<IconHistory size={24} aria-hidden />} onClick={() => ask('history')}>
        History
      </Button>
    </div>
  )
}

interface OpenedProps extends CurrentItemProps {
  line: Line
  dialog: Dialog
  onClose: () => void
}

/** The dialog that is open on the current item. */
function Opened({ session, person, line, dialog, onClose }: OpenedProps) {
  if (dialog === 'detail')
    return (
      line.product && (
        <DetailDialog
          title={nameOf(line)}
          pictureUrl={line.product.url}
          text={line.product.api_description}
          facts={productFacts(line.product, person, true)}
          onClose={onClose}
        />
      )
    )
  if (dialog === 'history') return <ItemHistory title="History" items={line.items} onClose={onClose} />
  if (dialog === 'out of stock') return <OutOfStockDialog session={session} line={line} onClose={onClose} />
  return <ScanSubstitute session={session} line={line} onClose={onClose} />
}

import { fieldReason } from '#contract/picking/field-rules.ts'
import { nameOf, type Line } from '#contract/picking/lines.ts'
import { productFacts } from '#contract/products/facts.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import classes from '#src/picking/floor.module.css'
import { useCell } from '#src/ui/cell.ts'
import { lazy, memo, Suspense, useState } from 'react'
import { OutOfStockDialog, ScanSubstitute } from '../dialogs/index.ts'
import type { ScanSession } from '../session/index.ts'
import { ItemHead } from './ItemHead.tsx'
import { ItemPresses, type ItemDialog } from './ItemPresses.tsx'
import { ItemQuantities } from './ItemQuantities.tsx'

const DetailDialog = lazy(() => import('#src/ui/DetailDialog.tsx'))
const ItemHistory = lazy(() => import('#src/picking/ItemHistory.tsx'))

interface CurrentItemProps {
  session: ScanSession
}

/** A057: the current item, the largest thing on the screen: how many of what, in which bin, and its buttons. */
export const CurrentItem = memo(function CurrentItem({ session }: CurrentItemProps) {
  const current = useCell(session.view, (view) => view.current)
  const line = useCell(session.list, (list) => (current === null ? undefined : list.byId.get(current)))
  const [open, setOpen] = useState<{ dialog: ItemDialog; line: string } | null>(null)
  // When a scan shows another line, the dialog closes. It stays closed when its own line is scanned again.
  if (open && open.line !== current) setOpen(null)
  if (!line) return null
  // A bulk pull disables nothing here: a summed line is picked as one.
  const reason = fieldReason('picked', line, false)
  const ask = (dialog: ItemDialog) => setOpen({ dialog, line: line.id })
  return (
    <section className={classes.card} aria-label="Current item">
      <ItemHead session={session} line={line} onDetail={() => ask('detail')} />
      <ItemQuantities session={session} line={line} reason={reason} />
      <ItemPresses session={session} line={line} reason={reason} ask={ask} />
      <Suspense>
        {open && <Opened session={session} line={line} dialog={open.dialog} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  )
})

interface OpenedProps extends CurrentItemProps {
  line: Line
  dialog: ItemDialog
  onClose: () => void
}

/** The dialog that is open on the current item. */
function Opened({ session, line, dialog, onClose }: OpenedProps) {
  const { person } = useSignedIn()
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

import { isLocked, nameOf, orderedOf, pickedOf, upcOf } from '#contract/picking/lines.ts'
import { isOutOfStock, stateOf } from '#contract/picking/state.ts'
import { itemsToSwap } from '#contract/picking/swap-and-link.ts'
import { LOW_STOCK_NOTE, LOW_STOCK_TITLE } from '#contract/products/low-stock.ts'
import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { itemHistoryQuery } from '#src/picking/item-history-query.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import type { Person } from '#contract/permissions.ts'
import { productFacts } from '#contract/products/facts.ts'
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
import { useCell } from '#src/ui/cell.ts'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { OutOfStockDialog } from '../dialogs/index.ts'
import { LineState } from '../list/index.ts'
import { QuantityField } from '#src/picking/QuantityField.tsx'
import type { ScanSession } from '../session/index.ts'

const SubstituteDialog = lazy(() => import('#src/picking/SubstituteDialog.tsx'))
const DetailDialog = lazy(() => import('#src/ui/DetailDialog.tsx'))
const HistoryDialog = lazy(() => import('#src/kit/HistoryDialog.tsx'))

interface CurrentItemProps {
  session: ScanSession
  person: Person | null
}

/** A057: the one thing that is big: what, where, how many, and what to do with it. */
export const CurrentItem = memo(function CurrentItem({ session, person }: CurrentItemProps) {
  const current = useCell(session.view, (view) => view.current)
  const scans = useCell(session.view, (view) => view.scans)
  const line = useCell(session.list, (list) => (current === null ? undefined : list.byId.get(current)))
  const severalOrders = useCell(session.list, (list) => list.orders.length > 1)
  const [open, setOpen] = useState<'detail' | 'history' | 'out of stock' | 'substitute' | null>(null)
  const [lowStock, setLowStock] = useState<{ line: string; go: () => void } | null>(null)
  if (!line) return null

  /** A230: a quantity changes only after a yes, where stock is low. */
  const changes = (go: () => void) =>
    session.asksLowStock(line.id) ? setLowStock({ line: line.id, go }) : go()
  const locked = isLocked(line)
  const isOut = isOutOfStock(line)
  const reason = locked
    ? `Order ${line.locked.join(', ')} is invoiced and locked.`
    : isOut
      ? 'It is marked out of stock.'
      : null
  const state = stateOf(line)
  const orders = line.items.map((item) => `#${item.order}`).join(', ')
  return (
    <section className={classes.card} aria-label="Current item">
      <div className={classes.cardHead}>
        <h2 className={classes.name}>
          {line.product ? (
            <button type="button" className={classes.nameButton} onClick={() => setOpen('detail')}>
              {nameOf(line)}
            </button>
          ) : (
            nameOf(line)
          )}
        </h2>
        <span className={classes.bin}>{line.bin || 'No bin'}</span>
      </div>
      <div className={classes.about}>
        <div className={classes.row}>
          <LineState line={line} />
          <p className={classes.meta}>
            {[upcOf(line), line.product?.size, severalOrders && `Order ${orders}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {line.product && <Picture url={line.product.url} name={nameOf(line)} className={classes.thumb} />}
      </div>
      {line.items[0]!.original_product && (
        <p className={classes.meta}>Instead of {line.items[0]!.original_product}</p>
      )}
      {line.locked.length > 0 && !locked && (
        <p className={classes.meta}>Order {line.locked.join(', ')} is invoiced and stays as it is.</p>
      )}
      <div className={classes.quantities}>
        {(['u', 'c'] as const).map((unit) => (
          <QuantityField
            key={unit}
            of={`${line.id} ${scans}`}
            name={unit === 'u' ? 'Units' : 'Cases'}
            quantity={pickedOf(line, unit)}
            ordered={orderedOf(line, unit)}
            reason={reason}
            onSet={(quantity) => changes(() => void session.quantity(line, unit, quantity))}
            onStep={(by) => {
              const step = () => void session.step(line.id, unit, by)
              // One less than the 0 that is drawn takes at most what was just added: no low stock to ask about.
              if (by < 0 && pickedOf(line, unit) === 0) step()
              else changes(step)
            }}
          />
        ))}
      </div>
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
          reason={locked ? reason : null}
          onClick={() => void session.skip(line.id)}
        >
          Skip
        </Button>
        <Button
          size="floor"
          icon={<IconScale size={24} aria-hidden />}
          reason={reason ?? (subitemTypeOf(line) === '' ? 'This item has neither weight nor lot.' : null)}
          onClick={() => session.openWeight(line.id)}
        >
          Weight / Lot
        </Button>
        <Button
          size="floor"
          kind="exception"
          isPressed={isOut}
          icon={<IconBan size={24} aria-hidden />}
          reason={locked ? reason : null}
          onClick={() => (isOut ? void session.outOfStock(line.id) : setOpen('out of stock'))}
        >
          Out of Stock
        </Button>
        <Button
          size="floor"
          icon={<IconReplace size={24} aria-hidden />}
          reason={reason ?? (itemsToSwap(line).length === 0 ? 'Nothing is left to substitute.' : null)}
          onClick={() => setOpen('substitute')}
        >
          Substitute
        </Button>
        <Button size="floor" icon={<IconHistory size={24} aria-hidden />} onClick={() => setOpen('history')}>
          History
        </Button>
      </div>
      <Suspense>
        {open === 'detail' && line.product && (
          <DetailDialog
            title={nameOf(line)}
            pictureUrl={line.product.url}
            text={line.product.api_description}
            facts={productFacts(line.product, person, true)}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'out of stock' && (
          <OutOfStockDialog
            name={nameOf(line)}
            onReason={(why) => {
              setOpen(null)
              void session.outOfStock(line.id, why)
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'substitute' && (
          <SubstituteDialog
            line={line}
            items={itemsToSwap(line)}
            replace={(product, chosen) => session.swap(line.id, product, chosen)}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'history' && (
          <HistoryDialog title="History" query={itemHistoryQuery(line.items)} onClose={() => setOpen(null)} />
        )}
      </Suspense>
      {lowStock?.line === line.id && (
        <SaveDialog
          size="floor"
          isLeaveFirst
          title={LOW_STOCK_TITLE}
          act="Change it"
          onBack={() => setLowStock(null)}
          save={() => {
            session.meansLowStock(line.id)
            setLowStock(null)
            lowStock.go()
          }}
        >
          {LOW_STOCK_NOTE}
        </SaveDialog>
      )}
    </section>
  )
})

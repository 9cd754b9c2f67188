import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { IconCheck, IconPlayerSkipForward, IconScale, IconScan } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useCell } from './cell.ts'
import classes from './floor.module.css'
import { FloorButton } from './FloorButton.tsx'
import { ImagePreview } from './ImagePreview.tsx'
import { isPicture } from './is-picture.ts'
import { isOutOfStock, nameOf, ordered, pickedOf, stateOf, upcOf, type Line } from './lines.ts'
import { LineState } from './LineState.tsx'
import { QuantityField } from './QuantityField.tsx'
import type { ScanSession } from './scan-session.ts'

/** A057: the one thing that is big: what, where, how many, and what to do with it. */
export const CurrentItem = memo(function CurrentItem({ session }: { session: ScanSession }) {
  const current = useCell(session.view, (view) => view.current)
  const line = useCell(session.list, (list) => (current === null ? undefined : list.byId.get(current)))
  const locked = useCell(session.list, (list) => lockedOrder(list.orders, line))
  const severalOrders = useCell(session.list, (list) => list.orders.length > 1)
  if (!line) return null

  const reason = locked
    ? `Order ${locked} is invoiced and locked.`
    : isOutOfStock(line)
      ? 'It is marked out of stock.'
      : null
  const state = stateOf(line)
  const orders = line.items.map((item) => `#${item.order}`).join(', ')
  return (
    <section className={classes.card} aria-label="Current item">
      <div className={classes.cardHead}>
        <h2 className={classes.name}>{nameOf(line)}</h2>
        <span className={classes.bin}>{line.bin || 'No bin'}</span>
      </div>
      <div className={classes.row}>
        <LineState line={line} />
        <p className={`${classes.meta} ${classes.grow}`}>
          {[upcOf(line), line.product?.size, severalOrders && `Order ${orders}`].filter(Boolean).join(' · ')}
        </p>
        {line.product && <Picture url={line.product.url} name={nameOf(line)} />}
      </div>
      {line.items[0]!.original_product && (
        <p className={classes.meta}>Instead of {line.items[0]!.original_product}</p>
      )}
      <div className={classes.quantities}>
        {(['u', 'c'] as const).map((unit) => (
          <QuantityField
            key={`${line.id}${unit}`}
            name={unit === 'u' ? 'Units' : 'Cases'}
            quantity={pickedOf(line, unit)}
            ordered={ordered(line, unit)}
            reason={reason}
            onSet={(quantity) => void session.quantity(line.id, unit, quantity)}
            onStep={(by) => void session.step(line.id, unit, by)}
          />
        ))}
      </div>
      <div className={classes.actions}>
        <FloorButton
          className={classes.wide}
          look={state === true ? undefined : 'main'}
          pressed={state === true}
          icon={<IconCheck size={28} aria-hidden />}
          reason={reason}
          onClick={() => void session.picked(line.id)}
        >
          Picked
        </FloorButton>
        <FloorButton
          look="aside"
          pressed={state === false}
          icon={<IconScan size={24} aria-hidden />}
          reason={reason}
          onClick={() => void session.scanned(line.id)}
        >
          Scanned
        </FloorButton>
        <FloorButton
          icon={<IconPlayerSkipForward size={24} aria-hidden />}
          reason={locked ? reason : null}
          onClick={() => void session.skip(line.id)}
        >
          Skip
        </FloorButton>
        <FloorButton
          className={classes.spread}
          icon={<IconScale size={24} aria-hidden />}
          reason={reason ?? (subitemTypeOf(line) === '' ? 'This item has neither weight nor lot.' : null)}
          onClick={() => session.openWeight(line.id)}
        >
          Weight / Lot
        </FloorButton>
      </div>
    </section>
  )
})

/** The first order of a line that is invoiced: nothing of it can be changed. */
function lockedOrder(
  orders: readonly { id: number; invoiced: boolean }[],
  line: Line | undefined,
): number | null {
  return (
    orders.find((order) => order.invoiced && line?.items.some((item) => item.order === order.id))?.id ?? null
  )
}

function Picture({ url, name }: { url: string; name: string }) {
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  if (!isPicture(url) || failed === url) return null
  return (
    <>
      <button
        type="button"
        className={classes.thumb}
        aria-label={`Picture of ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={url} alt="" loading="lazy" onError={() => setFailed(url)} />
      </button>
      {open && <ImagePreview url={url} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

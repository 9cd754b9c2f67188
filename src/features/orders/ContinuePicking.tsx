import type { OrderRow } from '#contract/orders/schema.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { to } from '#src/paths.ts'
import { lastScanned, orderToScan } from '#src/picking/context.ts'
import type { Engine } from '#src/sync/engine.ts'
import { IconBarcode } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'

/** The order that was scanned last on this device, while something of it is left to pick; else null. */
export function useOrderToContinue(engine: Engine): OrderRow | null {
  const order = useLiveQuery(async () => {
    const id = await lastScanned(engine)
    return id === null ? null : ((await engine.db.orders.get(id)) ?? null)
  }, [engine])
  const isOpen = order && !order.invoiced && !order.picking_complete
  return isOpen ? order : null
}

/** The button that leads back to the order that is being picked: "Continue order 21667, 12 of 58". */
export const ContinuePicking = ({ order }: { order: OrderRow }) => (
  <ButtonLink
    kind="main"
    icon={<IconBarcode size={18} aria-hidden />}
    to={to.scan('order')}
    state={orderToScan(order)}
  >
    Continue order {order.id}, {order.picked_count} of {order.items_count}
  </ButtonLink>
)

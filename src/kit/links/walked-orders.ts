/**
 * The orders list that a person came from, in its order: from an order or an invoice, J leads to the next one and K to the one before.
 * It is kept for the tab, so that a reload does not end the walk.
 */
import { useHotkeys } from '@mantine/hooks'
import { useMemo } from 'react'

interface Walked {
  id: number
  invoiced: boolean
}

const KEY = 'larder-walked-orders'

/** Those that were listed last in this page's life; null before there was a list. */
let walked: readonly Walked[] | null = null

/** Keeps the orders that are listed now. A list changes often: the storage has them when the page goes. */
export function keepWalkedOrders(orders: readonly Walked[]): void {
  if (walked === null) window.addEventListener('pagehide', storeWalked)
  walked = orders
}

function storeWalked(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(walked?.map(({ id, invoiced }) => [id, invoiced])))
  } catch {
    // Without room in the storage there is no walk.
  }
}

function walkedOrders(): readonly Walked[] {
  if (walked !== null) return walked
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return (kept as [number, boolean][]).map(([id, invoiced]) => ({ id, invoiced }))
  } catch {
    return []
  }
}

/** The orders before and after this one, of those that are walked through; null where there is none. */
export function neighboursOf(
  orders: readonly Walked[],
  id: number,
  isWalked: (order: Walked) => boolean,
): { previous: number | null; next: number | null } {
  const at = orders.findIndex((order) => order.id === id)
  if (at === -1) return { previous: null, next: null }
  return {
    previous: orders.slice(0, at).findLast(isWalked)?.id ?? null,
    next: orders.slice(at + 1).find(isWalked)?.id ?? null,
  }
}

interface Walk {
  previous: (() => void) | null
  next: (() => void) | null
}

const everyOrder = () => true
const anInvoice = ({ invoiced }: Walked) => invoiced

/**
 * The ways to the order before and after this one, by J and K too.
 *
 * @param through invoices are walked through from an invoice, all orders from an order
 */
export function useWalk(id: number, through: 'orders' | 'invoices', open: (id: number) => void): Walk {
  const { previous, next } = useMemo(
    () => neighboursOf(walkedOrders(), id, through === 'invoices' ? anInvoice : everyOrder),
    [id, through],
  )
  const walk = {
    previous: previous === null ? null : () => open(previous),
    next: next === null ? null : () => open(next),
  }
  // Keys are of the page, and not of a dialog above it.
  const unlessAsked = (go: (() => void) | null) => () => {
    if (go && document.querySelector('[role=dialog]') === null) go()
  }
  useHotkeys([
    ['J', unlessAsked(walk.next)],
    ['K', unlessAsked(walk.previous)],
  ])
  return walk
}

import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { ComponentType } from 'react'
import type { OrderLine } from './lines.ts'

export interface OrderScreenProps {
  id: number
  /** The fees dialog, which is a feature of its own. */
  Fees: ComponentType<FeesProps>
  /**
   * Puts the order's products into its customer's cart, another feature. If the cart holds something that may not be
   * replaced nothing is done: returns how many products are in the way, else 0.
   */
  replicate: (
    what: { order: OrderRow; lines: readonly OrderLine[]; person: User },
    mayReplace: boolean,
  ) => Promise<number>
  /** Whether the dialog that assigns a picker is open, as the address has it. */
  isAssigning: boolean
  onAssigning: (isOpen: boolean) => void
}

interface FeesProps {
  order: OrderRow
  onClose: () => void
}

import type { OrderRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { ComponentType } from 'react'
import type { From } from '#src/paths.ts'

/** What the route hands over. The screens themselves know no router. */
export interface PickListScreenProps {
  /** The navigation state as it is (`location.state`): `{ orders, bulk, start, end, filter, sorting }`, or anything. */
  handedOver: unknown
  /** `?from=` of the address. */
  from: From
  /** The fees dialog, which is a feature of its own. */
  Fees: ComponentType<FeesProps>
  /** The product picker, also a feature of its own. */
  Picker: ComponentType<PickerProps>
}

export interface PickerProps {
  title: string
  onChoose: (product: Product) => void
  onClose: () => void
}

interface FeesProps {
  order: OrderRow
  onClose: () => void
}

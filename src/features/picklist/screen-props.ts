import type { OrderRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { ComponentType } from 'react'
import type { Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import type { From } from '#src/paths.ts'
import type { Engine } from '#src/sync/engine.ts'

/** What the route hands over; the screens themselves know no router. */
export interface PickListScreenProps {
  engine: Engine
  client: Client
  /** Null until the users list has answered. */
  person: Person | null
  /** Goes to an address, with navigation state where that screen wants it. */
  go: Go
  /** The navigation state as it is (`location.state`): `{ orders, bulk, start, end, filter, sorting }`, or anything. */
  handedOver: unknown
  /** `?from=` of the address. */
  from: From
  /** The fees dialog, which is a feature of its own. */
  Fees: ComponentType<FeesProps>
  /** The product picker, another one. */
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

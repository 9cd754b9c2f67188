import type { Person } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import type { Engine } from '#src/sync/engine.ts'

/** What the route hands over; the screen itself knows no router. */
export interface ScanScreenProps {
  engine: Engine
  client: Client
  /** Null until the users list has answered. */
  person: Person | null
  /** `?from=` of the address. */
  from: 'order' | 'picklist'
  /** The navigation state as it is (`location.state`): `{ orders, bulk, start, end, filter, sorting }`, or anything. */
  handedOver: unknown
  /** Goes to an address, with navigation state where that screen wants it. */
  go: Go
}

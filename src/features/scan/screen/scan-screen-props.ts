/** What the route hands over; the screen itself knows no router. */
export interface ScanScreenProps {
  /** `?from=` of the address. */
  from: 'order' | 'picklist'
  /** The navigation state as it is (`location.state`): `{ orders, bulk, start, end, filter, sorting }`, or anything. */
  handedOver: unknown
}

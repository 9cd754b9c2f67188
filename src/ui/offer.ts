import { NEEDS_SERVER } from './needs-server.ts'

/** A button: `hidden` it is not shown, a text says why it cannot be pressed now, null that it can. */
export type Offer = string | null

/** Returns the offer of an act of the server. `hindrance` is the contract's reason against it. */
export function offerOf(
  hindrance: { message: string; hides: boolean } | null,
  serverReachable: boolean,
): Offer {
  if (hindrance) return hindrance.hides ? 'hidden' : hindrance.message
  return serverReachable ? null : NEEDS_SERVER
}

import { forgetProducts } from '#src/api/held-products.ts'
import type { Session } from '#src/api/session.ts'
import { chooseNobody } from '#features/ordering/carts.ts'
import type { Engine } from '#src/sync/engine.ts'
import { forgetSeen } from '#src/db/seen-invoices.ts'
import { forgetKept } from '#src/kit/forget-kept.ts'
import { client, session } from './device.ts'

/** C223: signs out on this device; whoever comes next begins with no customer chosen and nothing that was asked. */
export async function signOut(engine: Engine, options?: Parameters<Session['signOut']>[0]): Promise<void> {
  // A device that cannot store signs out all the same.
  await chooseNobody(engine).catch(() => undefined)
  await session.signOut(options)
  forgetKept(engine.user.id)
  forgetProducts(client)
  await forgetSeen(engine.user.id)
}

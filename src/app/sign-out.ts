import { forgetProducts } from '#src/api/held-products.ts'
import type { Session } from '#src/api/session.ts'
import { chooseNobody, countCarts } from '#features/ordering/carts.ts'
import type { Engine } from '#src/sync/engine.ts'
import { leaveDevice } from '#src/sync/leave.ts'
import { endStorage } from '#src/sync/storage.ts'
import { forgetSeen } from '#src/db/seen-invoices.ts'
import { forgetKept } from '#src/kit/forget-kept.ts'
import { client, env, session } from './device.ts'

/**
 * C223: signs out on this device. The next person begins with no customer chosen and nothing that was fetched. What the person had
 * here is deleted, unless something is unsent.
 */
export async function signOut(engine: Engine, options?: Parameters<Session['signOut']>[0]): Promise<void> {
  // A device that cannot store signs out all the same.
  await chooseNobody(engine).catch(() => undefined)
  await session.signOut(options)
  forgetKept(engine.user.id)
  forgetProducts(client)
  await forgetSeen(engine.user.id).catch(() => undefined)
  await engine.close()
  // A pull that is under way ends here: it would make the deleted database again.
  endStorage(engine.db)
  // Last, when this tab and others know that nobody is here. The sign-in screen does not wait for it.
  leaveDevice(engine.user.id, {
    env,
    isBack: () => session.get().user?.id === engine.user.id,
    isWork: (facts) => countCarts(facts) > 0,
  }).catch(() => undefined)
}

/** As long as an ordinary sign-out waits for what is sent first. */
const FLUSH_MS = 5_000

/**
 * Ends all sessions of the person, the one of this device too, and signs out here. What waits is sent first where that can be
 * done. Rejects where the server was not reached: then the person is still signed in.
 */
export async function signOutEverywhere(engine: Engine): Promise<void> {
  await Promise.race([
    engine.saveNow().catch(() => undefined),
    new Promise<void>((resolve) => env.after(FLUSH_MS, resolve)),
  ])
  await client.api('DELETE', 'sessions')
  await signOut(engine)
}

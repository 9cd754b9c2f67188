import { forgetProducts } from '#src/queries/held-products.ts'
import type { Session } from '#src/api/session.ts'
import { chooseNobody, countCarts } from '#features/ordering/carts.ts'
import type { Engine } from '#src/sync/engine.ts'
import { databaseName } from '#src/db/database.ts'
import { leaveDevice } from '#src/sync/store/leave.ts'
import { endStorage } from '#src/sync/store/storage.ts'
import { forgetSeen } from '#src/db/seen-invoices.ts'
import { forgetDrafts, forgetKept } from '#src/kit/forget-kept.ts'
import { client, env, session } from './device.ts'

/**
 * C223: signs out on this device. The next person starts with no customer chosen and no fetched data. The person's
 * data on this device is deleted, unless something is unsent.
 */
export async function signOut(engine: Engine, options?: Parameters<Session['signOut']>[0]): Promise<void> {
  // A device that cannot store still signs out.
  await chooseNobody(engine).catch(() => undefined)
  await session.signOut(options)
  forgetDrafts()
  forgetProducts(client)
  await forgetTold(engine.user.id)
  await engine.close()
  // A pull that is in progress ends here: it would make the deleted database again.
  endStorage(engine.db)
  // Last, when this tab and others know that no person is signed in. The sign-in screen does not wait for it.
  leave(engine.user.id).catch(() => undefined)
}

/** Deletes the server's answers to a person that are stored outside their database. */
async function forgetTold(userId: number): Promise<void> {
  forgetKept(userId)
  await forgetSeen(userId).catch(() => undefined)
}

const leave = (userId: number): Promise<boolean> =>
  leaveDevice(userId, {
    env,
    isHere: () => session.people.isHere(userId),
    isWork: (facts) => countCarts(facts) > 0,
  })

/** Finishes sign-outs at the start of the app: the browser may have ended before a sign-out did. */
export async function finishSignOuts(): Promise<void> {
  // In a browser without the list of databases nothing is finished.
  const names = ((await indexedDB.databases?.()) ?? []).map(({ name }) => name)
  for (const userId of await session.people.whoLeft())
    if (names.includes(databaseName(userId))) {
      await forgetTold(userId)
      await leave(userId)
    }
}

/** The time that an ordinary sign-out waits for what is sent first, in ms. */
const FLUSH_MS = 5_000

/**
 * Ends all sessions of the person, this device's too, and signs out here. The waiting edits are sent first where
 * possible. Rejects where the server was not reached: then the person is still signed in.
 */
export async function signOutEverywhere(engine: Engine): Promise<void> {
  await Promise.race([
    engine.saveNow().catch(() => undefined),
    new Promise<void>((resolve) => env.after(FLUSH_MS, resolve)),
  ])
  // Another person may have signed in in another tab meanwhile: their sessions stay.
  await client.api('DELETE', 'sessions', { as: engine.user.id })
  await signOut(engine)
}

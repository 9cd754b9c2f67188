import type { Engine } from '#src/sync/engine.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { readCart, readCustomer } from '../carts.ts'

/** C031: how many products the selected customer's cart holds. `me` is whose it is until one is selected. */
export const useCartCount = (engine: Engine, me: number | undefined): number =>
  useLiveQuery(async () => {
    const customer = (await readCustomer(engine))?.id ?? me
    return customer === undefined ? 0 : (await readCart(engine, customer)).products.length
  }, [engine, me]) ?? 0

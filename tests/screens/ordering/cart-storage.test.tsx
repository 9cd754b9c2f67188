/** A device that has no room for a change of a cart. */
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openDatabase } from '#src/db/database.ts'
import type { OrderingCustomer } from '#src/features/ordering/cart/customers.ts'
import { addOne, changeAmount } from '#src/features/ordering/cart/cart.ts'
import { useCurrentCustomer, type OrderingContext } from '#src/features/ordering/cart/use-ordering.ts'
import { StagedNote } from '#src/features/ordering/checkout/StagedNote.tsx'
import { SignedInContext, type SignedIn } from '#src/kit/signed-in.ts'
import { createStatus } from '#src/sync/status.ts'
import { contextKey, readMeta } from '#src/sync/store/meta.ts'
import { StorageTrouble } from '#src/sync/store/storage.ts'
import { snackbars } from '#src/ui/snackbar.ts'

const customer = (id: number): OrderingCustomer => ({
  id,
  name: `Customer ${id}`,
  company_id: 1,
  company_location: [],
  company_location_data: [],
})

/** Makes a device that has stored customer 7, and stores nothing more. */
async function fullDevice() {
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })
  const db = openDatabase(990_001)
  await db.meta.put({ key: contextKey('cart customer'), value: customer(7) })
  const engine = {
    recall: (name: string) => readMeta(db, contextKey(name)),
    amend: async () => {
      throw new StorageTrouble('quota')
    },
  }
  return { db, context: { engine, person: { id: 1, is_staff: true } } as unknown as OrderingContext }
}
const customers = { all: [customer(7), customer(8)], asking: false, failure: null, retry: () => undefined }
const said = () => snackbars.get().filter(({ text }) => text.startsWith('This device has no room left.'))

it('a product, and a customer, that the device has no room for are reported, and are not chosen', async () => {
  const { db, context } = await fullDevice()
  const { result } = renderHook(() => useCurrentCustomer(context, customers))
  await waitFor(() => expect(result.current.customer?.id).toBe(7))
  act(() => result.current.setCart((cart) => changeAmount(cart, '111', 'u', addOne, () => undefined)))
  await waitFor(() => expect(said()).toHaveLength(1))
  act(() => result.current.choose(customer(8)))
  await waitFor(() => expect(said()).toHaveLength(2))
  await waitFor(() => expect(result.current.customer?.id).toBe(7))
  db.close()
})

const STAGE = {
  products: [],
  loading: false,
  change: () => undefined,
  remove: () => undefined,
  isHere: true,
  asOf: null,
  unsent: 0,
  problem: 'This device has no room left.',
}

it.each([true, false])(
  'a change of a staged order that was not stored is reported, with the server in reach: %s',
  (serverReachable) => {
    const status = createStatus()
    status.set({ serverReachable })
    render(
      <SignedInContext value={{ engine: { status } } as unknown as SignedIn}>
        <StagedNote stage={STAGE} />
      </SignedInContext>,
    )
    expect(screen.getByRole('alert').textContent).toBe(STAGE.problem)
    cleanup()
  },
)

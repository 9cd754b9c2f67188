/** A customer's order lists with what has been changed of them here. */
import type { Client } from '#src/api/client.ts'
import { heldProducts } from '#src/api/products.ts'
import { useRead } from '#src/ui/use-read.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { fetchLists, saveList } from './list-calls.ts'
import {
  carriedBy,
  draftOf,
  newDraft,
  saveCall,
  type Draft,
  type Known,
  type KnownProduct,
} from './list-draft.ts'

type ListId = Draft['id']
const NO_PRODUCTS: readonly KnownProduct[] = []

export function useCustomerLists(
  { client, newId }: { client: Client; newId: () => string },
  customerId: number,
  serverReachable: boolean,
) {
  const readLists = useCallback(
    (signal: AbortSignal) => fetchLists(client, customerId, signal),
    [client, customerId],
  )
  const readProducts = useCallback(() => heldProducts(client), [client])
  const lists = useRead(readLists, serverReachable)
  const products = useRead(readProducts, serverReachable)
  /** Lists that were touched here; what the server says of them later waits for a save, where a clash is said. */
  const [touched, setTouched] = useState<ReadonlyMap<ListId, Draft>>(new Map())
  /** Products that a search has brought. */
  const [found, setFound] = useState<readonly KnownProduct[]>([])
  const lastSave = useRef({ call: '', key: '' })

  const drafts = useMemo(() => {
    const all = new Map<ListId, Draft>(lists.value?.lists.map((list) => [list.id, draftOf(list)]))
    for (const [id, draft] of touched) all.set(id, draft)
    return [...all.values()]
  }, [lists.value, touched])

  const known: Known = useMemo(() => {
    const all = [...carriedBy(lists.value?.lists ?? []), ...(products.value ?? []), ...found]
    return { products: new Map(all.map((one) => [one.upc, one])), isWhole: products.value !== null }
  }, [lists.value, products.value, found])

  const put = (id: ListId, draft: Draft | null) =>
    setTouched((before) => {
      const after = new Map(before)
      if (draft) after.set(id, draft)
      else after.delete(id)
      return after
    })

  return {
    ...lists,
    drafts,
    known,
    products: products.value ?? NO_PRODUCTS,
    productsFailure: products.failure,
    reloadProducts: products.reload,
    change: (draft: Draft, part: Partial<Draft>) => put(draft.id, { ...draft, ...part }),
    discard: (draft: Draft) => put(draft.id, null),
    add(location: number): Draft {
      const draft = newDraft(newId(), location)
      put(draft.id, draft)
      return draft
    },
    learn: (product: KnownProduct) => setFound((before) => [...before, product]),
    /** The list's id, which is the server's from now on (C328). Rejects with what the server said. */
    async save(draft: Draft): Promise<ListId> {
      const call = saveCall(draft, known)
      const text = JSON.stringify(call)
      // The same save that is tried again is the same call: after no answer it may have been done.
      if (lastSave.current.call !== text) lastSave.current = { call: text, key: newId() }
      const saved = draftOf(await saveList(client, call, lastSave.current.key))
      put(draft.id, null)
      put(saved.id, saved)
      return saved.id
    },
  }
}

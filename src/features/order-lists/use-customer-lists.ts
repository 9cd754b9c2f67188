/** A customer's order lists with what has been changed of them here. */
import type { Client } from '#src/api/client.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useMemo, useState } from 'react'
import {
  carriedBy,
  draftOf,
  newDraft,
  type Draft,
  type Known,
  type KnownProduct,
  type SaveCall,
} from './list-draft.ts'
import { ALL_PRODUCTS, customerListsQuery, saveList } from './queries.ts'

type ListId = Draft['id']

/** @param location whose company's lists they are */
export function useCustomerLists(location: number) {
  const { engine } = useSignedIn()
  const lists = useServerQuery(customerListsQuery(location))
  const products = useServerQuery(ALL_PRODUCTS)
  /** Lists that were touched here; what the server says of them later waits for a save, where a clash is said. */
  const [touched, setTouched] = useState<ReadonlyMap<ListId, Draft>>(new Map())
  /** Products that a search has brought. */
  const [found, setFound] = useState<readonly KnownProduct[]>([])

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
    lists,
    products,
    drafts,
    known,
    change: (draft: Draft, part: Partial<Draft>) => put(draft.id, { ...draft, ...part }),
    discard: (draft: Draft) => put(draft.id, null),
    add(location: number): Draft {
      const draft = newDraft(engine.newId(), location)
      put(draft.id, draft)
      return draft
    },
    learn: (product: KnownProduct) => setFound((before) => [...before, product]),
    /** The list's id, which is the server's from now on (C328). Rejects with what the server said. */
    async save(client: Client, { id }: Draft, call: SaveCall, key: string): Promise<ListId> {
      const saved = draftOf(await saveList(client, call, key))
      put(id, null)
      put(saved.id, saved)
      return saved.id
    },
  }
}

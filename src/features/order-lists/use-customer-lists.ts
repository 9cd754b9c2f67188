/** A customer's order lists, with the changes made here. */
import type { Client } from '#src/api/client.ts'
import { isUnanswered } from '#src/api/errors.ts'
import { forgetProducts } from '#src/queries/held-products.ts'
import { onChanged } from '#src/db/on-changed.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { keepDraft, readDraft } from '#src/kit/form/draft.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useEffect, useMemo, useState } from 'react'
import {
  carriedBy,
  draftOver,
  ListDraft,
  listDraftOf,
  isListChanged,
  newListDraft,
  sentList,
  type KnownProducts,
  type KnownProduct,
  type SaveCall,
  type SavedList,
} from './list-draft.ts'
import { ALL_PRODUCTS, customerListsQuery, saveList } from './queries.ts'

type ListId = ListDraft['id']

/**
 * The drafts that this tab kept of an earlier visit. Drafts of another version of the app in another form are dropped.
 */
const keptDrafts = (name: string): ListDraft[] =>
  ListDraft.array().safeParse(readDraft(name, { lists: [] })['lists']).data ?? []

/** @param location a location of the company that owns the lists */
export function useCustomerLists(location: number) {
  const { engine } = useSignedIn()
  const name = `${engine.user.id}/orderlists/${location}`
  const lists = useServerQuery(customerListsQuery(location))
  const products = useHeldProducts()
  /** The lists that were edited here. The server's later changes to them wait for a save, which reports a clash. */
  const [touched, setTouched] = useState<ReadonlyMap<ListId, ListDraft>>(
    () => new Map(keptDrafts(name).map((draft) => [draft.id, draft])),
  )
  /** The restored lists, until a person decides what becomes of them. */
  const [restored, setRestored] = useState(() => [...touched.keys()])
  /** What the saves without an answer have sent, by the list's id. */
  const [unanswered, setUnanswered] = useState<ReadonlyMap<ListId, SavedList>>(new Map())
  /** The present ids of lists, by their former ones: such a save may have made a list. */
  const [idsNow, setIdsNow] = useState<ReadonlyMap<ListId, ListId>>(new Map())
  // A list that is saved here, or changed back, is the server's again as soon as the lists are read.
  const [read, setRead] = useState(lists.value)
  if (lists.value !== read) {
    const isNew = (id: ListId) => !read?.lists.some((list) => list.id === id)
    const over = [...touched].map(([was, draft]) => {
      const sent = unanswered.get(was)
      return { was, now: draftOver(draft, lists.value?.lists ?? [], { sent, isNew }) }
    })
    const ids = new Map(over.map(({ was, now }) => [was, now.id] as const))
    setRead(lists.value)
    setIdsNow((before) => new Map([...before, ...ids]))
    setRestored((before) => before.map((id) => ids.get(id) ?? id))
    setTouched(new Map(over.flatMap(({ now }) => (isListChanged(now) ? [[now.id, now] as const] : []))))
  }
  const unsaved = useMemo(() => [...touched.values()].filter(isListChanged), [touched])
  useEffect(() => keepDraft(name, unsaved.length > 0 ? { lists: unsaved } : {}), [name, unsaved])
  /** The products that a search found. */
  const [found, setFound] = useState<readonly KnownProduct[]>([])

  const drafts = useMemo(() => {
    const all = new Map<ListId, ListDraft>(lists.value?.lists.map((list) => [list.id, listDraftOf(list)]))
    for (const [id, draft] of touched) all.set(id, draft)
    return [...all.values()]
  }, [lists.value, touched])

  const known: KnownProducts = useMemo(() => {
    const all = [...carriedBy(lists.value?.lists ?? []), ...(products.value ?? []), ...found]
    return { products: new Map(all.map((one) => [one.upc, one])), isWhole: products.value !== null }
  }, [lists.value, products.value, found])

  const put = (id: ListId, draft: ListDraft | null) =>
    setTouched((before) => {
      const after = new Map(before)
      if (draft) after.set(id, draft)
      else after.delete(id)
      return after
    })

  return {
    lists,
    products,
    unsaved,
    /** The unsaved lists that this tab kept from an earlier visit. */
    restored: unsaved.filter(({ id }) => restored.includes(id)),
    discardRestored() {
      for (const id of restored) put(id, null)
      setRestored([])
    },
    drafts,
    known,
    /** Returns the id that a list has by now. */
    idNow: (id: ListId | null): ListId | null => (id === null ? null : (idsNow.get(id) ?? id)),
    change: (draft: ListDraft, part: Partial<ListDraft>) => put(draft.id, { ...draft, ...part }),
    discard: (draft: ListDraft) => put(draft.id, null),
    add(location: number): ListDraft {
      const draft = newListDraft(engine.newId(), location)
      put(draft.id, draft)
      return draft
    },
    learn: (...products: readonly KnownProduct[]) => setFound((before) => [...before, ...products]),
    /** Returns the list's id, which the server has assigned (C328). Rejects with the server's error. */
    async save(client: Client, draft: ListDraft, call: SaveCall, key: string): Promise<ListId> {
      const { id } = draft
      const saved = await saveList(client, call, key).then(listDraftOf, (error: unknown) => {
        if (isUnanswered(error)) setUnanswered((before) => new Map([...before, [id, sentList(draft, call)]]))
        throw error
      })
      setUnanswered((before) => new Map([...before].filter(([one]) => one !== id)))
      put(id, null)
      put(saved.id, saved)
      return saved.id
    },
  }
}

/** In ms: the feed reports several products one soon after the other. */
const READ_AFTER_MS = 2_000

/** All products; read again when the change feed reports one. */
function useHeldProducts() {
  const { client, engine } = useSignedIn()
  const products = useServerQuery(ALL_PRODUCTS)
  const { reload } = products
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onChanged(engine.db, ['products'], () => {
      // The first pull stores all of them.
      if (engine.status.get().lastPull === null) return
      forgetProducts(client)
      clearTimeout(timer)
      timer = setTimeout(reload, READ_AFTER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, engine, reload])
  return products
}

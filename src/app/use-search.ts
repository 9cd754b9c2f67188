/** What the palette finds: from the server while it is there, else the orders that the device keeps. */
import { Found, SEARCH_SHOWN } from '#contract/search.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const NOTHING: Found = { orders: [], customers: [], products: [] }

export interface Search {
  found: Found
  isSearching: boolean
  /** Why it could not be searched; empty where it could. */
  problem: string
}

async function onDevice(db: LarderDatabase, typed: string): Promise<Found> {
  const words = wordsOf(typed)
  const orders = await db.orders
    .orderBy('delivery_date')
    .reverse()
    .filter(({ id, customer, company_location }) =>
      holdsWords(`${id} ${customer} ${company_location.name}`, words),
    )
    .limit(SEARCH_SHOWN)
    .toArray()
  return { ...NOTHING, orders }
}

/** Searches 300 ms after the last key; what was asked for before that is not waited for. */
export function useSearch(db: LarderDatabase, client: Client, typed: string, reachable: boolean): Search {
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [answer, setAnswer] = useState({ typed: '', found: NOTHING, problem: '' })

  useEffect(() => {
    if (settled === '') return undefined
    const abort = new AbortController()
    const search = reachable
      ? client.api('GET', 'search', { query: { q: settled }, schema: Found, signal: abort.signal })
      : onDevice(db, settled)
    search.then(
      (found) => !abort.signal.aborted && setAnswer({ typed: settled, found, problem: '' }),
      (error: unknown) =>
        !abort.signal.aborted && setAnswer({ typed: settled, found: NOTHING, problem: errorText(error) }),
    )
    return () => abort.abort()
  }, [db, client, settled, reachable])

  const wanted = typed.trim()
  if (wanted === '') return { found: NOTHING, isSearching: false, problem: '' }
  // What was found for fewer letters stays until the next answer: the list does not blink while somebody types.
  return { found: answer.found, problem: answer.problem, isSearching: answer.typed !== wanted }
}

/** The supplier's invoices that a person has ticked and named, kept in this tab until they are converted. */
import { keepDraft, readDraft } from '#src/kit/form/draft.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { toggled } from './result-view.ts'

const Kept = z.object({ ticked: z.array(z.string()), names: z.array(z.tuple([z.string(), z.string()])) })
const NOTHING: z.infer<typeof Kept> = { ticked: [], names: [] }

/** Returns what an earlier visit has left; nothing where it is of another version of the app. */
const keptChoice = (draft: string) =>
  Kept.safeParse({ ...NOTHING, ...readDraft(draft, NOTHING) }).data ?? NOTHING

/**
 * Ticks and names are kept while the person looks at another receipt: the tabs of the receipts are one address, so
 * that nothing asks when one of them is left.
 *
 * @param person who ticks and types
 */
export function useConversionChoice(person: number) {
  const draft = `${person}/convert`
  const [kept] = useState(() => keptChoice(draft))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(kept.ticked))
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map(kept.names))
  useEffect(() => {
    const isEmpty = ticked.size + names.size === 0
    keepDraft(draft, isEmpty ? {} : { ticked: [...ticked], names: [...names] })
  }, [draft, ticked, names])
  return {
    ticked,
    names,
    tick: (key: string) => setTicked(toggled(ticked, key)),
    name: (key: string, name: string) => setNames(new Map(names).set(key, name)),
    /** Forgets all of it: it is converted. */
    forget() {
      setTicked(new Set())
      setNames(new Map())
    },
  }
}

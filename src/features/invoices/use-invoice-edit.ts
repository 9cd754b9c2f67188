import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { useEffect, useState } from 'react'
import { saveDraft } from './calls.ts'
import { isChanged, NOTHING_TYPED, resetAll, wrongIn, type Draft } from './draft.ts'

/** What is asked while editing: which of the three (B122), or whether to save before leaving (B125). */
type Asked = { about: 'changes' } | { about: 'leaving'; leave: () => void } | null

/** The edit mode of an invoice (B120–B126). */
export function useInvoiceEdit(client: Client, invoice: Invoice | null, reload: () => void) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isDirty = draft !== null && isChanged(draft)

  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  /** B220, B250: edit mode ends when all is saved; what failed leaves it on, with what was typed. */
  async function save(then: () => void = () => undefined): Promise<void> {
    if (!draft || !invoice || saving) return
    setAsked(null)
    setSaving(true)
    setFailure(null)
    try {
      await saveDraft(client, invoice, draft)
      setDraft(null)
      reload()
      then()
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  /** B126: at once where nothing is unsaved. */
  function leave(then: () => void = () => undefined): void {
    if (isDirty) return setAsked({ about: 'leaving', leave: then })
    setDraft(null)
    setFailure(null)
    then()
  }

  return {
    draft,
    isDirty,
    asked,
    saving,
    failure,
    /** Why it cannot be saved now. */
    wrong: draft && wrongIn(draft),
    type: setDraft,
    begin: () => setDraft(NOTHING_TYPED),
    leave,
    save,
    ask: () => setAsked({ about: 'changes' }),
    stopAsking: () => setAsked(null),
    discard: () => {
      setAsked(null)
      setFailure(null)
      setDraft(NOTHING_TYPED)
    },
    /** B123: only here, until it is saved or discarded. */
    reset: () => {
      setAsked(null)
      if (draft && invoice) setDraft(resetAll(draft, invoice))
    },
  }
}

export type InvoiceEdit = ReturnType<typeof useInvoiceEdit>

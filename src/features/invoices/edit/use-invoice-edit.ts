import type { ExceededLine } from '#contract/invoices/credits.ts'
import type { CreditAnswer, Invoice } from '#contract/invoices/schema.ts'
import { ApiError, isUnanswered } from '#src/api/errors.ts'
import { blockersOf } from '#src/queries/invoice-order.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useAnswer } from '#src/kit/form/use-answer.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { useMakeStale } from '#src/kit/form/use-save.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { saveDraft } from '../calls.ts'
import {
  followSurcharges,
  isInvoiceChanged,
  NOTHING_TYPED,
  resetAll,
  wrongIn,
  type InvoiceDraft,
} from '../draft.ts'

/**
 * What is asked while editing: which of the three (B122), whether to save before leaving (B125), or what becomes of credits that the new
 * prices do not cover.
 */
type Asked =
  | { about: 'changes' }
  | { about: 'leaving'; leave: () => void }
  | { about: 'credits'; lines: readonly ExceededLine[]; leave: () => void }
  | null

/** The edit mode of an invoice (B120–B126). */
export function useInvoiceEdit(invoice: Invoice | null) {
  const { client } = useSignedIn()
  const [draft, setDraft] = useState<InvoiceDraft | null>(null)
  // As it is now: who leaves after a save is not asked because of what the screen still shows.
  const newest = useRef<InvoiceDraft | null>(null)
  // The version under the typed values: the page may read a newer one meanwhile, which the person has not seen while
  // typing. Null for the version on show.
  const seen = useRef<string | null>(null)
  // The answers about credits. They are given for what is typed.
  const answers = useRef<readonly CreditAnswer[]>([])
  const [asked, setAsked] = useState<Asked>(null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const kept = useAnswer('below_kept')
  const makeStale = useMakeStale()
  const isDirty = draft !== null && isInvoiceChanged(draft)
  // The invoice whose surcharges the typed values are for.
  const [typedFor, setTypedFor] = useState(invoice)
  if (invoice && invoice !== typedFor) {
    setTypedFor(invoice)
    if (draft && typedFor) setDraft(followSurcharges(draft, typedFor, invoice))
  }
  useLayoutEffect(() => {
    newest.current = draft
  }, [draft])

  function type(next: InvoiceDraft | null): void {
    if (newest.current === null || !isInvoiceChanged(newest.current)) seen.current = invoice?.version ?? null
    newest.current = next
    answers.current = []
    kept.forget()
    setDraft(next)
  }

  /** B220, B250: edit mode ends when all is saved; a failure leaves it on, with the typed values. */
  async function save(then: () => void = () => undefined): Promise<void> {
    if (!draft || !invoice || saving) return
    setAsked(null)
    setSaving(true)
    setFailure(null)
    try {
      const version = seen.current ?? invoice.version
      await saveDraft(client, { ...invoice, version }, draft, {
        credits: answers.current,
        confirmsKept: kept.isGiven(),
        // The fees may fail after it: the next save is for the invoice that this one has made.
        onVersion: (made) => {
          seen.current = made
        },
      })
      await makeStale(INVOICE_CHANGED)
      type(null)
      then()
    } catch (error) {
      const lines = blockersOf(error)?.find((one) => one.lines)?.lines
      if (lines) setAsked({ about: 'credits', lines, leave: then })
      else {
        setFailure(error)
        // A question about credits comes before that about the paid amount, and does not take back its answer.
        kept.hear(error)
      }
      // The person has read that the invoice has changed, or this save has changed it and its answer is lost: the next
      // save is for the invoice that is read now.
      if (isUnanswered(error) || (error instanceof ApiError && error.status === 412)) seen.current = null
      // A part of it may be saved, so the invoice is read again: Discard then shows the present charges. Typed values
      // stay.
      await makeStale(INVOICE_CHANGED).catch(() => undefined)
    } finally {
      setSaving(false)
    }
  }

  /** B126: at once where nothing is unsaved. */
  function leave(then: () => void = () => undefined): void {
    if (isDirty) return setAsked({ about: 'leaving', leave: then })
    type(null)
    setFailure(null)
    then()
  }

  return {
    draft,
    isDirty,
    asked: asked?.about === 'credits' ? null : asked,
    /** Credits that the new prices do not cover. */
    exceeded: asked?.about === 'credits' ? asked.lines : null,
    saving,
    failure,
    /** Asked in that moment. */
    hasUnsaved: () => newest.current !== null && isInvoiceChanged(newest.current),
    /** Why it cannot be saved now. */
    wrong: draft && wrongIn(draft),
    type,
    begin: () => type(NOTHING_TYPED),
    leave,
    save,
    answer(credits: CreditAnswer[]): void {
      if (asked?.about !== 'credits') return
      answers.current = credits
      void save(asked.leave)
    },
    ask: () => setAsked({ about: 'changes' }),
    stopAsking: () => setAsked(null),
    discard: () => {
      setAsked(null)
      setFailure(null)
      type(NOTHING_TYPED)
    },
    /** B123: only here, until it is saved or discarded. */
    reset: () => {
      setAsked(null)
      if (draft && invoice) type(resetAll(draft, invoice))
    },
  }
}

export type InvoiceEdit = ReturnType<typeof useInvoiceEdit>

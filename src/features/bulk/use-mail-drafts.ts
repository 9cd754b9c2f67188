import type { Invoice } from '#contract/invoices/schema.ts'
import { useCallback, useState } from 'react'
import { firstDraft, type MailDraft } from './mail-drafts.ts'
import type { Mail } from './mail-invoices.ts'

/** Changes a part of an invoice's mail. */
export type ChangeMailDraft = (invoice: Invoice, part: Partial<MailDraft>) => void

const NO_DRAFTS: ReadonlyMap<number, MailDraft> = new Map()

/** Keeps the recipient and the text of each invoice's mail. */
export function useMailDrafts() {
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const draftOf = (invoice: Invoice) => drafts.get(invoice.order_id) ?? firstDraft(invoice)
  const change = useCallback<ChangeMailDraft>(
    (invoice, part) =>
      setDrafts((before) => {
        const draft = before.get(invoice.order_id) ?? firstDraft(invoice)
        return new Map(before).set(invoice.order_id, { ...draft, ...part })
      }),
    [],
  )
  /**
   * Takes the confirmation off a sent mail, so that the next press does not send it again. Clears its text, unless
   * another text was typed since the run began.
   */
  const settle = useCallback(
    ({ invoice, draft: sent }: Mail) =>
      setDrafts((before) => {
        const draft = before.get(invoice.order_id) ?? sent
        const isSent = draft.custom_subject === sent.custom_subject && draft.note === sent.note
        const text = isSent ? { custom_subject: '', note: '' } : {}
        return new Map(before).set(invoice.order_id, { ...draft, ...text, main_address_confirm: false })
      }),
    [],
  )
  return { draftOf, change, settle }
}

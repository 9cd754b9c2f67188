/** What is mailed of an invoice, and to whom (B077, B087): kept by the screen until it is sent. */
import type { Invoice } from '#contract/invoices/schema.ts'
import { MailAddress } from '#contract/mails/schema.ts'
import type { InvoiceMail } from '#src/documents/mail-invoice.ts'

/** B087. */
export interface MailDraft {
  /** The customer's email at first (B077, B152). */
  main_address: string
  main_address_confirm: boolean
  /** The location's at first (B086). An empty one is none. */
  cc_addresses: readonly string[]
  /** One for each cc address, in their order. */
  cc_addresses_confirm: readonly boolean[]
  custom_subject: string
  note: string
}

type Mailed = Pick<Invoice, 'customer' | 'company_location_cc_addresses'>

/** B266. */
export const MOST_CC = 4

/** B151: confirmed where the customer has an email, and each cc address with it. */
export function firstDraft(invoice: Mailed): MailDraft {
  const hasEmail = invoice.customer.email.trim() !== ''
  const cc_addresses = (invoice.company_location_cc_addresses ?? []).slice(0, MOST_CC)
  return {
    main_address: invoice.customer.email,
    main_address_confirm: hasEmail,
    cc_addresses,
    cc_addresses_confirm: cc_addresses.map(() => hasEmail),
    custom_subject: '',
    note: '',
  }
}

/** B153: whether it is mailed at all; B152: and whether its cc addresses can be chosen. */
export const isConfirmed = ({ main_address, main_address_confirm }: MailDraft): boolean =>
  main_address_confirm && main_address.trim() !== ''

/** Returns what is wrong with a typed address, or null. None at all is not wrong: nothing is mailed there. */
export const addressProblem = (address: string): string | null =>
  address.trim() === '' || MailAddress.safeParse(address.trim()).success ? null : 'This is no email address.'

/** B154: only the checked cc addresses get a copy. */
export const mailOf = (draft: MailDraft): InvoiceMail => ({
  to: draft.main_address,
  additional: draft.cc_addresses
    .map((address) => address.trim())
    .filter((address, n) => address !== '' && draft.cc_addresses_confirm[n]),
  subject: draft.custom_subject,
  note: draft.note,
})

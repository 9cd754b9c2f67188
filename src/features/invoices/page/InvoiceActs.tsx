import type { Invoice } from '#contract/invoices/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import type { Offer } from '#src/ui/offer.ts'
import { PopMenu } from '#src/ui/PopMenu.tsx'
import {
  IconArrowLeft,
  IconCalculator,
  IconDots,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconHistory,
  IconMail,
  IconPencil,
  IconPrinter,
  IconReceiptRefund,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react'
import classes from '../invoice.module.css'

interface Now {
  invoice: Invoice
  isOffice: boolean
  isEditing: boolean
  /** The server is not in reach, or the invoice is a copy that this device stored earlier. */
  isOffline: boolean
}

const always = (): Offer => null
const online = ({ isOffline }: Now): Offer => (isOffline ? NEEDS_SERVER : null)
/** B194–B197. */
const office = (now: Now): Offer => (now.isOffice ? online(now) : 'hidden')
/** A verification may take days, and only the office ends it (server/invoices/payments/withdraw.ts). */
const verifying = ({ invoice }: Now): Offer =>
  invoice.payment_state === 'verification'
    ? 'The customer’s bank account is being verified. Cancel that payment first.'
    : null
/** B034: acts that the office has no longer once the invoice is paid. */
function changing(now: Now): Offer {
  const { paid_status, payment_in_progress } = now.invoice
  if (now.isEditing || paid_status === 'p' || paid_status === 'pe') return 'hidden'
  return (
    office(now) ??
    verifying(now) ??
    (payment_in_progress ? 'A payment is on its way: nothing changes until it has ended.' : null)
  )
}

const ACTS = {
  back: { label: 'Back', Icon: IconArrowLeft, can: always },
  preview: { label: 'PDF preview', Icon: IconFileTypePdf, can: always },
  print: {
    label: 'Print',
    Icon: IconPrinter,
    can: ({ isEditing }) => (isEditing ? 'hidden' : null),
  },
  csv: { label: 'Download CSV', Icon: IconFileTypeCsv, can: online },
  computed: { label: 'Calculation', Icon: IconCalculator, can: always },
  mail: { label: 'Share by email', Icon: IconMail, can: office },
  credit: {
    label: 'Credit',
    Icon: IconReceiptRefund,
    can: (now) => (now.isEditing ? 'hidden' : (office(now) ?? verifying(now))),
  },
  history: { label: 'History', Icon: IconHistory, can: office },
  edit: { label: 'Edit overrides', Icon: IconPencil, can: changing },
  regenerate: { label: 'Regenerate', Icon: IconRefresh, can: changing },
} satisfies Record<string, { label: string; Icon: Icon; can: (now: Now) => Offer }>

export type InvoiceAct = keyof typeof ACTS

/** B032, B033, B035: the acts in sight. */
const IN_SIGHT = ['back', 'preview', 'mail', 'csv', 'edit'] as const satisfies InvoiceAct[]
/** The acts that no row names are in the menu. */
const IN_MENU = ['print', 'computed', 'credit', 'history'] as const satisfies InvoiceAct[]

interface InvoiceActsProps extends Omit<Now, 'invoice'> {
  /** null while the invoice is not there yet: only Back is offered. */
  invoice: Invoice | null
  onAct: (act: InvoiceAct) => void
}

/**
 * The acts on an invoice (B032–B035, B194–B197): hidden where the specification hides them, else disabled with their
 * reason. The most frequent next act is filled: an unpaid invoice is mailed. Regenerate is set apart.
 */
export function InvoiceActs({ invoice, onAct, ...now }: InvoiceActsProps) {
  const offerOf = (act: InvoiceAct): Offer =>
    act === 'back' ? null : invoice ? ACTS[act].can({ ...now, invoice }) : 'hidden'
  const isUnpaid = invoice?.paid_status === '' || invoice?.paid_status === 'r'
  const main = now.isOffice && !now.isEditing && isUnpaid ? 'mail' : null
  const button = (act: InvoiceAct) => {
    const { label, Icon } = ACTS[act]
    const offer = offerOf(act)
    if (offer === 'hidden') return null
    return (
      <Button
        key={act}
        kind={act === main ? 'main' : 'plain'}
        icon={<Icon size={18} aria-hidden />}
        reason={offer}
        onClick={() => onAct(act)}
      >
        {label}
      </Button>
    )
  }
  const regenerate = button('regenerate')
  return (
    <div className={classes.acts}>
      {IN_SIGHT.map(button)}
      {invoice && (
        <PopMenu label="More" icon={<IconDots size={18} aria-hidden />} closesOnPress>
          {IN_MENU.map(button)}
        </PopMenu>
      )}
      {regenerate && <div className={classes.apart}>{regenerate}</div>}
    </div>
  )
}

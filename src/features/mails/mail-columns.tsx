import type { MailRow } from '#contract/mails/schema.ts'
import { STATE_WORDS } from '#src/queries/mails.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { MailStateChip } from '#src/kit/invoicing/MailStateChip.tsx'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import { MAIL_KIND_WORDS } from './mail-words.ts'

const orderCell = ({ kind, order }: MailRow) =>
  order !== null && <Link to={kind === 'invoice' ? to.invoice(order) : to.order(order)}>{order}</Link>

export const mailColumns = (read: (mail: MailRow) => void): Column<MailRow>[] => [
  { id: 'subject', label: 'Subject', value: ({ subject }) => subject, wide: true },
  {
    id: 'state',
    label: 'State',
    value: ({ state }) => STATE_WORDS[state],
    cell: (mail) => <MailStateChip mail={mail} />,
    badge: true,
  },
  {
    id: 'to',
    label: 'To',
    value: (mail) => mail.to,
    text: (mail) => [mail.to, ...mail.cc].join(', '),
    wide: true,
  },
  { id: 'about', label: 'About', value: ({ kind }) => MAIL_KIND_WORDS[kind] },
  { id: 'order', label: 'Order', value: ({ order }) => order, cell: orderCell },
  {
    id: 'since',
    label: 'Written',
    value: ({ created_at }) => created_at,
    text: ({ created_at }) => showTime(created_at),
    exported: ({ created_at }) => created_at,
  },
  { id: 'by', label: 'By', value: ({ created_by }) => created_by, offCard: true },
  {
    id: 'said',
    label: 'What the mail server said',
    value: ({ server_said }) => server_said || null,
    wide: true,
  },
  controlColumn('act', 'Mail', (mail) => (
    <Button label={`Read ${mail.subject} to ${mail.to}`} onClick={() => read(mail)}>
      Read
    </Button>
  )),
]

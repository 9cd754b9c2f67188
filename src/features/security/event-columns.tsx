import type { SecurityEvent } from '#contract/security/events.ts'
import type { SecurityEventKind } from '#contract/security/kinds.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'

export const EVENT_KIND_WORDS: Record<SecurityEventKind, string> = {
  sign_in: 'Sign-in',
  refused: 'Refused',
  password: 'Password',
  passkey: 'Passkey',
  address: 'Mail address',
  rights: 'Rights',
  fee: 'Fee',
  price: 'Price',
  setting: 'Setting',
  export: 'Export',
  key: 'Key',
}

/** A command on the machine has neither a person nor an address; a call without a sign-in has the address alone. */
const whoText = ({ username, address }: SecurityEvent) =>
  username || (address ? 'Nobody signed in' : 'On the server')

export const EVENT_COLUMNS: Column<SecurityEvent>[] = [
  {
    id: 'kind',
    label: 'What',
    value: ({ kind }) => EVENT_KIND_WORDS[kind],
    cell: ({ kind }) => <Chip tone={kind === 'refused' ? 'warn' : 'plain'}>{EVENT_KIND_WORDS[kind]}</Chip>,
    badge: true,
  },
  { id: 'who', label: 'Who', value: whoText },
  {
    id: 'at',
    label: 'When',
    value: ({ at }) => at,
    text: ({ at }) => showTime(at),
    exported: ({ at }) => at,
  },
  { id: 'about', label: 'About', value: ({ about }) => about || null, wide: true },
  { id: 'details', label: 'Details', value: ({ details }) => details || null, wide: true },
  { id: 'address', label: 'Address', value: ({ address }) => address || null },
  {
    id: 'request',
    label: 'Request',
    value: ({ request_id }) => request_id.slice(0, 8) || null,
    exported: ({ request_id }) => request_id,
    offCard: true,
  },
]

import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '#contract/security/kinds.ts'
import type { SecurityEvent } from '#contract/security/events.ts'
import { questionOf, listQuery, type ListQuestion } from '#src/kit/list/list-query.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useServedPages, type PagesQuery } from '#src/kit/list/use-rows.ts'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { IconShieldLock } from '@tabler/icons-react'
import { EVENT_COLUMNS, EVENT_KIND_WORDS } from './event-columns.tsx'
import classes from './security.module.css'

const keyOf = ({ id }: SecurityEvent) => id

/** The server's columns by those of the table. */
const EVENT_ORDERINGS = {
  kind: 'kind',
  who: 'username',
  at: 'at',
  about: 'about',
  details: 'details',
  address: 'address',
  request: 'request_id',
}

/** @param kind null for all */
const eventsQuery = (
  kind: SecurityEventKind | null,
  question: ListQuestion = {},
): PagesQuery<SecurityEvent> =>
  listQuery({
    path: 'securityevents',
    key: ['securityevents'],
    query: { ...(kind && { kind }), ...question },
    keyOf,
  })

interface SecurityScreenProps {
  /** Kept in the address. */
  kind: SecurityEventKind | null
  onKind: (kind: SecurityEventKind | null) => void
}

const KINDS = [
  { value: '', label: 'All' },
  ...SECURITY_EVENT_KINDS.map((value) => ({ value, label: EVENT_KIND_WORDS[value] })),
]

/** `/security`: who signed in, who was refused, and who changed rights, fees, prices and settings (docs/decisions/0208). Online only. */
export const SecurityScreen = (props: SecurityScreenProps) => (
  <OnlyFor right="security.see" title="Security" refusal="The security events are for administrators">
    {() => <Events {...props} />}
  </OnlyFor>
)

function Events({ kind, onKind }: SecurityScreenProps) {
  const table = useTableProps()
  const question = questionOf(table.state, EVENT_ORDERINGS)
  const events = useServedPages(eventsQuery(kind), question && eventsQuery(kind, question))
  return (
    <div className={classes.page}>
      <PageHead
        title="Security"
        note="Sign-ins, refusals, and every change of passwords, rights, fees, prices and settings. Nothing here can be changed or deleted."
      />
      <DataTable
        label="Security events"
        columns={EVENT_COLUMNS}
        source={events}
        {...table}
        filters={[
          {
            id: 'kind',
            label: 'What',
            look: 'chips',
            options: KINDS,
            value: kind ?? '',
            onValue: (value) => onKind(SECURITY_EVENT_KINDS.find((one) => one === value) ?? null),
          },
        ]}
        offline="What happened is known to the server only. It loads by itself when the server is back."
        empty={
          <EmptyState
            icon={<IconShieldLock size={40} />}
            title={kind ? 'Nothing of this kind has happened' : 'Nothing has happened yet'}
          />
        }
      />
    </div>
  )
}

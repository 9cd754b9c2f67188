import { PublicOrderList } from '#contract/order-lists/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { UNSORTED } from '#src/ui/table/column.ts'
import { allRows } from '#src/ui/table/source.ts'
import { useRead } from '#src/ui/use-read.ts'
import { IconWorld } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { PUBLIC_LIST_COLUMNS } from './public-list-columns.tsx'
import classes from './public-lists.module.css'

interface PublicListsScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
}

/** C329. */
const fetchPublicLists = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'orderlists', {
    query: { public: true, no_page: 1 },
    schema: PublicOrderList.array(),
    signal,
  })

const rowKey = ({ id }: PublicOrderList) => id

/** `/orderlistPublic`: the lists that anybody may open, and where each is kept. Online only. */
export function PublicListsScreen({ client, person, serverReachable }: PublicListsScreenProps) {
  const read = useCallback((signal: AbortSignal) => fetchPublicLists(client, signal), [client])
  const { value: lists, failure, reload, busy } = useRead(read, serverReachable)
  const [table, setTable] = useState(UNSORTED)

  return (
    <div className={classes.page}>
      <div>
        <h1>Orderlist Public</h1>
        <p className={classes.quiet} role="status">
          {!serverReachable && lists
            ? 'The server is not in reach: this is what it last said.'
            : 'Anybody who has its link may see one of these lists, without prices.'}
        </p>
      </div>
      {failure !== null && serverReachable && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      {!lists && !serverReachable && <NeedsServer />}
      {(lists || (serverReachable && failure === null)) && (
        <DataTable
          label="Public order lists"
          isSearchable={false}
          columns={PUBLIC_LIST_COLUMNS}
          source={allRows(lists, { isLoading: !lists && failure === null })}
          rowKey={rowKey}
          person={person}
          state={table}
          onState={setTable}
          empty={
            <EmptyState icon={<IconWorld size={40} />} title="No order list is public">
              A list with a public name that is open to anybody shows here.
            </EmptyState>
          }
        />
      )}
    </div>
  )
}

import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { RecalledLot } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { DataTable } from '#src/ui/DataTable.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { UNSORTED } from '#src/ui/table-view.ts'
import { wholeSource } from '#src/ui/use-paged-rows.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { fetchRecalls, recallLot, takeRecallBack } from './calls.ts'
import { recallColumns } from './recall-columns.tsx'
import type { ProductPicker } from './RecallDialog.tsx'
import classes from './recalls.module.css'

const RecallDialog = lazy(() => import('./RecallDialog.tsx'))
const ConfirmDialog = lazy(() => import('#src/ui/ConfirmDialog.tsx'))

export interface RecallsScreenProps {
  engine: Engine
  client: Client
  person: User | null
  serverReachable: boolean
  /** Finds a product; another feature's, so the route brings it. */
  Search: ProductPicker
}

const OFFICE_ONLY = 'Only the office may recall a lot.'
const rowKey = ({ id }: RecalledLot) => id

/** `/recalls`: the lots that must not go out. Everybody on the floor reads it, the office keeps it. Online only. */
export function RecallsScreen({ engine, client, person, serverReachable, Search }: RecallsScreenProps) {
  const read = useCallback((signal: AbortSignal) => fetchRecalls(client, signal), [client])
  const { value: recalls, failure, reload } = useRead(read, serverReachable)
  const problem = failure ? errorText(failure) : null
  const [table, setTable] = useState(UNSORTED)
  const [open, setOpen] = useState<'add' | RecalledLot | null>(null)
  const names = useProductNames(engine, recalls)
  const mayRecall = can(person, 'lots.recall')
  const columns = useMemo(
    () => recallColumns(names, mayRecall && serverReachable ? setOpen : null),
    [names, mayRecall, serverReachable],
  )
  const close = () => setOpen(null)
  const nameOf = (upc: string) => names.get(upc) ?? `Product ${upc}`

  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>Recalled lots</h1>
          <p className={classes.quiet} role="status">
            {!serverReachable && recalls
              ? 'The server is not in reach: this is what it last said.'
              : 'Whoever scans a piece of one is asked before it counts.'}
          </p>
        </div>
        {(recalls || serverReachable) && (
          <ActionButton
            size="lg"
            leftSection={<IconPlus size={22} aria-hidden />}
            reason={!mayRecall ? OFFICE_ONLY : !serverReachable && NEEDS_SERVER}
            onClick={() => setOpen('add')}
          >
            Recall a lot
          </ActionButton>
        )}
      </header>
      <ErrorNote>{problem}</ErrorNote>
      {problem && serverReachable && (
        <div>
          <Button variant="default" size="lg" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {!serverReachable && !recalls && (
        <NeedsServer>
          Scanning asks about every recall that this device has heard of, with and without the server. The
          list loads by itself when the server is back.
        </NeedsServer>
      )}
      {(recalls || (serverReachable && !problem)) && (
        <DataTable
          label="Recalled lots"
          hasEndpoint={false}
          columns={columns}
          source={wholeSource(recalls, problem !== null)}
          rowKey={rowKey}
          person={person}
          state={table}
          onState={setTable}
          empty={
            <EmptyState icon={<IconShieldCheck size={40} />} title="No lot is recalled">
              {mayRecall
                ? 'Recall one when a supplier calls it back: every device hears of it at once.'
                : 'The office enters them here. Every device hears of it at once.'}
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {open === 'add' && (
          <RecallDialog
            db={engine.db}
            client={client}
            Search={Search}
            recall={async (lot) => {
              await recallLot(client, lot)
              reload()
            }}
            onClose={close}
          />
        )}
        {open !== null && open !== 'add' && (
          <ConfirmDialog
            title="Take the recall back?"
            act="Take back"
            onConfirm={async () => {
              await takeRecallBack(client, open.id)
              reload()
            }}
            onClose={close}
          >
            Lot <b>{open.lot_code}</b> of {nameOf(open.product)} may go out again. Nobody is asked about it
            any more.
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The recalled products' names by upc: who picks has the whole catalogue on the device (docs/decisions/0009). */
function useProductNames({ db }: Engine, recalls: readonly RecalledLot[] | null) {
  const names = useLiveQuery(async () => {
    const products = await db.products.bulkGet([...new Set((recalls ?? []).map(({ product }) => product))])
    return new Map(products.flatMap((one) => (one ? [[one.upc, one.name] as const] : [])))
  }, [db, recalls])
  return names ?? NO_NAMES
}

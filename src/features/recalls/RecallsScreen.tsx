import { can } from '#contract/permissions.ts'
import type { RecalledLot } from '#contract/products/schema.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useCall, useSave } from '#src/kit/form/use-save.tsx'
import { useTableProps } from '#src/kit/list/use-table-props.ts'
import type { Engine } from '#src/sync/engine.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { Skeleton } from '@mantine/core'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import { RECALLS, recallLot, takeRecallBack, type Recall } from './queries.ts'
import classes from './recalls.module.css'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'

/** @param takeBack null for who may not, and while it cannot be done: then there is no button. */
const recallColumns = (
  names: ReadonlyMap<string, string>,
  takeBack: ((recall: RecalledLot) => void) | null,
): Column<RecalledLot>[] => [
  {
    id: 'product',
    label: 'Product',
    value: ({ product }) => names.get(product) ?? `Product ${product}`,
    wide: true,
  },
  { id: 'upc', label: 'UPC', value: ({ product }) => product },
  { id: 'lot', label: 'Lot', value: ({ lot_code }) => lot_code },
  {
    id: 'since',
    label: 'Since',
    value: ({ created_at }) => created_at,
    text: ({ created_at }) => showTime(created_at),
    exported: ({ created_at }) => created_at,
  },
  { id: 'by', label: 'By', value: ({ username }) => username },
  { id: 'reason', label: 'Reason', value: ({ note }) => note || null, wide: true },
  ...(takeBack
    ? [
        controlColumn('act', 'Recall', (recall: RecalledLot) => (
          <Button label={`Take back the recall of lot ${recall.lot_code}`} onClick={() => takeBack(recall)}>
            Take back
          </Button>
        )),
      ]
    : []),
]

const RecallDialog = lazy(() => import('./RecallDialog.tsx'))

const OFFICE_ONLY = 'Only the office may recall a lot.'
const invalidates = [RECALLS.queryKey]

/** `/recalls`: the lots that must not go out. Everybody on the floor reads it, the office keeps it. Online only. */
export function RecallsScreen() {
  const { engine, person } = useSignedIn()
  const recalls = useRows(RECALLS)
  const table = useTableProps()
  const [isAdding, setAdding] = useState(false)
  const names = useProductNames(engine, recalls.rows)
  const recall = useCall({
    call: async (client, lot: Recall) => void (await recallLot(client, lot)),
    invalidates,
  })
  const { ask, dialog } = useSave({
    call: (client, { id }: RecalledLot) => takeRecallBack(client, id),
    invalidates,
    words: ({ product, lot_code }) => ({
      title: 'Take the recall back?',
      act: 'Take back',
      failed: 'The recall was not taken back',
      body: `Lot ${lot_code} of ${names.get(product) ?? `Product ${product}`} may go out again. Nobody is asked about it any more.`,
    }),
  })
  const mayRecall = can(person, 'lots.recall')
  const canTakeBack = mayRecall && !recalls.needsServer
  const columns = recallColumns(names, canTakeBack ? ask : null)

  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead
        title="Recalled lots"
        note="A scanned piece of a recalled lot counts only after the picker has answered a question."
      >
        <Button
          kind="main"
          icon={<IconPlus size={20} aria-hidden />}
          reason={!mayRecall ? OFFICE_ONLY : recalls.needsServer && NEEDS_SERVER}
          onClick={() => setAdding(true)}
        >
          Recall a lot
        </Button>
      </PageHead>
      <DataTable
        label="Recalled lots"
        columns={columns}
        source={recalls}
        {...table}
        offline="Scanning asks about every recall that this device has heard of, with and without the server. The list loads by itself when the server is back."
        empty={
          <EmptyState icon={<IconShieldCheck size={40} />} title="No lot is recalled">
            {mayRecall
              ? 'Recall one when a supplier calls it back: every device hears of it at once.'
              : 'The office enters them here. Every device hears of it at once.'}
          </EmptyState>
        }
      />
      {dialog}
      {isAdding && (
        <Suspense>
          <RecallDialog recall={recall} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** The recalled products' names by upc: who picks has the whole catalogue on the device (docs/decisions/0009). */
function useProductNames({ db }: Engine, recalls: readonly RecalledLot[]) {
  const upcs = useMemo(() => [...new Set(recalls.map(({ product }) => product))], [recalls])
  const names = useLiveQuery(async () => {
    const products = await db.products.bulkGet(upcs)
    return new Map(products.flatMap((one) => (one ? [[one.upc, one.name] as const] : [])))
  }, [db, upcs])
  return names ?? NO_NAMES
}

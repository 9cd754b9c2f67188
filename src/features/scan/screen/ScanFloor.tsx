import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconEye, IconEyeOff, IconLayoutList, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useCell } from '#src/ui/cell.ts'
import { CurrentItem } from './CurrentItem.tsx'
import flash from './edge.module.css'
import classes from '#src/picking/floor.module.css'
import { FloatingBar } from './FloatingBar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { LineCards, LineTable, NextUp, ScanSummary } from '../list/index.ts'
import { loadDialogs, SaveDialogs, ScanWeightLot, UnusualDialog } from '../dialogs/index.ts'
import { to } from '#src/paths.ts'
import { ScanResultNote } from './ScanResultNote.tsx'
import type { PickingContext } from '#src/picking/context.ts'
import type { ScanScreenProps } from './scan-screen-props.ts'
import type { ScanSession } from '../session/index.ts'
import { useFloor } from './use-floor.ts'

const loadScan = () => import('./ScanDialog.tsx')
const ScanDialog = lazy(loadScan)
/** When the screen is usable already: the dialogs that a scan opens shall not be loaded by that scan. */
const PRELOAD_AFTER_MS = 1_500

/** The floor: the current item, the list that it is in, and the buttons that go with both. */
export function ScanFloor({ context, ...props }: ScanScreenProps & { context: PickingContext }) {
  const { engine, client, person, go } = props
  const { session, edge, trouble } = useFloor(engine, context)
  const [open, setOpen] = useState<'scan' | 'save' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without the server and without a cached copy the dialog says so when it is opened.
      Promise.all([loadScan(), loadDialogs()]).catch(() => undefined)
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const openScan = useCallback(() => setOpen('scan'), [])
  const openSave = useCallback(() => setOpen('save'), [])

  return (
    <div className={classes.floor}>
      <div className={classes.now}>
        <VisuallyHidden component="h1">Scan</VisuallyHidden>
        <ErrorNote>{trouble && `This device could not read its orders. ${trouble}`}</ErrorNote>
        {open !== 'scan' && (
          <>
            <CurrentItem session={session} person={person} />
            <NextUp session={session} />
          </>
        )}
      </div>
      <div className={classes.list}>
        <ScanSummary list={session.list} context={context} />
        <Lines session={session} go={go} />
      </div>
      <FloatingBar engine={engine} session={session} onScan={openScan} onSave={openSave}>
        {open !== 'scan' && <ScanResultNote session={session} person={person} onRescan={session.rescan} />}
      </FloatingBar>
      <Suspense>
        {open === 'scan' && <ScanDialog session={session} person={person} onClose={close} />}
        {open === 'save' && (
          <SaveDialogs
            session={session}
            engine={engine}
            client={client}
            person={person}
            orders={context.orders}
            go={go}
            onClose={close}
          />
        )}
        <WeightLot session={session} />
        <Unusual session={session} />
      </Suspense>
      <div ref={edge} className={flash.edge} aria-hidden />
    </div>
  )
}

function WeightLot({ session }: { session: ScanSession }) {
  const place = useCell(session.view, (view) => view.weight)
  return place && <ScanWeightLot session={session} place={place} />
}

function Unusual({ session }: { session: ScanSession }) {
  const result = useCell(session.view, (view) => view.result)
  return (
    result.kind === 'unusual' && (
      <UnusualDialog
        session={session}
        doubts={result.doubts}
        onLeave={session.rescan}
        onReason={(reason) => void session.countFor(reason)}
      />
    )
  )
}

/** The list, as cards or as a table, with or without what is picked (A051, A053). */
function Lines({ session, go }: { session: ScanSession; go: ScanScreenProps['go'] }) {
  const [view, setView] = useState<'cards' | 'table'>('cards')
  const [hidesPicked, setHidesPicked] = useState(false)
  const status = useCell(session.list, (list) => list.status)
  const ids = useCell(session.list, (list) => (hidesPicked ? list.unpickedIds : list.ids))
  const total = useCell(session.list, (list) => list.ids.length)
  const List = view === 'cards' ? LineCards : LineTable
  if (status === 'loading') return <Skeleton height={400} radius="md" />
  return (
    <>
      <div className={classes.row} role="group" aria-label="View">
        <Button
          size="floor"
          isPressed={view === 'cards'}
          icon={<IconLayoutList size={24} aria-hidden />}
          onClick={() => setView('cards')}
        >
          Cards
        </Button>
        <Button
          size="floor"
          isPressed={view === 'table'}
          icon={<IconTable size={24} aria-hidden />}
          onClick={() => setView('table')}
        >
          Table
        </Button>
        <Button
          size="floor"
          isPressed={hidesPicked}
          icon={hidesPicked ? <IconEyeOff size={24} aria-hidden /> : <IconEye size={24} aria-hidden />}
          onClick={() => setHidesPicked(!hidesPicked)}
        >
          Show/Hide picked
        </Button>
      </div>
      {ids.length > 0 && <List session={session} ids={ids} />}
      {ids.length === 0 && total > 0 && (
        <EmptyState title="Everything is picked">Press Save to send it.</EmptyState>
      )}
      {total === 0 && (
        <EmptyState
          title="There are no items to scan"
          action={
            <Button size="floor" kind="main" onClick={() => go(to.orders())}>
              Go to the orders
            </Button>
          }
        >
          These orders have no items, or this device does not have them.
        </EmptyState>
      )}
    </>
  )
}

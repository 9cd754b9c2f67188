import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCell } from '#src/ui/cell.ts'
import { CurrentItem } from './CurrentItem.tsx'
import flash from './edge.module.css'
import classes from '#src/picking/floor.module.css'
import { FloatingBar } from './FloatingBar.tsx'
import { Lines, NextUp, ScanSummary } from '../list/index.ts'
import { loadDialogs, SaveDialogs, ScanWeightLot, UnusualDialog } from '../dialogs/index.ts'
import { ScanResultNote } from './ScanResultNote.tsx'
import { OthersProvider } from '#src/picking/Others.tsx'
import type { PickingContext } from '#src/picking/context.ts'
import type { ScanSession } from '../session/index.ts'
import { useFloor } from './use-floor.ts'

const loadScan = () => import('./ScanDialog.tsx')
const ScanDialog = lazy(loadScan)
/** The dialogs are loaded so long after the screen opened: the screen is usable by then, and no scan waits for their code. */
const PRELOAD_AFTER_MS = 1_500

/** The floor: the current item, the list that it is in, and the buttons that go with both. */
export function ScanFloor({ context }: { context: PickingContext }) {
  const { engine } = useSignedIn()
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
    <OthersProvider orders={context.orders}>
      <div className={classes.floor}>
        <div className={classes.now}>
          <VisuallyHidden component="h1">Scan</VisuallyHidden>
          <ErrorNote>{trouble && `This device could not read its orders. ${trouble}`}</ErrorNote>
          {open !== 'scan' && (
            <>
              <CurrentItem session={session} />
              <NextUp session={session} />
            </>
          )}
        </div>
        <div className={classes.list}>
          <ScanSummary list={session.list} context={context} />
          <Lines session={session} />
        </div>
        <FloatingBar session={session} onScan={openScan} onSave={openSave}>
          {open !== 'scan' && <ScanResultNote session={session} onRescan={session.rescan} />}
        </FloatingBar>
        <Suspense>
          {open === 'scan' && <ScanDialog session={session} onClose={close} />}
          {open === 'save' && <SaveDialogs session={session} orders={context.orders} onClose={close} />}
          <WeightLot session={session} />
          <Unusual session={session} />
        </Suspense>
        <div ref={edge} className={flash.edge} aria-hidden />
      </div>
    </OthersProvider>
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

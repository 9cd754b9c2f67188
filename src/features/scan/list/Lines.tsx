import { to } from '#src/paths.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { useCell } from '#src/ui/cell.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconEye, IconEyeOff, IconLayoutList, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScanSession } from '../session/index.ts'
import { LineCards } from './LineCards.tsx'
import { LineTable } from './LineTable.tsx'

/** The list, as cards or as a table, with or without what is picked (A051, A053). */
export function Lines({ session }: { session: ScanSession }) {
  const go = useGo()
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

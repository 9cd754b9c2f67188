import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { HistoryLine } from './HistoryDialog.tsx'
import { useServerReachable } from '../use-sync-status.ts'

const HistoryDialog = lazy(() => import('./HistoryDialog.tsx'))

interface HistoryButtonProps {
  label: string
  /** The title of the dialog. */
  title: string
  query: ServerQuery<HistoryLine[]>
  /** What is said where there is none. */
  empty?: string
}

/** Opens who did what to one thing. It needs the server. */
export function HistoryButton({ label, ...dialog }: HistoryButtonProps) {
  const serverReachable = useServerReachable()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<IconHistory size={20} aria-hidden />}
        reason={!serverReachable && NEEDS_SERVER}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

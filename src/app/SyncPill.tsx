import type { Engine } from '#src/sync/engine.ts'
import { IconAlertTriangleFilled, IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './Shell.module.css'
import { pillSentence, pillWords } from './sync-words.ts'
import { useNow } from './use-now.ts'
import { useSyncStatus } from '#src/kit/use-sync-status.ts'

const SyncPanel = lazy(() => import('./SyncPanel.tsx'))

const SHAPES = { online: IconCloudCheck, offline: IconCloudOff, act: IconAlertTriangleFilled }

/** Always in sight: what waits and since when, what the server has acknowledged, and whether it is there. */
export function SyncPill({ engine, onSignIn }: { engine: Engine; onSignIn: () => void }) {
  const [open, setOpen] = useState(false)
  const status = useSyncStatus(engine)
  const now = useNow(status.oldestUnsentAt !== null)
  const { shape, word, counts } = pillWords(status, now, engine.user.is_staff)
  const Shape = SHAPES[shape]
  const [first, second] = counts.split(' · ')
  const scanned = counts.includes('scanned')

  return (
    <>
      <button
        type="button"
        className={classes.pill}
        data-shape={shape}
        aria-label={`Sync: ${pillSentence(status, now, engine.user.is_staff)}`}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Shape size={22} aria-hidden />
        <span>
          <b>{word}</b>
          <span className={scanned ? classes.scanned : undefined}>
            {first}
            {second && ' · '}
          </span>
          {second}
        </span>
      </button>
      {open && (
        <Suspense>
          <SyncPanel engine={engine} onSignIn={onSignIn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import type { Engine } from '#src/sync/engine.ts'
import { IconAlertTriangleFilled, IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import classes from './Shell.module.css'
import { loadingWords, pillSentence, pillWords } from './sync-words.ts'
import { useNow } from './use-now.ts'
import { useFirstPull, useSyncStatus } from '#src/kit/use-sync-status.ts'

const SHAPES = { online: IconCloudCheck, offline: IconCloudOff, act: IconAlertTriangleFilled }

interface SyncPillProps {
  engine: Engine
  /** Whether the panel that it opens is on show. */
  isOpen: boolean
  onOpen: () => void
}

/** Always visible, in one line: whether the server is reachable, what waits and since when, or what was done today. */
export function SyncPill({ engine, isOpen, onOpen }: SyncPillProps) {
  const status = useSyncStatus(engine)
  const now = useNow(status.oldestUnsentAt !== null)
  const pull = useFirstPull(engine)
  const { shape, word, counts: done } = pillWords(status, now, engine.user.is_staff)
  // Before the first pull is complete, little has been done.
  const counts = pull && status.waiting === 0 ? loadingWords(pull) : done
  const Shape = SHAPES[shape]
  const isBusy = Boolean(pull) || status.waiting > 0
  // A phone shows one of the two, the first that applies: a person's task, waiting edits, a server that is away, the
  // last result.
  const first = shape !== 'act' && counts !== '' && (isBusy || shape === 'online') ? 'counts' : 'word'
  const [scanned, acknowledged] = counts.split(' · ')

  return (
    <button
      type="button"
      className={classes.pill}
      data-shape={shape}
      aria-label={`Sync: ${pillSentence(status, now, engine.user.is_staff)}`}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <Shape size={22} aria-hidden />
      <span className={classes.words} data-first={first}>
        <b>{word}</b>
        {counts && (
          <span>
            {!isBusy && acknowledged ? <span className={classes.scanned}>{scanned} · </span> : null}
            {!isBusy && acknowledged ? acknowledged : counts}
          </span>
        )}
      </span>
    </button>
  )
}

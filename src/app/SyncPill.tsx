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

/** Always in sight: what waits and since when, what the server has acknowledged, and whether it is there. */
export function SyncPill({ engine, isOpen, onOpen }: SyncPillProps) {
  const status = useSyncStatus(engine)
  const now = useNow(status.oldestUnsentAt !== null)
  const pull = useFirstPull(engine)
  const { shape, word, counts: done } = pillWords(status, now, engine.user.is_staff)
  // Before everything is here, nobody has done much.
  const counts = pull && status.waiting === 0 ? loadingWords(pull) : done
  const Shape = SHAPES[shape]
  const [first, second] = counts.split(' · ')
  const scanned = counts.includes('scanned')

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
      <span>
        <b>{word}</b>
        <span className={scanned ? classes.scanned : undefined}>
          {first}
          {second && ' · '}
        </span>
        {second}
      </span>
    </button>
  )
}

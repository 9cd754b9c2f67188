import { useFirstPull } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'
import classes from './Shell.module.css'
import { loadedPercent } from './sync-words.ts'

/** While a device takes everything for the first time: how far it has come, as a line on the bar's lower edge. */
export function FirstPullNote({ engine }: { engine: Engine }) {
  const pull = useFirstPull(engine)
  if (!pull) return null
  const percent = loadedPercent(pull)
  return (
    <div
      className={classes.progress}
      role="progressbar"
      aria-label="Loading orders and products"
      aria-valuenow={percent ?? undefined}
      data-isknown={percent !== null}
      style={{ inlineSize: `${percent ?? 100}%` }}
    />
  )
}

import { useFirstPull } from '#src/kit/use-sync-status.ts'
import type { Engine } from '#src/sync/engine.ts'
import classes from './Shell.module.css'
import { percentOf } from './sync-words.ts'

/** While a device takes everything for the first time: how far it has come, as a line on the bar's lower edge. */
export function FirstPull({ engine }: { engine: Engine }) {
  const pull = useFirstPull(engine)
  if (!pull) return null
  const percent = percentOf(pull)
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

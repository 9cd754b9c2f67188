import type { Engine } from '#src/sync/engine.ts'
import { forgetGivenBack, readGivenBack } from '#src/sync/store/meta.ts'
import { useGo } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import classes from './Shell.module.css'

/** After a restore of the server: what this device has sent to it again, until somebody has read it. */
export function GivenBackNote({ engine }: { engine: Engine }) {
  const go = useGo()
  const given = useLiveQuery(() => readGivenBack(engine.db), [engine])
  if (!given) return null
  return (
    <div className={classes.banner} role="status">
      <span>
        The server was set back to {showTime(given.to)}. {plural(given.count, 'change')} of yours after that{' '}
        {given.count === 1 ? 'is' : 'are'} sent to it again. What it cannot take needs you.
      </span>
      <Button onClick={() => go(to.sync())}>Look</Button>
      <Button onClick={() => void forgetGivenBack(engine.db)}>OK</Button>
    </div>
  )
}

import { useEffect, useState } from 'react'
import classes from './sync-log.module.css'

/** Whether the browser may delete what is stored here without asking; false while that is not known. */
function useMayBeDeleted(): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    let isShown = true
    // Old browsers have no such promise to give.
    const asked = navigator.storage?.persisted?.() ?? Promise.resolve(false)
    asked.then(
      (isKept) => isShown && setMay(!isKept),
      () => undefined,
    )
    return () => void (isShown = false)
  }, [])
  return may
}

/** What a person does so that unsent edits stay: an app on the home screen keeps its storage, a page in a browser may not. */
export function StorageHint() {
  if (!useMayBeDeleted()) return null
  return (
    <p className={classes.quiet}>
      This browser may delete what Larder keeps on this device, unsent changes too, after a week without use.
      Install Larder, or add it to the home screen, and work there. An iPhone keeps the app’s data apart from
      Safari’s.
    </p>
  )
}

import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { showDay } from '#src/ui/format.ts'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { useSignedIn } from '../signed-in.ts'

/**
 * Keeps the day with which a screen begins, such as the distributor's tomorrow, while the screen is open, so that at
 * midnight no person works on a list that they did not choose. A device that has just been signed in on receives the
 * distributor's day a moment after the screen is there: until then the day follows.
 *
 * @returns the day, and a note once the present day is another
 */
export function useStayingDay(now: string): { day: string; note: ReactNode } {
  const { status } = useSignedIn().engine
  const isHeard = useSyncExternalStore(status.subscribe, () => status.get().heard !== null)
  const [begun, setBegun] = useState({ day: now, isHeard })
  if (!begun.isHeard && (isHeard || now !== begun.day)) setBegun({ day: now, isHeard })
  const note = begun.isHeard && now !== begun.day && (
    <ErrorNote isQuiet>A new day has begun. This screen is still on {showDay(begun.day)}.</ErrorNote>
  )
  return { day: begun.day, note }
}

import { LeaveQuestion } from '#src/ui/LeaveQuestion.tsx'
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'

/**
 * Asks before the screen is left with something unsaved on it: in a dialog where the app goes to another screen (Back
 * of the browser too), in the browser's own words where the page is closed or reloaded. Render the answer.
 *
 * @param isChanged asked at that moment: after a save it says no before the screen is rendered again
 * @param fate what becomes of what was typed, in a sentence
 * @param options the question where it is not about saving, and what is done when the person leaves all the same
 */
export function useLeaveGuard(
  isChanged: () => boolean,
  fate: string,
  { title, onLeave }: { title?: string; onLeave?: () => void } = {},
): ReactNode {
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    // Another search or page of a table on the same screen loses nothing.
    ({ current, next }) => current.pathname !== next.pathname && isChanged(),
    [isChanged],
  )
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <LeaveQuestion
      title={title}
      fate={fate}
      onStay={reset}
      onLeave={() => {
        onLeave?.()
        proceed()
      }}
    />
  )
}

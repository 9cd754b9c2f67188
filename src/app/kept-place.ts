/** When a session ends, the app goes to `/`, asks for sign-in and keeps the place (A311; readings, "Session"). */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Phase } from '#src/api/session.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { session } from './device.ts'
import { isPublicPath } from './menu.ts'

const KEY = 'larder-place'

interface Place {
  userId: number
  href: string
}

/** Returns the place that was kept for this person, and forgets it. Another user who signs in starts at the beginning. */
function takePlace(userId: number | null): string | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const place = kept ? (JSON.parse(kept) as Place) : null
  return place?.userId === userId ? place.href : null
}

/** The page to which the identity provider returns leads on by itself (`useGoOn`). */
const isProviderReturn = (path: string): boolean => /^\/oidc\/?$/.test(path)

/** Returns the way from a page that has signed a person in: to their kept place, else to the beginning. */
export function useGoOn(): () => void {
  const navigate = useNavigate()
  const go = useGo()
  return () => {
    const kept = takePlace(session.get().user?.id ?? null)
    if (kept === null) go(to.home(), { replace: true })
    else void navigate({ href: kept, replace: true })
  }
}

export function useKeptPlace(phase: Phase, userId: number | null): void {
  const navigate = useNavigate()
  const go = useGo()
  const href = useLocation({ select: (location) => location.href })
  const path = useLocation({ select: ({ pathname }) => pathname })

  useEffect(() => {
    // These pages need no sign-in, so an ended session changes nothing. The address of a mailed link has more
    // than its path.
    if (phase === 'ended' && userId !== null && href !== '/' && !isPublicPath(path)) {
      sessionStorage.setItem(KEY, JSON.stringify({ userId, href } satisfies Place))
      go(to.home(), { replace: true })
    }
    if ((phase === 'in' || phase === 'offline') && !isProviderReturn(path)) {
      const kept = takePlace(userId)
      if (kept !== null) void navigate({ href: kept, replace: true })
    }
    // Only a change of phase moves a person.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase, userId])
}

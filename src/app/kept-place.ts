/** When a session ends, the app goes to `/`, asks for sign-in and keeps the place (A311; readings, "Session"). */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Phase } from '#src/api/session.ts'
import { useGo } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { isPublicPath } from './menu.ts'

const KEY = 'larder-place'

interface Place {
  userId: number
  href: string
}

export function useKeptPlace(phase: Phase, userId: number | null): void {
  const navigate = useNavigate()
  const go = useGo()
  const href = useLocation({ select: (location) => location.href })

  useEffect(() => {
    // A036: these pages need no sign-in, so an ended session changes nothing.
    if (phase === 'ended' && userId !== null && href !== '/' && !isPublicPath(href)) {
      sessionStorage.setItem(KEY, JSON.stringify({ userId, href } satisfies Place))
      go(to.home(), { replace: true })
    }
    if (phase === 'in' || phase === 'offline') {
      const kept = sessionStorage.getItem(KEY)
      sessionStorage.removeItem(KEY)
      const place = kept ? (JSON.parse(kept) as Place) : null
      // Another user who signs in starts at the beginning.
      if (place?.userId === userId) void navigate({ href: place.href, replace: true })
    }
    // Only a change of phase moves a person.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase, userId])
}

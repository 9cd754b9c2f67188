import type { User } from '#contract/people/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState } from 'react'

const NavDrawer = lazy(() => import('./NavDrawer.tsx'))

/** Where there is room for it beside the page. */
const DOCKED = '(min-width: 75em)'

/** Whether the drawer is open: over the page until somebody has chosen; beside it for as long as its person wants it there. */
export function useMenu(user: User | null) {
  const isDocked = useMediaQuery(DOCKED, false, { getInitialValueInEffect: false })
  const [isOver, setOver] = useState(false)
  const [isBeside, setBeside] = useLocalStorage({
    // Of the session, which is known before anything can be pressed.
    key: `larder-menu-${user?.id ?? 0}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isOpen = isDocked ? isBeside : isOver
  // The drawer's code comes with its first opening, and then stays, so that it can close with its movement.
  const [wasOpened, setOpened] = useState(false)
  const toggle = useCallback(() => {
    setOpened(true)
    if (!isDocked) return setOver((open) => !open)
    // What is hidden loses the focus; the bar's button opens it again.
    if (document.activeElement?.closest('[data-nav-docked]'))
      document.querySelector<HTMLElement>('header [aria-expanded]')?.focus()
    setBeside((open) => !open)
  }, [isDocked, setBeside])
  const closeOver = useCallback(() => setOver(false), [])
  return { isDocked, isOpen, isWanted: wasOpened || isOpen, toggle, closeOver }
}

interface MenuDrawerProps {
  menu: ReturnType<typeof useMenu>
  onSearch: () => void
  onHelp: () => void
}

/** The drawer, from its first opening on. */
export function MenuDrawer({ menu, onSearch, onHelp }: MenuDrawerProps) {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  if (!menu.isWanted) return null
  return (
    <Suspense>
      <NavDrawer
        open={menu.isOpen}
        isDocked={menu.isDocked}
        onClose={menu.closeOver}
        onSearch={onSearch}
        onHelp={() => {
          menu.closeOver()
          onHelp()
        }}
        person={person}
        serverReachable={serverReachable}
      />
    </Suspense>
  )
}

import type { User } from '#contract/people/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState } from 'react'

const NavDrawer = lazy(() => import('./NavDrawer.tsx'))

/** The width from which the drawer has room beside the page. */
const DOCKED = '(min-width: 75em)'

/**
 * Returns the state of the drawer. Over the page it is open until the person has chosen an entry. Beside the page it
 * stays open for as long as the person wants it there.
 */
export function useMenu(user: User | null) {
  const isDocked = useMediaQuery(DOCKED, false, { getInitialValueInEffect: false })
  const [isOver, setOver] = useState(false)
  const [isBeside, setBeside] = useLocalStorage({
    // The user of the session, which is known before anything can be pressed.
    key: `larder-menu-${user?.id ?? 0}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isOpen = isDocked ? isBeside : isOver
  // The drawer's code loads at its first opening. The drawer then stays, so that it can close with its animation.
  const [wasOpened, setOpened] = useState(false)
  const toggle = useCallback(() => {
    setOpened(true)
    if (!isDocked) return setOver((open) => !open)
    // A hidden element loses the focus. The bar's button gets it, because it opens the drawer again.
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

/** Renders the drawer, from its first opening on. */
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

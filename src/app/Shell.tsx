import { SignInScreen } from '#features/session/SignInScreen.tsx'
import { Skeleton } from '@mantine/core'
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Banners } from './Banners.tsx'
import { client, session, useSession } from './device.ts'
import { keepStorage } from './install.ts'
import { isPrintPath, isPublicPath } from './menu.ts'
import { useKeptPlace } from './kept-place.ts'
import { signInHere } from './sign-in-here.ts'
import { SignedInContext, type SignedIn } from './signed-in.ts'
import classes from './Shell.module.css'
import { SyncPill } from './SyncPill.tsx'
import { useServerReachable } from './use-sync-status.ts'
import { TopBar } from './TopBar.tsx'
import { useEngine } from './use-engine.ts'
import { useEscape } from './use-escape.ts'
import { usePerson } from './use-person.ts'

const NavDrawer = lazy(() => import('./NavDrawer.tsx'))
const SignOutDialog = lazy(() => import('./SignOutDialog.tsx'))

/** Around every screen: who is here, their engine, the bar and the drawer; the sign-in while nobody is (C047). */
export function Shell() {
  const { phase, user } = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const signedIn = phase === 'in' || phase === 'offline'
  const engine = useEngine(phase === 'out' ? null : user)
  const [asked, setAsked] = useState(false)
  useKeptPlace(phase, user?.id ?? null)

  useEffect(() => {
    if (signedIn) void keepStorage()
  }, [signedIn])

  if (isPublicPath(path)) return <Outlet />
  if (!signedIn || asked)
    return (
      <SignInScreen
        signIn={async (username, password) => {
          await signInHere(username, password)
          setAsked(false)
        }}
        notice={
          phase === 'out' ? null : 'Please sign in again. Everything that you entered is kept on this device.'
        }
        onCancel={signedIn ? () => setAsked(false) : undefined}
      />
    )
  return engine ? (
    <Frame engine={engine} onAskSignIn={() => setAsked(true)} />
  ) : (
    <Opening bar={!isPrintPath(path)} />
  )
}

/** The signed-in page. */
function Frame({ engine, onAskSignIn }: { engine: SignedIn['engine']; onAskSignIn: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const title = useTitle()
  const person = usePerson()
  const serverReachable = useServerReachable(engine)
  const navigate = useNavigate()
  const [menuOpen, setMenuOpen] = useState(false)
  const [leaving, setLeaving] = useState(false)
  // The drawer's code comes with its first opening, and then stays, so that it can close with its movement.
  const [menuWanted, setMenuWanted] = useState(false)
  const toggleMenu = useCallback(() => {
    setMenuWanted(true)
    setMenuOpen((open) => !open)
  }, [])
  useEscape(toggleMenu, !isPrintPath(path))

  const signedIn = useMemo<SignedIn>(
    () => ({ person, engine, client, askSignIn: onAskSignIn }),
    [person, engine, onAskSignIn],
  )

  /** C223. What waits is sent first where that is possible; when it is not, the person is told before leaving. */
  async function logout() {
    if (engine.status.get().unsent > 0) return setLeaving(true)
    await session.signOut()
    await navigate({ to: '/' })
  }

  return (
    <SignedInContext value={signedIn}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      {!isPrintPath(path) && (
        <>
          <TopBar
            title={title}
            menuOpen={menuOpen}
            onMenu={toggleMenu}
            cartCount={0}
            onLogout={() => void logout()}
          >
            <SyncPill engine={engine} onSignIn={onAskSignIn} />
          </TopBar>
          {menuWanted && (
            <Suspense>
              <NavDrawer
                open={menuOpen}
                onClose={() => setMenuOpen(false)}
                person={person}
                serverReachable={serverReachable}
              />
            </Suspense>
          )}
        </>
      )}
      <Banners engine={engine} />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <Outlet />
        </Suspense>
      </main>
      {leaving && (
        <Suspense>
          <SignOutDialog engine={engine} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </SignedInContext>
  )
}

/** The same shape as the page that comes, for the moment in which the device's database opens. */
function Opening({ bar }: { bar: boolean }) {
  return (
    <>
      {bar && (
        <>
          <header className={classes.bar} />
          <div className={classes.spacer} />
        </>
      )}
      <main className={classes.main} aria-busy>
        <Skeleton height={36} width={180} mb={16} />
        <Skeleton height={320} radius="md" />
      </main>
    </>
  )
}

/** The innermost route's title, in the bar and in the browser's tab. */
function useTitle(): string {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title ?? 'Larder',
  })
  useEffect(() => {
    document.title = title === 'Larder' ? title : `${title} – Larder`
  }, [title])
  return title
}

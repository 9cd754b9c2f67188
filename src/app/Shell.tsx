import { useTakenBack } from '#features/ordering/placing/use-taken-back.ts'
import { useCartCount } from '#features/ordering/cart/use-cart-count.ts'
import { SignInScreen } from '#features/session/SignInScreen.tsx'
import type { User } from '#contract/people/schema.ts'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Banners } from './Banners.tsx'
import { errorText, NetworkError } from '#src/api/errors.ts'
import { client, device, passwordPrompt, useIsPasswordAsked, useSession } from './device.ts'
import { HandedFiles } from './HandedFiles.tsx'
import { keepStorage } from './install.ts'
import { isPrintPath, isPublicPath } from './menu.ts'
import { MenuDrawer, useMenu } from './MenuDrawer.tsx'
import { useKeptPlace } from './kept-place.ts'
import { goToProvider, signInHere } from './sign-in-here.ts'
import { OtherPerson } from './OtherPerson.tsx'
import { countFilledCarts } from '#features/ordering/carts.ts'
import { hasUnsaved } from './reload-when-unused.ts'
import { signOut } from './sign-out.ts'
import { hideRuns, stopRuns, useGoingRuns } from '#src/kit/long-run/going-runs.ts'
import { HelpContext } from '#src/kit/page/help.ts'
import { usePageTitle } from '#src/kit/page/page-title.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { SignedInContext, type SignedIn } from '#src/kit/signed-in.ts'
import classes from './Shell.module.css'
import { StorageCleared } from './StorageCleared.tsx'
import { FirstPullNote } from './FirstPull.tsx'
import { SyncPill } from './SyncPill.tsx'
import { useHandedFiles } from '#src/kit/use-handed-files.ts'
import { useServerReachableBy, useStorageCleared } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import type { Engine } from '#src/sync/engine.ts'
import type { Leaving } from './SignOutDialog.tsx'
import { useEngine, useOpeningStep } from './use-engine.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { named } from '#src/ui/named.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useLaunches } from './use-launches.ts'
import { usePageKeys } from './use-page-keys.ts'
import { usePerson } from './use-person.ts'
import { Opening } from './Waiting.tsx'

const RunPills = lazy(named(() => import('./GoingRuns.tsx'), 'RunPills'))
const RunDialogs = lazy(named(() => import('./GoingRuns.tsx'), 'RunDialogs'))
const HelpDialog = lazy(() => import('./HelpDialog.tsx'))
const CartPopup = lazy(() => import('#features/ordering/checkout/CartPopup.tsx'))
const Palette = lazy(() => import('./Palette.tsx'))
const PasswordDialog = lazy(() => import('#features/session/PasswordDialog.tsx'))
const SignOutDialog = lazy(() => import('./SignOutDialog.tsx'))
const SyncPanel = lazy(() => import('./SyncPanel.tsx'))

const shownRoute = (matches: readonly { fullPath: string }[]) => matches.at(-1)?.fullPath ?? ''
const shownPath = (matches: readonly { pathname: string }[]) => matches.at(-1)?.pathname ?? ''

/** The text for a person whose session has ended. */
const LOCKED = 'Your account was locked. Please speak to your administrator.'
const KEPT = 'Everything that you entered is kept on this device.'

/**
 * The frame of every screen: the person, their engine, the bar and the drawer; the sign-in while no person is signed
 * in (C047).
 */
export function Shell() {
  const { phase, user, isClosed, isOther } = useSession()
  // The path of the shown screen: while the next screen is loading, the address is already the next one's,
  // and the shown screen still needs its frame.
  const path = useMatches({ select: shownPath })
  const signedIn = phase === 'in' || phase === 'offline'
  const [turn, setTurn] = useState(0)
  const engine = useEngine(phase === 'out' || isOther ? null : user, turn)
  const isCleared = useStorageCleared(engine)
  const [asked, setAsked] = useState(false)
  useKeptPlace(phase, user?.id ?? null)
  useLaunches()
  const area = user !== null && user.company !== null ? 'customer' : undefined
  const handed = useHandedFiles(device)

  useEffect(() => {
    if (signedIn) void keepStorage()
  }, [signedIn])

  if (isPublicPath(path)) return <Outlet />
  if (engine && isCleared)
    return <StorageCleared engine={engine} area={area} onStored={() => setTurn((before) => before + 1)} />
  if (isOther && user) return <OtherPerson user={user} />
  if (!signedIn || asked) {
    const notice = handed.map(({ name }) => `“${name}” is kept until you sign in.`)
    if (phase !== 'out') notice.unshift(isClosed ? LOCKED : 'Please sign in again.', KEPT)
    return (
      <SignInScreen
        signIn={signInHere}
        onIn={() => setAsked(false)}
        goToProvider={goToProvider}
        notice={notice.join(' ')}
        onCancel={signedIn ? () => setAsked(false) : undefined}
      />
    )
  }
  return engine ? (
    <Frame engine={engine} path={path} area={area} onAskSignIn={() => setAsked(true)} />
  ) : (
    <OpeningFrame bar={!isPrintPath(path)} area={area} />
  )
}

/** The signed-in page. */
function Frame({
  engine,
  path,
  area,
  onAskSignIn,
}: Pick<TopBarProps, 'area'> & { engine: SignedIn['engine']; path: string; onAskSignIn: () => void }) {
  const title = useTitle()
  useHeadingFocus(path)
  const person = usePerson()
  const serverReachable = useServerReachableBy(engine)
  const logout = useLogout(engine)
  const menu = useMenu(useSession().user)
  const [cartOpen, setCartOpen] = useState(false)
  const [searching, setSearching] = useState(false)
  const [isSyncShown, setSyncShown] = useState(false)
  const help = useHelp(title, person ?? engine.user)
  const showSync = useCallback(() => setSyncShown(true), [])
  const cartCount = useCartCount(engine, person?.id)
  const runs = useGoingRuns()
  // A run continues without its dialog when its screen is left. It ends with the sign-out.
  useEffect(hideRuns, [path])
  useEffect(() => stopRuns, [])
  useTakenBack(engine)
  useUsualList(engine, person, serverReachable)
  const { closeOver } = menu
  const search = useCallback(() => {
    closeOver()
    setSearching(true)
  }, [closeOver])
  usePageKeys(menu.toggle, search, !isPrintPath(path))

  const signedIn = useMemo<SignedIn>(
    () => ({ person, engine, client, device, showSync }),
    [person, engine, showSync],
  )

  return (
    <SignedInContext value={signedIn}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      {!isPrintPath(path) && (
        <>
          <TopBar
            title={title}
            area={area}
            menuOpen={menu.isOpen}
            onMenu={menu.toggle}
            cartCount={cartCount}
            onCart={() => setCartOpen(true)}
            onLogout={logout.begin}
          >
            <FirstPullNote engine={engine} />
            {runs.length > 0 && (
              <Suspense>
                <RunPills runs={runs} />
              </Suspense>
            )}
            <SyncPill engine={engine} isOpen={isSyncShown} onOpen={showSync} />
          </TopBar>
          <MenuDrawer menu={menu} onSearch={search} onHelp={help.open} />
        </>
      )}
      <div className={classes.page} data-beside={(menu.isDocked && menu.isOpen) || undefined}>
        <Banners engine={engine} />
        <HandedFiles />
        <main id="content" className={classes.main} data-area={area} tabIndex={-1}>
          <HelpContext value={isPrintPath(path) ? null : help.open}>
            <Suspense fallback={<Skeleton height={320} radius="md" />}>
              <Outlet />
            </Suspense>
          </HelpContext>
        </main>
      </div>
      {cartOpen && person && (
        <Suspense>
          <CartPopup
            context={{ engine, client, person, serverReachable }}
            onClose={() => setCartOpen(false)}
          />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
      {help.dialog}
      {runs.length > 0 && (
        <Suspense>
          <RunDialogs runs={runs} />
        </Suspense>
      )}
      {isSyncShown && (
        <Suspense>
          <SyncPanel engine={engine} onSignIn={onAskSignIn} onClose={() => setSyncShown(false)} />
        </Suspense>
      )}
      <AskedPassword />
      {logout.dialog}
    </SignedInContext>
  )
}

/** Returns the help for the screen on show. */
function useHelp(title: string, person: User) {
  const [helpAt, setHelpAt] = useState<string | null>(null)
  const route = useMatches({ select: shownRoute })
  return {
    open: useCallback(() => setHelpAt(route), [route]),
    dialog: helpAt !== null && (
      <Suspense>
        <HelpDialog path={helpAt} title={title} person={person} onClose={() => setHelpAt(null)} />
      </Suspense>
    ),
  }
}

/**
 * C223: signs out. The waiting edits are sent first if that is possible; otherwise the person is warned before leaving.
 */
function useLogout(engine: Engine) {
  const go = useGo()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  async function logout() {
    const carts = await countFilledCarts(engine).catch(() => 0)
    const isKept = carts > 0 || (await countUnsent(engine)) > 0
    const isLost = hasUnsaved()
    if (isKept || isLost) return setLeaving({ carts, isKept, isLost })
    await signOut(engine)
    go(to.home())
  }
  return {
    begin: () => void logout().catch((error: unknown) => snackbar(errorText(error), 'bad')),
    dialog: leaving && (
      <Suspense>
        <SignOutDialog engine={engine} leaving={leaving} onClose={() => setLeaving(null)} />
      </Suspense>
    ),
  }
}

/** Returns how many edits wait, counted now: the status lags behind an edit that was stored a moment ago. */
const countUnsent = ({ db, status }: Engine): Promise<number> =>
  db.outbox
    .where('state')
    .equals('pending')
    .count()
    .catch(() => status.get().unsent)

/** Renders the question for the password, while a call waits for it. */
function AskedPassword() {
  const isAsked = useIsPasswordAsked()
  // A person who signs out, or has to sign in again, gives no password any more.
  useEffect(() => () => passwordPrompt.answer(false), [])
  return (
    isAsked && (
      <Suspense>
        <PasswordDialog client={client} onAnswer={passwordPrompt.answer} />
      </Suspense>
    )
  )
}

/** Later than the first paint and the first pull, which need the network and the processor for themselves. */
const USUAL_LIST_AFTER_MS = 3_000

/**
 * Loads the list of a person who orders for themselves before they open it, and the office's change of it while it is
 * open: a device whose lists differ from before has just read everything again (docs/decisions/0159).
 */
function useUsualList(engine: Engine, person: User | null, serverReachable: boolean) {
  const anewAt = useLiveQuery(() => readMeta<number>(engine.db, META.anew), [engine]) ?? 0
  const [openedAt] = useState(() => Date.now())
  useEffect(() => {
    if (!person || person.company === null || !serverReachable) return undefined
    let isLeft = false
    const timer = setTimeout(
      () => {
        import('#features/ordering/again/keep-usual-list.ts')
          .then(({ keepUsualList }) => keepUsualList(engine, client, person))
          .catch((error: unknown) => {
            // A person who has left, or lost the server, knows why it did not arrive.
            if (!isLeft && !(error instanceof NetworkError))
              console.warn('The usual list did not come:', error)
          })
      },
      anewAt > openedAt ? 0 : USUAL_LIST_AFTER_MS,
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [engine, person, serverReachable, anewAt, openedAt])
}

/** Renders the frame of the coming page, for the moment in which the device's database opens. */
function OpeningFrame({ bar, area }: Pick<TopBarProps, 'area'> & { bar: boolean }) {
  return (
    <>
      {bar && (
        <>
          <header className={classes.bar} data-area={area} />
          <div className={classes.spacer} />
        </>
      )}
      <Opening step={useOpeningStep()} />
    </>
  )
}

/**
 * Sets the title of the browser's tab: the page's own, else the innermost route's. Returns the title in the bar: the
 * same one where the page has no room for it (C029), else the route's.
 */
function useTitle(): string {
  const area = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title ?? 'Larder',
  })
  const title = usePageTitle() ?? area
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  useEffect(() => {
    document.title = title === 'Larder' ? title : `${title} – Larder`
  }, [title])
  return isNarrow ? title : area
}

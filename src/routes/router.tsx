/** Every address of the app (C §2) and which screen it shows. Screens are loaded when they are first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { ErrorScreen } from '#src/app/ErrorScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { Shell } from '#src/app/Shell.tsx'
import { Frame } from './Frame.tsx'
import { ADMIN_FRAMES, ORDERING_FRAMES } from './frames.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { readOrdersSearch } from './orders-search.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar and the browser's tab. */
    title?: string
    /** Loads the screen's code. */
    code?: () => Promise<unknown>
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const screen = (
  path: string,
  title: string,
  load: Parameters<typeof lazyScreen>[0],
  validateSearch: (search: Record<string, unknown>) => object = (search) => search,
) => {
  const { code, ...lazily } = lazyScreen(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    ...lazily,
    validateSearch,
    staticData: { title, code } satisfies StaticDataRouteOption,
  })
}

const ordersList = () => import('./orders.tsx')

const screens = [
  screen('/', 'Orders', ordersList, readOrdersSearch),
  screen('/orders', 'Orders', ordersList, readOrdersSearch),
  screen('/order/$id', 'Order', () => import('./order.tsx')),
  screen('/order/$id/print', 'Order', () => import('./order-print.tsx')),
  screen('/order/$id/invoice', 'Invoice', () => import('./invoice.tsx')),
  screen('/cart', 'Cart', () => import('./cart.tsx')),
  screen('/scan', 'Scan', () => import('./scan.tsx')),
  screen('/scanner', 'Scanner', () => import('./scanner.tsx')),
  screen('/sync', 'Sync', () => import('./sync.tsx')),
  screen('/devices', 'Devices', () => import('./devices.tsx')),
  screen('/recalls', 'Recalls', () => import('./recalls.tsx')),
  screen('/orders/picklist', 'Pick List', () => import('./picklist.tsx')),
  screen('/orders/picklist/details', 'Pick List', () => import('./picklist-details.tsx')),
  screen('/orders/picklist/details/print', 'Pick List', () => import('./picklist-print.tsx')),
  screen('/demo/$name', 'Order list', () => import('./demo.tsx')),
]

const frames = [
  ...ORDERING_FRAMES.map((frame) => ({ ...frame, Component: () => <Frame {...frame} /> })),
  ...ADMIN_FRAMES.map((frame) => ({ ...frame, Component: () => <Frame {...frame} needsServer /> })),
].map(({ path, title, Component }) =>
  createRoute({ getParentRoute: () => root, path, component: Component, staticData: { title } }),
)

export const router = createRouter({
  routeTree: root.addChildren([...screens, ...frames]),
  // A016: an address is the same with and without a slash at its end, and stays as it was typed.
  trailingSlash: 'preserve',
  defaultErrorComponent: ErrorScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** Loads the code of the screen at an address before the router comes to it. A failure shows where it is rendered. */
export function loadCode(path: string): void {
  const [, , route] = router.getMatchedRoutes(path)
  route?.options.staticData?.code?.().catch(() => undefined)
}

/** Every address of the app (C §2) and which screen it shows. Screens are loaded when they are first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { ErrorScreen } from '#src/app/ErrorScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { Shell } from '#src/app/Shell.tsx'
import { FloorOnly } from './FloorOnly.tsx'
import { Frame } from './Frame.tsx'
import { ADMIN_FRAMES, FLOOR_FRAMES, ORDERING_FRAMES } from './frames.ts'
import { readOrdersSearch } from './orders-search.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar and the browser's tab. */
    title?: string
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const screen = (
  path: string,
  title: string,
  component: ReturnType<typeof lazyRouteComponent>,
  more: { validateSearch?: (search: Record<string, unknown>) => object } = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { title } satisfies StaticDataRouteOption,
    ...more,
  })

const ordersList = lazyRouteComponent(() => import('./orders.tsx'))

const screens = [
  screen('/', 'Orders', ordersList, { validateSearch: readOrdersSearch }),
  screen('/orders', 'Orders', ordersList, { validateSearch: readOrdersSearch }),
  screen(
    '/order/$id',
    'Order',
    lazyRouteComponent(() => import('./order.tsx')),
  ),
  screen(
    '/order/$id/print',
    'Order',
    lazyRouteComponent(() => import('./order-print.tsx')),
  ),
  screen(
    '/scan',
    'Scan',
    lazyRouteComponent(() => import('./scan.tsx')),
  ),
  screen(
    '/demo/$name',
    'Order list',
    lazyRouteComponent(() => import('./demo.tsx')),
  ),
]

const frames = [
  ...ORDERING_FRAMES.map((frame) => ({ ...frame, Component: () => <Frame {...frame} /> })),
  ...ADMIN_FRAMES.map((frame) => ({ ...frame, Component: () => <Frame {...frame} needsServer /> })),
  ...FLOOR_FRAMES.map((frame) => ({
    ...frame,
    Component: () => (
      <FloorOnly>
        <Frame {...frame} />
      </FloorOnly>
    ),
  })),
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

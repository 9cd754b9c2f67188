import { session } from '#src/app/device.ts'
import { lazy, type ComponentType, type ReactNode } from 'react'

export interface LazyScreen {
  component: () => ReactNode
  /** The router calls it when the address is opened or about to be: the code then comes beside the engine. */
  loader: () => void
}

/** A screen whose code comes when it is first opened, and never for somebody who is not signed in. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  const Screen = lazy(load)
  return {
    component: () => <Screen />,
    loader: () => {
      // A failure shows where the screen is rendered.
      if (session.get().phase !== 'out') load().catch(() => undefined)
    },
  }
}

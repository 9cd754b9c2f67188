import { session } from '#src/app/device.ts'
import { lazy, useState, type ComponentType, type ReactNode } from 'react'

export type LoadScreen = () => Promise<{ default: ComponentType }>

interface LazyScreen {
  component: () => ReactNode
  /** The router calls it when the address is opened or about to be: the code then loads beside the engine. */
  expect: () => void
  /** Loads the screen's code. */
  code: () => Promise<unknown>
}

/** Returns a screen whose code loads when it is first opened, and never for a person who is not signed in. */
export function lazyScreen(load: LoadScreen): LazyScreen {
  let loaded: ComponentType | null = null
  const code = async () => {
    const screen = await load()
    loaded = screen.default
    return screen
  }
  const Awaited = lazy(code)
  return {
    component: function Screen() {
      // Code that is already loaded is drawn at once: waiting for it, even for no time, is a second drawing.
      const [Shown] = useState(() => loaded ?? Awaited)
      return <Shown />
    },
    expect: () => {
      // A failure shows where the screen is rendered.
      if (session.get().phase !== 'out') code().catch(() => undefined)
    },
    code,
  }
}

import { createContext } from 'react'

/** Opens what there is to say about the screen; null where there is nothing. */
export const HelpContext = createContext<(() => void) | null>(null)

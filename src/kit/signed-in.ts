/** The person at the device, and the engine that works for them. Routes read it and pass it to their screens. */
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { DeviceDatabase } from '#src/db/device.ts'
import type { Engine } from '#src/sync/engine.ts'
import { createContext, use } from 'react'

export interface SignedIn {
  /** As the users list gives them (C281); null until it has answered for the first time (C280). */
  person: User | null
  engine: Engine
  client: Client
  /** The device's own database, for every person who uses it. */
  device: DeviceDatabase
  /** Opens the panel that says what is unsent and what needs this person. */
  showSync: () => void
}

export const SignedInContext = createContext<SignedIn | null>(null)

/**
 * Returns the signed-in person. Throws where no person is signed in: the shell shows the sign-in instead of any
 * screen that asks.
 */
export function useSignedIn(): SignedIn {
  const value = use(SignedInContext)
  if (!value) throw new Error('no person is signed in here')
  return value
}

/** The only session and client of this page. */
import { createClient } from '#src/api/client.ts'
import { browserEnvironment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { useCell } from '#src/ui/cell.ts'
import { useSyncExternalStore } from 'react'
import { createPasswordPrompt } from './password-prompt.ts'

export const env = browserEnvironment()
export const device = openDeviceDatabase()
export const session = createSession({ env, device })
// A device that cannot store keeps what it has: a verifier that is too old signs no person in.
void session.ready.then(() => session.people.forgetVerifiers()).catch(() => undefined)
export const passwordPrompt = createPasswordPrompt()
export const client = createClient({ env, session, askPassword: passwordPrompt.ask })

export const useSession = () => useSyncExternalStore(session.subscribe, session.get)
export const useIsPasswordAsked = () => useCell(passwordPrompt.isOpen)

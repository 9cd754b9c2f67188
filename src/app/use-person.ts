/** The current user is the record with the signed-in name in the users list (A139, C281). */
import type { User } from '#contract/people/schema.ts'
import { errorText, NetworkError } from '#src/api/errors.ts'
import { useEffect, useState } from 'react'
import { client, session, useSession } from './device.ts'

const KEY = 'larder-known-user'

/**
 * Who is here, with their role; null until the users list has answered for the first time on this device (C280).
 * Later it is as last seen, and without a server it is what the sign-in said.
 */
export function usePerson(): User | null {
  const { phase, user } = useSession()
  const id = user?.id
  const [knownId, setKnownId] = useState(() => Number(localStorage.getItem(KEY)))

  useEffect(() => {
    if (id === undefined) return
    const known = () => {
      localStorage.setItem(KEY, String(id))
      setKnownId(id)
    }
    if (phase === 'offline') known()
    if (phase !== 'in') return
    // C288.
    client
      .api<User[]>('GET', 'users', { query: { no_page: 1 } })
      .then((users) => session.matchUser(users))
      .catch((error: unknown) => {
        // Without a network it comes another time: nothing is wrong. Nor is it where the person has signed out since.
        const hasLeft = session.get().user?.id !== id
        if (!hasLeft && !(error instanceof NetworkError))
          console.warn('The users list did not come:', errorText(error))
      })
      .finally(known)
  }, [id, phase])

  return user && knownId === user.id ? user : null
}

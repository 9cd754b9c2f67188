/** The current user is the record with the signed-in name in the users list (A139, C281). */
import type { User } from '#contract/people/schema.ts'
import { useEffect, useState } from 'react'
import { askWhoIsHere } from './ask-who.ts'
import { useSession } from './device.ts'

const KEY = 'larder-known-user'

/**
 * Who is here, with their role; null until the users list has answered for the first time on this device (C280).
 * Later it is as last seen, and without a server it is the user of the sign-in.
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
    void askWhoIsHere().then(known)
  }, [id, phase])

  return user && knownId === user.id ? user : null
}

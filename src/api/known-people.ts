/**
 * The people that this device knows, and which of them may sign in here without a network. A verifier of their password
 * allows it for 14 days. Office people may do so only on the office's own devices (docs/decisions/0211).
 */
import type { User } from '#contract/people/schema.ts'
import { ROLE } from '#contract/permissions.ts'
import type { DeviceDatabase, KnownPerson, PasswordVerifier } from '#src/db/device.ts'
import type { Environment } from './environment.ts'
import { hasExpired, verifies } from './verifier.ts'

/** The key of the office mark in the device's `meta`. */
const OFFICE_DEVICE = 'office_device'

/**
 * Roles that give rights, set prices and take payments: a lost device must not help a person to guess their passwords.
 */
const isOffice = ({ role_id }: Pick<User, 'role_id'>): boolean => role_id <= ROLE.office

export interface KnownPeople {
  /** Returns the person with this username whose verifier matches this password; null for none. */
  find(username: string, password: string): Promise<KnownPerson | null>
  /** Returns a new verifier if this device may keep it, else null. Must run within a transaction over `meta`. */
  verifierToKeep(user: User, verifier: PasswordVerifier | null): Promise<PasswordVerifier | null>
  /** Whether this person has a session here, or is at the device without one. */
  isHere(userId: number): Promise<boolean>
  /** Returns the others: they have signed out, or another person has signed in after their session ended. */
  whoLeft(): Promise<number[]>
  /** Locks people out: they can no longer sign in here without a network. Their stored edits stay. */
  lockOut(which: (person: KnownPerson) => boolean): Promise<unknown>
  /** Deletes the verifiers that no longer allow a sign-in. */
  forgetVerifiers(): Promise<void>
  /** Whether the device is marked as the office's own: only there do roles 1 to 8 sign in without a network. */
  isOfficeDevice(): Promise<boolean>
  /** Marks the device for later sign-ins, or removes the mark and the verifiers of those roles. */
  markOfficeDevice(isMarked: boolean): Promise<void>
}

export function knownPeopleOf(env: Environment, device: DeviceDatabase): KnownPeople {
  const isOfficeDevice = async () => (await device.meta.get(OFFICE_DEVICE))?.value === true

  async function forgetVerifiers(): Promise<void> {
    await device.transaction('rw', device.meta, device.people, async () => {
      const forOffice = await isOfficeDevice()
      await device.people
        .filter(
          ({ user, verifier }) =>
            verifier !== null && (hasExpired(verifier, env.now()) || (isOffice(user) && !forOffice)),
        )
        .modify({ verifier: null })
    })
  }

  /** Must run within a transaction over `meta` and `sessions`. */
  async function isHere(userId: number): Promise<boolean> {
    const current = (await device.meta.get('current'))?.value as { user_id: number } | undefined
    return current?.user_id === userId || (await device.sessions.get(userId)) !== undefined
  }

  return {
    isHere: (userId) => device.transaction('r', device.meta, device.sessions, () => isHere(userId)),
    whoLeft: () =>
      device.transaction('r', device.meta, device.sessions, device.people, async () => {
        const left: number[] = []
        for (const id of await device.people.toCollection().primaryKeys())
          if (!(await isHere(id))) left.push(id)
        return left
      }),
    async find(username, password) {
      for (const person of await device.people.where('username').equals(username).toArray())
        if (person.verifier && (await verifies(env, person.verifier, password))) return person
      return null
    },
    verifierToKeep: async (user, verifier) => (isOffice(user) && !(await isOfficeDevice()) ? null : verifier),
    lockOut: (which) => device.people.filter(which).modify({ verifier: null, isClosed: true }),
    forgetVerifiers,
    isOfficeDevice,
    async markOfficeDevice(isMarked) {
      if (isMarked) await device.meta.put({ key: OFFICE_DEVICE, value: true })
      else await device.meta.delete(OFFICE_DEVICE)
      await forgetVerifiers()
    },
  }
}

/**
 * Limits how many calls the server takes: by person, and by address for callers who have not signed in. A bucket holds
 * three minutes' worth, so that an import of 10,000 rows goes through at once, and is refilled continuously. Calls of
 * signed-in people do not count for their address, because a warehouse with forty scanners has one address. Each
 * process counts for itself.
 *
 * A device that the server knows has its own count of sign-ins and refreshes, so that a stranger at the same address
 * cannot use up its allowance.
 */
import type { Env } from '../env.ts'
import { countedAddress } from './addresses.ts'
import { tooMany } from './auth/throttle.ts'

const BUCKET_MINUTES = 3
/** Sign-ins and refreshes of one session, or of one person on one device. */
const DEVICE_CALLS_A_MINUTE = 10
/**
 * Health checks of one address. They are counted apart from its other calls, so that no client beside a load balancer
 * makes it believe that the server is dead.
 */
const HEALTH_CHECKS_A_MINUTE = 600
/**
 * Photographs that one address reads. They are counted apart from its other calls, because a picture's call has no
 * token: a warehouse's first load must not use up anybody's sign-in. A device keeps up to 500, so forty scanners read up to
 * 20,000 at once, and never again. If the limit refuses one, the device shows a drawing, keeps nothing of the
 * refusal, and asks again when the product is shown again.
 */
const PHOTOS_A_MINUTE = 7_000
/** Above this number, full buckets are deleted: a full bucket is the same as none. */
const MOST_BUCKETS = 10_000

interface Bucket {
  left: number
  at: number
}

/**
 * Makes one bucket per name, of calls a minute. `take` throws 429 with Retry-After when the bucket is empty. `spend`
 * takes many calls at once and throws nothing: it may leave the bucket a minute's worth below empty.
 */
function buckets(aMinute: number, now: () => number) {
  const capacity = aMinute * BUCKET_MINUTES
  const all = new Map<string | number, Bucket>()
  const filled = ({ left, at }: Bucket) => Math.min(capacity, left + ((now() - at) * aMinute) / 60_000)
  const leftOf = (name: string | number) => filled(all.get(name) ?? { left: capacity, at: now() })
  function keep(name: string | number, left: number): void {
    if (all.size >= MOST_BUCKETS) for (const [one, kept] of all) if (filled(kept) >= capacity) all.delete(one)
    all.set(name, { left, at: now() })
  }
  return {
    take(name: string | number): void {
      const left = leftOf(name)
      if (left < 1)
        throw tooMany('Too many calls. Please wait a moment and try again.', ((1 - left) * 60) / aMinute)
      keep(name, left - 1)
    },
    spend: (name: string | number, calls: number): void =>
      keep(name, Math.max(-aMinute, leftOf(name) - calls)),
  }
}

export interface Limits {
  /** Counts a call of a person who has signed in. */
  person(id: number): void
  /**
   * Counts further calls of a person, for a call that cost the server as much as that many. It refuses nothing; the
   * next call may be refused.
   */
  spend(id: number, calls: number): void
  /** Counts a call without a signed-in person. An IPv6 address counts for its network. */
  address(address: string): void
  /** Counts a health check. */
  health(address: string): void
  /** Counts the reading of a photograph for this address. */
  photo(address: string): void
  /** Counts a sign-in or a refresh that the server can attribute, by session or by person and device. */
  device(name: string): void
}

export const makeLimits = (
  env: Pick<Env, 'PERSON_CALLS_A_MINUTE' | 'ADDRESS_CALLS_A_MINUTE'>,
  now: () => number = () => performance.now(),
): Limits => {
  const byAddress = (aMinute: number) => {
    const { take } = buckets(aMinute, now)
    return (address: string) => take(countedAddress(address))
  }
  const people = buckets(env.PERSON_CALLS_A_MINUTE, now)
  return {
    person: people.take,
    spend: people.spend,
    address: byAddress(env.ADDRESS_CALLS_A_MINUTE),
    health: byAddress(HEALTH_CHECKS_A_MINUTE),
    photo: byAddress(PHOTOS_A_MINUTE),
    device: buckets(DEVICE_CALLS_A_MINUTE, now).take,
  }
}

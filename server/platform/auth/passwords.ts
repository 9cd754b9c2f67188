import { hash, verify } from '@node-rs/argon2'

/** OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. The library's default kind is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A letter typed in two ways (é as one character or as two) is the same password: NIST SP 800-63B, 5.1.1.2. */
const typed = (password: string) => password.normalize('NFKC')

/** Hashes a password into a PHC string with its own salt. Takes some 20 ms off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), parameters)
}

/**
 * Returns whether the password is the hashed one. An unreadable hash, as of an account without one, matches nothing.
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, typed(password)).catch(() => false)
}

let nobodysHash: Promise<string> | undefined

/**
 * Takes as long as `verifyPassword` and returns false. It is for a name that does not exist, so that the time of the
 * answer does not reveal which names exist.
 */
export async function verifyNothing(password = ''): Promise<false> {
  nobodysHash ??= hashPassword('')
  await verifyPassword(await nobodysHash, password)
  return false
}

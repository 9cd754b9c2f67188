/** Sign-in without a network: a person who signed in on this device within 14 days may use the same password. */
import type { PasswordVerifier } from '#src/db/device.ts'
import type { Environment } from './environment.ts'

/** A verifier is kept for 14 days after the last sign-in that the server granted (docs/security.md). */
const VERIFIER_DAYS = 14
const VERIFIER_LIFE_MS = VERIFIER_DAYS * 86_400_000
/** OWASP's figure for PBKDF2 with SHA-256; some 0.2 s on a desk, under 1 s on a warehouse handheld. */
const PBKDF2_ITERATIONS = 600_000

/** As on the server (`passwords.ts`): a letter typed in two ways (é as one character or as two) is the same password. */
const inOneForm = (password: string) => password.normalize('NFKC')

async function derive(
  subtle: SubtleCrypto,
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const typed = new TextEncoder().encode(password)
  const key = await subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  )
}

/** Makes a verifier; null where the page is not served securely and the browser has no cryptography. */
export async function makeVerifier(
  env: Environment,
  password: string,
  iterations = PBKDF2_ITERATIONS,
): Promise<PasswordVerifier | null> {
  if (!env.subtle) return null
  const salt = env.randomBytes(16)
  return {
    salt,
    iterations,
    hash: await derive(env.subtle, inOneForm(password), salt, iterations),
    made_at: env.now(),
  }
}

/**
 * Whether this verifier no longer allows a sign-in. A clock that went back makes its age negative, which is no reason
 * to trust it longer.
 */
export const hasExpired = ({ made_at }: PasswordVerifier, now: number): boolean =>
  Math.abs(now - made_at) > VERIFIER_LIFE_MS

export async function verifies(
  env: Environment,
  verifier: PasswordVerifier,
  password: string,
): Promise<boolean> {
  if (!env.subtle) return false
  if (hasExpired(verifier, env.now())) return false
  // An earlier release made the verifier of the password as it was typed.
  for (const typed of new Set([inOneForm(password), password])) {
    const hash = await derive(env.subtle, typed, verifier.salt, verifier.iterations)
    let difference = 0
    for (const [i, byte] of hash.entries()) difference |= byte ^ (verifier.hash[i] ?? 0)
    if (difference === 0) return true
  }
  return false
}

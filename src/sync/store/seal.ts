/** Values that lie on the device under a key that only the server gives (docs/decisions/0213). */
import type { Environment } from '#src/api/environment.ts'
import type { Sealed } from '#src/db/left.ts'

/** The length that NIST SP 800-38D recommends for the mode. */
const IV_BYTES = 12

const read = (subtle: SubtleCrypto, key: string, usage: 'encrypt' | 'decrypt') =>
  subtle.importKey('jwk', { kty: 'oct', k: key }, 'AES-GCM', false, [usage])

/**
 * @param key 256 bits in base64url
 * @returns null where the page is not served securely and the browser has no cryptography
 */
export async function seal(
  { subtle, randomBytes }: Pick<Environment, 'subtle' | 'randomBytes'>,
  key: string,
  value: unknown,
): Promise<Sealed | null> {
  if (!subtle) return null
  const iv = randomBytes(IV_BYTES)
  const text = new TextEncoder().encode(JSON.stringify(value))
  const bytes = await subtle.encrypt({ name: 'AES-GCM', iv }, await read(subtle, key, 'encrypt'), text)
  return { iv, bytes: new Uint8Array(bytes) }
}

/** @returns the value; undefined where another key sealed it or a byte has changed */
export async function unseal(
  { subtle }: Pick<Environment, 'subtle'>,
  key: string,
  { iv, bytes }: Sealed,
): Promise<unknown> {
  if (!subtle) return undefined
  const opened = await subtle
    .decrypt({ name: 'AES-GCM', iv }, await read(subtle, key, 'decrypt'), bytes)
    .catch(() => undefined)
  return opened && JSON.parse(new TextDecoder().decode(opened))
}

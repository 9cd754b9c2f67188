/** Secrets that cannot be guessed, and their stored form: a person who reads the database can use none of them. */
import { createHash, randomBytes } from 'node:crypto'

/** Returns a new secret of 256 bits, as 43 characters that a URL may contain. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a secret. A secret has too many bits to be guessed, so a fast hash is enough. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

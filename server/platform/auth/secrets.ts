/** Texts that nobody can guess, and the form in which they are kept: who reads the database can use none of them. */
import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, as 43 characters that an address may hold. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. It has too many bits to be guessed, so that a fast hash is enough. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/**
 * The signed content of a refresh token: the session, and which generation of its tokens it is. The stored hash
 * decides; the content counts only where a restored backup knows no token of that time (docs/decisions/0225).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { makeSecret } from './secrets.ts'

export interface Signed {
  session: string
  /** 1 for the sign-in's own token, one more for each that it was exchanged for. */
  generation: number
}

const signature = (key: string, signed: string) =>
  createHmac('sha256', key).update(`refresh ${signed}`).digest('base64url')

/** A new token: 256 bits of chance, what it is of, and the signature of both. */
export function makeRefreshToken(key: string, { session, generation }: Signed): string {
  const signed = [makeSecret(), session, generation].join('.')
  return `${signed}.${signature(key, signed)}`
}

/** The content of a token; null where this key has not signed it. */
export function readRefreshToken(key: string, token: string): Signed | null {
  const end = token.lastIndexOf('.')
  const signed = token.slice(0, end)
  const [given, own] = [token.slice(end + 1), signature(key, signed)].map((text) => Buffer.from(text))
  if (given!.length !== own!.length || !timingSafeEqual(given!, own!)) return null
  const [, session, generation] = signed.split('.')
  const read = z.object({ session: z.uuid(), generation: z.coerce.number().int().positive() })
  return read.safeParse({ session, generation }).data ?? null
}

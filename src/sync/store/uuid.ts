/** UUIDv7: ids that sort by when they were made, so that an index of them grows at its end. RFC 9562, 5.7. */
import type { Environment } from '#src/api/environment.ts'

export type MakeId = () => string

/** Never goes back, whatever the clock does: then the counter goes on from the last id. */
export function idMaker({ now, randomBytes }: Pick<Environment, 'now' | 'randomBytes'>): MakeId {
  let last = 0
  let counter = 0
  return () => {
    const bytes = randomBytes(16)
    const ms = Math.max(0, now())
    if (ms > last) {
      last = ms
      // 12 bits, of which the top one is left free for counting up (RFC 9562, 6.2, method 1).
      counter = ((bytes[6]! << 8) | bytes[7]!) & 0x7ff
    } else if (++counter > 0xfff) {
      last++
      counter = 0
    }
    for (let i = 0; i < 6; i++) bytes[i] = Math.floor(last / 2 ** (8 * (5 - i))) & 0xff
    bytes[6] = 0x70 | (counter >> 8)
    bytes[7] = counter & 0xff
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex)
  }
}

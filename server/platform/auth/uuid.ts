import { createHash, randomBytes } from 'node:crypto'

/** A UUIDv7 (RFC 9562): sorted by the time that it was made, so that indexes stay dense. */
export function v7(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  return written(bytes, 7)
}

/**
 * Ids for what is made together, in an order that their own order keeps: the text draws their chance, so that the same
 * text at the same moment makes the same ids.
 */
export function v7s(now: number, text: string): () => string {
  let n = 0
  return () => {
    const bytes = createHash('sha256').update(`${text} ${n}`).digest().subarray(0, 16)
    bytes.writeUIntBE(now + n++, 0, 6)
    return written(bytes, 7)
  }
}

/** A UUIDv8 (RFC 9562): always the same for the same text. */
export function v8(text: string): string {
  return written(createHash('sha256').update(text).digest().subarray(0, 16), 8)
}

function written(bytes: Buffer, version: number): string {
  bytes[6] = (version << 4) | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

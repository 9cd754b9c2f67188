/** An engine's words for a code, made into a `Read`. */
import { expandUpcE } from '#contract/barcode/gtin.ts'
import type { EngineName, CodeRead, Symbology } from './engine.ts'

interface Seen {
  engine: EngineName
  /** `UPC-A` with 13 digits is accepted: engines write it as the EAN-13 that it is. */
  family: 'ean-upc' | 'upc-e' | 'code-128' | 'itf' | 'datamatrix' | 'qr'
  text: string
  /** ISO/IEC 15424, where the engine says it: ']C1'. */
  identifier?: string
  lines: number
  offCentre: number
}

/** Interleaved 2 of 5 has no start that a part of it cannot have, so short ones are mostly parts: ISO/IEC 16390. */
const ITF_MIN_DIGITS = 6

/** @returns null for what is no code of ours: no text, a number of the wrong length */
export function readOf({ engine, family, text, identifier = '', lines, offCentre }: Seen): CodeRead | null {
  const made = (symbology: Symbology, printed: string, raw = printed): CodeRead => ({
    text: printed,
    symbology,
    raw,
    engine,
    lines,
    offCentre,
  })
  if (text === '') return null
  switch (family) {
    case 'ean-upc':
      return eanUpc(text, made)
    case 'upc-e': {
      const upcA = expandUpcE(text)
      // `parseScan` takes eight digits that begin with 1 for EAN-8 where they could be either.
      return upcA ? made('upc-e', text, text.startsWith('0') ? text : `]E0${upcA.padStart(13, '0')}`) : null
    }
    case 'code-128':
      return identifier === ']C1' ? made('gs1-128', text, identifier + text) : made('code-128', text)
    case 'itf':
      if (!/^(?:\d\d)+$/.test(text) || text.length < ITF_MIN_DIGITS) return null
      return made(text.length === 14 ? 'itf-14' : 'itf', text)
    case 'datamatrix':
      return /^\]d[25]/.test(identifier)
        ? made('gs1-datamatrix', text, identifier + text)
        : made('datamatrix', text)
    default:
      return /^\]Q[34]/.test(identifier) ? made('gs1-qr', text, identifier + text) : made('qr', text)
  }
}

function eanUpc(
  text: string,
  made: (symbology: Symbology, printed: string, raw?: string) => CodeRead,
): CodeRead | null {
  if (!/^\d+$/.test(text)) return null
  if (text.length === 8) return made('ean-8', text, text.startsWith('0') ? `]E4${text}` : text)
  if (text.length === 12) return made('upc-a', text)
  if (text.length !== 13) return null
  return text.startsWith('0') ? made('upc-a', text.slice(1)) : made('ean-13', text)
}

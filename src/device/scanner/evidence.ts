/**
 * Whether what was seen in one picture is believed. A wrong read is worse than none: the wrong case is shipped.
 *
 * Both engines can read the same wrong number out of the same pixels, check digit and all (measured: 4 of 381
 * photographs), in a few scan lines each. So a linear code counts by its lines: many in one look, or fewer in looks
 * that agree. Matrix codes correct their own errors and are believed at once.
 */
import type { CodeRead, Symbology } from './engine.ts'

/** zxing: lines of one look that are enough by themselves. Wrong reads of retail numbers and Code 128 had up to 3. */
const ZXING_ENOUGH = 8
/** Lines of looks that agree, together. */
const AGREED_ENOUGH = 6
/** zbar counts every crossing, also halves that it joins across lines. Wrong reads had up to 42. */
const ZBAR_ENOUGH = 60
/** How many of zbar's crossings weigh as much as one line of zxing's. */
const ZBAR_PER_LINE = 3
/** A number that was read besides another is only believed when it was seen this many times as well. */
const CLEARLY_MORE = 3

const MATRIX = new Set<Symbology>(['datamatrix', 'gs1-datamatrix', 'qr', 'gs1-qr'])

const isMatrix = ({ symbology }: Pick<CodeRead, 'symbology'>) => MATRIX.has(symbology)

/** UPC-E and ITF of a free length have hardly a check of their own: they need twice as much. */
const isWeak = ({ symbology }: Pick<CodeRead, 'symbology'>) => symbology === 'upc-e' || symbology === 'itf'

/**
 * zbar ignores the shift of Code 128 to accented letters and reads others in their place, and takes parts of ITF for
 * the whole: alone it is believed for retail numbers.
 */
const zbarMayStandAlone = ({ symbology }: Pick<CodeRead, 'symbology'>) => /^(?:ean|upc)/.test(symbology)

/** Reads of one picture, look by look. */
export interface Evidence {
  /** Takes what one look saw. */
  add(reads: readonly CodeRead[]): void
  /** The code that is believed by now, if any. */
  verdict(): CodeRead | null
}

interface Candidate {
  read: CodeRead
  /** Lines, look by look. */
  zxing: number[]
  zbar: number[]
}

export function collectEvidence(): Evidence {
  const candidates = new Map<string, Candidate>()

  return {
    add(reads) {
      const inThisLook = new Set<string>()
      for (const read of reads) {
        const known = candidates.get(read.text)
        const candidate = known ?? { read, zxing: [], zbar: [] }
        candidates.set(read.text, candidate)
        // zxing tells GS1-128 from Code 128, zbar does not.
        if (read.engine === 'zxing' && candidate.read.engine !== 'zxing') candidate.read = read
        // The same code twice in one picture, or found twice by one look, is one witness.
        if (inThisLook.has(read.text)) continue
        inThisLook.add(read.text)
        candidate[read.engine === 'zbar' ? 'zbar' : 'zxing'].push(read.lines)
      }
    },
    verdict() {
      const all = [...candidates.values()]
      const matrix = all.find(({ read }) => isMatrix(read))
      if (matrix) return matrix.read
      const [best, next] = all.sort((a, b) => weight(b) - weight(a))
      if (!best || !isEnough(best)) return null
      return next && weight(next) * CLEARLY_MORE > weight(best) ? null : best.read
    },
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const weight = ({ zxing, zbar }: Candidate) => sum(zxing) + sum(zbar) / ZBAR_PER_LINE

function isEnough(candidate: Candidate): boolean {
  const { read, zxing, zbar } = candidate
  const factor = isWeak(read) ? 2 : 1
  if (Math.max(0, ...zxing) >= ZXING_ENOUGH * factor) return true
  if (Math.max(0, ...zbar) >= ZBAR_ENOUGH * factor && zbarMayStandAlone(read)) return true
  // zbar is no witness for itself: it joins the same two halves in every look.
  const agreed = zxing.length >= 2 || (zxing.length === 1 && zbar.length > 0)
  return agreed && weight(candidate) >= AGREED_ENOUGH * factor
}

/**
 * Whether a live read is worth counting; two equal ones of different frames make a report. Of several codes in the
 * picture, the one that the camera is pointed at.
 */
export function liveRead(reads: readonly CodeRead[]): CodeRead | null {
  const worth = reads.filter(
    (read) =>
      isMatrix(read) ||
      (read.engine === 'zbar'
        ? zbarMayStandAlone(read) && read.lines >= LIVE_ZBAR * (isWeak(read) ? 2 : 1)
        : read.lines >= LIVE_ZXING * (isWeak(read) ? 2 : 1)),
  )
  return worth.sort((a, b) => a.offCentre - b.offCentre)[0] ?? null
}

const LIVE_ZXING = 3
const LIVE_ZBAR = 10

/**
 * Decides whether a code seen in one picture is believed. A wrong read is worse than none: the wrong case is shipped.
 *
 * Both engines can read the same wrong number from the same pixels, check digit and all (`npm run bench:scan`: 4 of 381
 * photographs), in a few scan lines each. So the lines of a linear code count: many in one look, or fewer in looks that
 * agree. Matrix codes correct their own errors and are believed at once.
 */
import type { CodeRead, Symbology } from './engine.ts'

/**
 * zxing: the lines of one look that are enough by themselves. Wrong reads of retail numbers and Code 128 had up to 3.
 */
const ZXING_ENOUGH_LINES = 8
/** The lines of looks that agree, together. */
const AGREED_ENOUGH_LINES = 6
/**
 * zbar: the crossings that are enough. It counts each crossing, also halves that it joins across lines. Wrong reads had
 * up to 42.
 */
const ZBAR_ENOUGH_CROSSINGS = 60
/** The number of zbar's crossings that weigh as much as one line of zxing's. */
const ZBAR_CROSSINGS_A_LINE = 3
/** A number that was read beside another is believed only if it was seen at least this many times as often. */
const CLEARLY_MORE_FACTOR = 3

const MATRIX = new Set<Symbology>(['datamatrix', 'gs1-datamatrix', 'qr', 'gs1-qr'])

const isMatrix = ({ symbology }: Pick<CodeRead, 'symbology'>) => MATRIX.has(symbology)

/** UPC-E and ITF of a free length have a weak check of their own: they need twice as much. */
const isWeak = ({ symbology }: Pick<CodeRead, 'symbology'>) => symbology === 'upc-e' || symbology === 'itf'

/**
 * Whether zbar alone is believed: only for retail numbers. zbar ignores the shift of Code 128 to accented letters and
 * reads others in their place, and it takes parts of ITF for the whole.
 */
const zbarMayStandAlone = ({ symbology }: Pick<CodeRead, 'symbology'>) => /^(?:ean|upc)/.test(symbology)

/** Reads of one picture, look by look. */
export interface Evidence {
  /** Adds the reads of one look. */
  add(reads: readonly CodeRead[]): void
  /** Returns the code that is believed by now, if any. */
  verdict(): CodeRead | null
}

interface Candidate {
  read: CodeRead
  /** The lines of each look. */
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
        // zxing distinguishes GS1-128 from Code 128, zbar does not.
        if (read.engine === 'zxing' && candidate.read.engine !== 'zxing') candidate.read = read
        // The same code twice in one picture, or found twice by one look, counts once.
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
      return next && weight(next) * CLEARLY_MORE_FACTOR > weight(best) ? null : best.read
    },
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const weight = ({ zxing, zbar }: Candidate) => sum(zxing) + sum(zbar) / ZBAR_CROSSINGS_A_LINE

function isEnough(candidate: Candidate): boolean {
  const { read, zxing, zbar } = candidate
  const factor = isWeak(read) ? 2 : 1
  if (Math.max(0, ...zxing) >= ZXING_ENOUGH_LINES * factor) return true
  if (Math.max(0, ...zbar) >= ZBAR_ENOUGH_CROSSINGS * factor && zbarMayStandAlone(read)) return true
  // zbar does not confirm itself: it joins the same two halves in every look.
  const agreed = zxing.length >= 2 || (zxing.length === 1 && zbar.length > 0)
  return agreed && weight(candidate) >= AGREED_ENOUGH_LINES * factor
}

/**
 * Returns the live read that is worth counting; two equal ones of different frames make a report. If the picture has
 * several codes, returns the one that the camera points at.
 */
export function liveRead(reads: readonly CodeRead[]): CodeRead | null {
  const worth = reads.filter(
    (read) =>
      isMatrix(read) ||
      (read.engine === 'zbar'
        ? zbarMayStandAlone(read) && read.lines >= LIVE_ZBAR_CROSSINGS * (isWeak(read) ? 2 : 1)
        : read.lines >= LIVE_ZXING_LINES * (isWeak(read) ? 2 : 1)),
  )
  return worth.sort((a, b) => a.offCentre - b.offCentre)[0] ?? null
}

const LIVE_ZXING_LINES = 3
const LIVE_ZBAR_CROSSINGS = 10

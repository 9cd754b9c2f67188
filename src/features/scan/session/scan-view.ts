/** What the scan screen shows of the acts on it, beside the list itself. */
import type { Doubt } from '#contract/orders/doubts.ts'
import type { ParsedScan } from '#contract/barcode/parse.ts'
import type { Act } from '#contract/orders/acts.ts'
import type { UnitType } from '#contract/values.ts'

/** What a scan asks before it is counted. Nothing is stored until the picker has answered. */
type Question =
  | { kind: 'doubt'; why: 'done' | 'out-of-stock'; line: string; raw: string; parsed: ParsedScan }
  /** Recalled, expired, seen before, or of a weight that it should not have: counted only for a reason. */
  | {
      kind: 'unusual'
      line: string
      doubts: readonly Doubt[]
      raw: string
      parsed: ParsedScan
      linked: string | null
    }
  | { kind: 'choose'; lines: string[]; raw: string; parsed: ParsedScan }
  | { kind: 'substitute'; line: string; upc: string; raw: string }

/** The outcome of the last scan. It names lines by id, because their rows go on changing. */
export type ScanResult =
  | { kind: 'none' }
  | { kind: 'counted'; line: string; text: string; linked: string | null }
  | Question
  | { kind: 'outside'; raw: string }
  | { kind: 'unknown'; raw: string; hint: string | null }
  | { kind: 'linked'; line: string; barcode: string }
  | { kind: 'refused'; message: string }

const QUESTIONS = ['doubt', 'unusual', 'choose', 'substitute'] as const satisfies Question['kind'][]

/** Whether a scan waits for the picker's answer. */
export const isQuestion = (result: ScanResult): result is Question =>
  (QUESTIONS as readonly string[]).includes(result.kind)

/** A piece in the Weight / Lot dialog: the row that it begins on, or the first that lacks something. */
export interface WeightPlace {
  line: string
  /** `piece` is the id of the row that a label made. Its place may be before that of its count, where earlier pieces have none. */
  at: { item: string; unit: UnitType; number: number; piece: string | null } | null
}

export interface ScanView {
  current: string | null
  result: ScanResult
  /** A code was scanned while a question waited for its answer. It was not counted. */
  isIgnoring: boolean
  weight: WeightPlace | null
  /** Newest last. */
  acts: readonly (Act & { line: string | null })[]
  /** What Undo took back, until something else is done. */
  undone: string | null
  /** How many scans were taken. */
  scans: number
  /** Scans and presses that are not stored yet. */
  queued: number
}

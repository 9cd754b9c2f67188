/** What the parts of a scan session share. */
import type { ScanSettings } from '#contract/barcode/parse.ts'
import type { Line } from '#contract/picking/lines.ts'
import type { PressMemory } from '#contract/picking/presses.ts'
import type { ScanAnswer } from '#src/device/sound.ts'
import type { Cell } from '#src/ui/cell.ts'
import type { ActQueue } from './act-queue.ts'
import type { Commit } from './commit.ts'
import type { Elsewhere } from './load-rows.ts'
import type { ScanListStore } from './scan-list.ts'
import type { ScanView } from './scan-view.ts'

export interface ScanSessionOptions {
  list: ScanListStore
  commit: Commit
  /** Answers with sound, vibration and the flash of the edge. A stored act is answered only after the disk has it. */
  answer(answer: ScanAnswer): void
  /** What the whole catalogue knows of a code (A326): asked only when no listed line has it. */
  lookElsewhere(raw: string): Promise<Elsewhere>
  /** Whether a piece of this product with this serial was picked before, on any order that the device knows. */
  isSerialKnown(product: string, serial: string): Promise<boolean>
  /** The distributor's day, `YYYY-MM-DD`. */
  today(): string
  newId(): string
  /** How this device reads codes. */
  settings(): ScanSettings
}

/** What a session remembers while its screen is open; after a reload none of it is known. */
export interface SessionMemory extends PressMemory {
  /** The line that the last act, a scan, completed: Picked then only confirms. */
  justCompleted: string | null
  /** How many open dialogs wait for an answer. */
  questions: number
}

export interface SessionParts {
  options: ScanSessionOptions
  view: Cell<ScanView>
  queue: ActQueue
  memory: SessionMemory
  lineOf(id: string | null): Line | undefined
}

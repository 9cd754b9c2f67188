/**
 * A person's acts on the scan screen, in parts: who receives a scan (`scan-gate.ts`), what it means (`take-scan.ts`),
 * the current item's buttons (`line-presses.ts`), and other products for it (`product-acts.ts`). All of it goes through
 * one queue (`act-queue.ts`), which stores each act before it is answered and can undo it.
 */
import type { Act } from '#contract/orders/acts.ts'
import { newMemory } from '#contract/picking/presses.ts'
import { createCell, type Cell } from '#src/ui/cell.ts'
import { createActQueue } from './act-queue.ts'
import { createLinePresses } from './line-presses.ts'
import { createProductActs } from './product-acts.ts'
import { createScanGate } from './scan-gate.ts'
import type { ScanView } from './scan-view.ts'
import type { ScanSessionOptions, SessionMemory, SessionParts } from './session-parts.ts'
import { createScanTaker } from './take-scan.ts'

export type ScanSession = ReturnType<typeof createScanSession>

const NOTHING_SHOWN: ScanView = {
  current: null,
  result: { kind: 'none' },
  isIgnoring: false,
  weight: null,
  acts: [],
  undone: null,
  scans: 0,
  queued: 0,
}

export function createScanSession(options: ScanSessionOptions) {
  const { list, commit, answer } = options
  const view: Cell<ScanView> = createCell(NOTHING_SHOWN)
  const memory: SessionMemory = { ...newMemory(), justCompleted: null, questions: 0 }
  const onStored = () => (memory.justCompleted = null)
  const queue = createActQueue({ list, commit, answer, view, onStored })
  const lineOf = (id: string | null) => (id === null ? undefined : list.get().byId.get(id))
  const parts: SessionParts = { options, view, queue, memory, lineOf }
  const { show } = queue

  const taker = createScanTaker(parts)
  const { hear, take: _, ...answers } = taker
  const { after, ...gate } = createScanGate({
    take: hear,
    inTurn: (run) => queue.queued(run, { scans: view.get().scans + 1 }),
  })

  return {
    view: view as Pick<Cell<ScanView>, 'get' | 'subscribe'>,
    list,
    today: options.today,
    settings: options.settings,
    /** Plays the tone for something unusual that a dialog has noticed. */
    warn: () => answer('unusual'),
    /** Plays the tone for a scan that a dialog does not let through. */
    refuse: () => answer('wrong'),
    /** Holds counting while a dialog waits for an answer. Returns a function that ends this. */
    hold(): () => void {
      memory.questions++
      show({ isIgnoring: false })
      return () => {
        memory.questions--
        show({ isIgnoring: false })
      }
    },
    ...gate,
    ...answers,
    ...createLinePresses(parts, after),
    ...createProductActs(parts, taker),

    /**
     * Chooses the line that a person taps. It waits its turn, because earlier scans and undos show their own lines
     * first.
     */
    choose: (line: string) =>
      after(() => queue.queued(async () => show({ current: line, result: { kind: 'none' } }))),
    /** Shows the line at which the walk begins, where no line was chosen. */
    begin: (line: string) => show({ current: line, result: { kind: 'none' } }),
    rescan: () => show({ result: { kind: 'none' } }),
    openWeight: (line: string) => show({ weight: { line, at: null } }),
    closeWeight: () => show({ weight: null }),
    /** Stores the act of a dialog. Resolves with what went wrong, in words, or null. */
    run: (act: Act, line: string | null) => queue.run(() => act, line),
    undo: queue.undo,
  }
}

/**
 * One act after the other: scans and presses wait in one queue, each is stored before it is answered, and each can be
 * undone.
 */
import type { Act } from '#contract/orders/acts.ts'
import type { Line } from '#contract/picking/lines.ts'
import type { ScanAnswer } from '#src/device/sound.ts'
import type { Cell } from '#src/ui/cell.ts'
import type { Commit } from './commit.ts'
import type { ScanListStore } from './scan-list.ts'
import type { ScanView } from './scan-view.ts'

interface ActQueueOptions {
  list: ScanListStore
  commit: Commit
  answer(answer: ScanAnswer): void
  view: Cell<ScanView>
  /** An act has been stored, or one has been taken back. */
  onStored(): void
}

/** More than anybody goes back; the older ones are corrected by hand. */
const UNDO_DEPTH = 100

export type ActQueue = ReturnType<typeof createActQueue>

export function createActQueue(options: ActQueueOptions) {
  const { list, view } = options
  const { show, refuse, keep, store, takeBack } = createActStore(options)
  let tail: Promise<unknown> = Promise.resolve()

  /** One after the other: an act sees the rows that the act before it left. `part` is shown while it waits. */
  function queued(run: () => Promise<void>, part: Partial<ScanView> = {}): Promise<void> {
    show({ ...part, queued: view.get().queued + 1 })
    const turn = tail.then(run).catch((error: unknown) => {
      refuse(error instanceof Error ? error.message : String(error))
    })
    tail = turn.then(() => show({ queued: view.get().queued - 1 }))
    return turn
  }

  /** What a press on a line does, in its turn: stored where it changes something; `then` is what the screen shows after it. */
  function press(
    lineId: string,
    make: (line: Line) => Act | null,
    then: (line: Line) => Partial<ScanView> = () => ({ current: lineId }),
  ): Promise<void> {
    return queued(async () => {
      const line = list.get().byId.get(lineId)
      if (!line) return
      const done = make(line)
      if (done) await store(done, lineId, () => then(line))
      else show(then(line))
    })
  }

  /**
   * Stores what a dialog decided. Resolves with what went wrong, in words for the dialog, or null.
   *
   * @param make the act, made when its turn comes; null where nothing is left to do
   */
  function run(
    make: () => Act | null,
    line: string | null,
    then: () => Partial<ScanView> = () => ({}),
  ): Promise<string | null> {
    const turn = tail.then(async () => {
      try {
        const act = make()
        return act && (await keep(act, line, then))
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    })
    tail = turn
    return turn
  }

  /** Takes the last act back. */
  const undo = () => queued(takeBack)

  return { show, queued, store, press, run, undo }
}

/** Stores acts and takes them back, and shows what came of it; whose turn it is the queue says. */
function createActStore({ list, commit, answer, view, onStored }: ActQueueOptions) {
  /** What is said of an ignored scan goes with the question that it was said at. */
  const show = (part: Partial<ScanView>) =>
    view.set({ ...view.get(), ...('result' in part && { isIgnoring: false }), ...part })
  const withAct = (act: Act, line: string | null) => [...view.get().acts, { ...act, line }].slice(-UNDO_DEPTH)

  function refuse(message: string): void {
    show({ result: { kind: 'refused', message } })
    answer('wrong')
  }

  /**
   * Stores an act and lays it on the list; why it could not be stored, in words, or null. `then` is what the screen shows with
   * it, in the same paint.
   */
  async function keep(act: Act, line: string | null, then: () => Partial<ScanView>): Promise<string | null> {
    const stored = await commit(act.edits)
    if (!stored.ok) return stored.message
    list.apply(stored.changes)
    show({ acts: withAct(act, line), undone: null, ...then() })
    return null
  }

  /** The same for a scan or a press, which the screen answers; whether it is stored. */
  async function store(
    act: Act,
    line: string | null,
    then: () => Partial<ScanView> = () => ({}),
  ): Promise<boolean> {
    const why = await keep(act, line, then)
    if (why !== null) refuse(why)
    else onStored()
    return why === null
  }

  async function takeBack(): Promise<void> {
    const last = view.get().acts.at(-1)
    if (!last) return
    const stored = await commit(last.inverse)
    if (!stored.ok) {
      // It never can be taken back (somebody deleted the item): the acts before it still can.
      show({ acts: view.get().acts.slice(0, -1) })
      return refuse(stored.message)
    }
    onStored()
    list.apply(stored.changes)
    show({
      acts: view.get().acts.slice(0, -1),
      undone: last.label,
      result: { kind: 'none' },
      weight: null,
      current: last.line ?? view.get().current,
    })
  }

  return { show, refuse, keep, store, takeBack }
}

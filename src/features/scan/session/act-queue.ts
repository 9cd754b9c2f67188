/**
 * One act after the other: scans and presses wait in one queue. Each act is stored before it is answered, and each can
 * be undone.
 */
import type { Act } from '#contract/orders/acts.ts'
import type { Line } from '#contract/picking/lines.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { ScanAnswer } from '#src/device/sound.ts'
import { undoable } from '#src/sync/undo.ts'
import type { Cell } from '#src/ui/cell.ts'
import type { Commit } from './commit.ts'
import type { ScanListStore } from './scan-list.ts'
import type { ScanView } from './scan-view.ts'

interface ActQueueOptions {
  list: ScanListStore
  commit: Commit
  answer(answer: ScanAnswer): void
  view: Cell<ScanView>
  /** Called when an act has been stored or undone. */
  onStored(): void
}

/** More acts than a person undoes; older ones are corrected by hand. */
const UNDO_DEPTH = 100

export type ActQueue = ReturnType<typeof createActQueue>

export function createActQueue(options: ActQueueOptions) {
  const { list, view } = options
  const { show, refuse, keep, store, takeBack } = createActStore(options)
  let tail: Promise<unknown> = Promise.resolve()

  /**
   * Runs one task after the other: an act sees the rows that the act before it left. `part` is shown while it waits.
   */
  function queued(run: () => Promise<void>, part: Partial<ScanView> = {}): Promise<void> {
    show({ ...part, queued: view.get().queued + 1 })
    const turn = tail.then(run).catch((error: unknown) => {
      refuse(error instanceof Error ? error.message : String(error))
    })
    tail = turn.then(() => show({ queued: view.get().queued - 1 }))
    return turn
  }

  /**
   * Runs a press on a line in its turn: stores its act where it changes something. `then` returns what the screen shows
   * after it.
   */
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
   * Stores the act of a dialog. Resolves with what went wrong, in words for the dialog, or null.
   *
   * @param make returns the act, when its turn comes; null where nothing is left to do
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

  /** Undoes the last act. */
  const undo = () => queued(takeBack)

  return { show, queued, store, press, run, undo }
}

/** Stores and undoes acts, and shows the outcome. The queue decides the order. */
function createActStore({ list, commit, answer, view, onStored }: ActQueueOptions) {
  /** The note about an ignored scan goes away with the question during which it appeared. */
  const show = (part: Partial<ScanView>) =>
    view.set({ ...view.get(), ...('result' in part && { isIgnoring: false }), ...part })
  const withAct = (act: Act, line: string | null, changes: readonly RowChange[]) =>
    [...view.get().acts, { ...undoable(act, changes), line }].slice(-UNDO_DEPTH)

  function refuse(message: string): void {
    show({ result: { kind: 'refused', message } })
    answer('wrong')
  }

  /**
   * Stores an act and applies it to the list. Returns why it could not be stored, in words, or null. `then` returns
   * what the screen shows with it, in the same paint.
   */
  async function keep(act: Act, line: string | null, then: () => Partial<ScanView>): Promise<string | null> {
    const stored = await commit(act.edits)
    if (!stored.ok) return stored.message
    list.apply(stored.changes)
    show({ acts: withAct(act, line, stored.changes), undone: null, ...then() })
    return null
  }

  /** Stores the act of a scan or a press, as `keep` does. A refusal sounds and is shown. Returns whether it is stored. */
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
      // It can never be undone (a user deleted the item); the acts before it still can.
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

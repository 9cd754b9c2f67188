/**
 * Doing and undoing. An act is stored at once, wholly or not at all, and can be undone while the screen is open. Acts
 * are stored one after the other, because a quick person presses again before the row is drawn again.
 */
import type { Line, PickedRows } from '#contract/picking/lines.ts'
import type { Act } from '#contract/orders/acts.ts'
import { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { errorText, isUnanswered } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { StorageTrouble } from '#src/sync/store/storage.ts'
import { undoable } from '#src/sync/undo.ts'
import { useMemo, useRef, useState } from 'react'
import type { KeptRows } from '../kept-rows.ts'

export interface Acts {
  /** Stores an act. Resolves with why it could not be stored, or null. A null act is no problem. */
  run: (act: Act | null) => Promise<string | null>
  /** Like `run`, with the act made from the row as it is when its turn comes, and not as it was drawn last. */
  runOn: (row: Line, make: (now: Line) => Act | null) => Promise<string | null>
  undo: () => Promise<void>
  /** Resolves when the acts so far are stored, or are not stored for good. */
  settled: () => Promise<void>
}

export interface ActsState {
  acts: Acts
  /** The last act that can be undone. */
  last: Act | null
  /** Why the last act was not stored, in words. */
  problem: string | null
  forgetProblem: () => void
  /** Whether an act that takes a moment is being stored, such as one on all rows of a long list. */
  busy: boolean
}

/** The most acts that Undo takes back: a person does not remember more. */
const UNDO_STEPS = 50

interface Where {
  engine: Engine
  /** The rows on show of orders that the device does not store. */
  away: () => PickedRows
  /** Shows the stored changes. */
  lay: KeptRows['lay']
  /** Called after an edit that went straight to the server. */
  onServerEdit: () => void
}

const newer = (drawn: OrderItemRow, answered: OrderItemRow | undefined): OrderItemRow =>
  answered && answered.version > drawn.version ? answered : drawn

/** Whether edits that met this failure may be stored when they are tried again. */
const mayPassLater = (error: unknown): boolean => isUnanswered(error) || error instanceof StorageTrouble

/** A row in the server's answer to an edit, as a change. Empty where the row is gone. */
function changesOf(answer: unknown): RowChange[] {
  const item = OrderItemRow.safeParse(answer)
  if (item.success) return [{ table: 'items', row: item.data }]
  const piece = OrderSubitemRow.safeParse(answer)
  return piece.success ? [{ table: 'subitems', row: piece.data }] : []
}

export function useActs({ engine, away, lay, onServerEdit }: Where): ActsState {
  const done = useRef<Act[]>([])
  const [last, setLast] = useState<Act | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(0)

  const acts = useMemo<Acts>(() => {
    const queue: { tail: Promise<unknown> } = { tail: Promise.resolve() }
    /** Items of orders that the device does not store, as the server returned them for the last edit of each. */
    const answered = new Map<string, OrderItemRow>()

    /** Runs `work` when all before it is done. Resolves with what went wrong, in words, or null. */
    function queued(work: () => Promise<void>): Promise<string | null> {
      setRunning((n) => n + 1)
      // Only a press takes the words about a failed act away: the act behind it may end in the same moment.
      setProblem(null)
      const turn = queue.tail.then(work).then(
        () => null,
        (error: unknown) => errorText(error),
      )
      queue.tail = turn.finally(() => setRunning((n) => n - 1))
      return turn.then((why) => {
        if (why !== null) setProblem(why)
        return why
      })
    }

    async function asItStands(row: Line): Promise<Line> {
      const kept = await engine.db.items.bulkGet(row.items.map(({ id }) => id))
      const items = row.items.map((item, n) => kept[n] ?? newer(item, answered.get(item.id)))
      return { ...row, items }
    }

    const isAway = ({ order }: NewEdit) => away().orders.some(({ id }) => id === order)
    /** Splits edits by where they are stored. The device may come to keep an order while another edit is stored. */
    const split = (edits: readonly NewEdit[]) => ({
      here: edits.filter((edit) => !isAway(edit)),
      there: edits.filter(isAway),
    })

    /** Stores the edits of orders that the device keeps. Resolves with the rows as they are now. */
    async function storeHere(here: readonly NewEdit[]): Promise<readonly RowChange[]> {
      if (here.length === 0) return []
      const result = await engine.commit(here)
      if (result.kind !== 'committed') throw new Error(result.message)
      lay(result.changes)
      return result.changes
    }

    /** An act whose Undo failed, with what is left to undo: the device stores its own orders' edits first. */
    function leftOf(act: Act, failure: unknown): Act {
      if (failure instanceof StorageTrouble) return act
      return { ...act, inverse: act.inverse.filter(isAway) }
    }

    /** Stores the edits of all other orders. Resolves with the rows as they are now. */
    async function storeAway(there: readonly NewEdit[]): Promise<readonly RowChange[]> {
      if (there.length === 0) return []
      const { items, pieces } = away()
      const seen = [...items.map((item) => newer(item, answered.get(item.id))), ...pieces]
      // The user whose change caused a refusal may have changed the row too.
      const changes = (await engine.sendAway(there, seen).finally(onServerEdit)).flatMap(changesOf)
      for (const change of changes)
        if (change.table === 'items' && 'row' in change) answered.set(change.row.id, change.row)
      return changes
    }

    async function perform(act: Act | null): Promise<void> {
      if (!act) return
      const { here, there } = split(act.edits)
      const changes = await storeHere(here)
      const storedFor = new Set(here.map(({ order }) => order))
      try {
        remember(act, [...changes, ...(await storeAway(there))])
      } catch (error) {
        // Undo takes back what the device has stored of it already, and not the act before.
        remember({ ...act, inverse: act.inverse.filter(({ order }) => storedFor.has(order)) }, changes)
        throw error
      }
    }

    /** Lets Undo take an act back. */
    function remember(act: Act, changes: readonly RowChange[]): void {
      const stored = undoable(act, changes)
      if (stored.inverse.length === 0) return
      done.current = [...done.current.slice(1 - UNDO_STEPS), stored]
      setLast(stored)
    }

    return {
      settled: () => queue.tail.then(() => undefined),
      run: (act) => queued(() => perform(act)),
      runOn: (row, make) => queued(async () => perform(make(await asItStands(row)))),
      async undo() {
        await queued(async () => {
          const act = done.current.at(-1)
          if (!act) return
          const { here, there } = split(act.inverse)
          const failure = await storeHere(here)
            .then(() => storeAway(there))
            .then(
              () => null,
              (error: unknown) => error,
            )
          // The next Undo tries this act again, and not an earlier one. A refused act would be refused again.
          const left = failure !== null && mayPassLater(failure) ? [leftOf(act, failure)] : []
          done.current = [...done.current.slice(0, -1), ...left]
          setLast(done.current.at(-1) ?? null)
          if (failure !== null) throw failure
        })
      },
    }
  }, [engine, away, lay, onServerEdit])

  return {
    acts,
    last,
    problem,
    forgetProblem: () => setProblem(null),
    busy: running > 0,
  }
}

/** Doing and undoing: an act is stored at once, all of it or nothing, and can be taken back while the screen is open. */
import type { Act } from '#contract/orders/acts.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { callOf } from '#src/sync/edit.ts'
import type { Engine } from '#src/sync/engine.ts'
import { useMemo, useRef, useState } from 'react'
import type { KeptRows } from './kept-rows.ts'

export interface Acts {
  /** Stores it; resolves with why it could not be, or null. Nothing to do is no problem. */
  run: (act: Act | null) => Promise<string | null>
  undo: () => Promise<void>
}

export interface ActsState {
  acts: Acts
  /** The last act that can be taken back. */
  last: Act | null
  /** Why the last act was not stored, in words. */
  problem: string | null
  forgetProblem: () => void
  /** Something is being stored that takes a moment (all of a long list). */
  busy: boolean
}

/** As many as anybody remembers having done. */
const UNDO_STEPS = 50

interface Where {
  engine: Engine
  client: Client
  offDevice: () => ReadonlySet<number>
  /** Shows what was just stored. */
  lay: KeptRows['lay']
  /** After an edit that went straight to the server. */
  onServerEdit: () => void
}

export function useActs({ engine, client, offDevice, lay, onServerEdit }: Where): ActsState {
  const done = useRef<Act[]>([])
  const [last, setLast] = useState<Act | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(0)

  const acts = useMemo<Acts>(() => {
    async function store(edits: readonly NewEdit[]): Promise<string | null> {
      setRunning((n) => n + 1)
      try {
        const away = edits.filter(({ order }) => order !== undefined && offDevice().has(order))
        const here = edits.filter((edit) => !away.includes(edit))
        if (here.length > 0) {
          const result = await engine.commit(here)
          if (result.kind !== 'committed') return result.message
          lay(here, result.rows)
        }
        for (const edit of away) {
          const { method, path, body } = callOf(edit)
          await client.api(method, path, { body: body ?? undefined, idempotencyKey: engine.newId() })
        }
        if (away.length > 0) onServerEdit()
        return null
      } catch (error) {
        return errorText(error)
      } finally {
        setRunning((n) => n - 1)
      }
    }
    return {
      async run(act) {
        if (!act) return null
        const why = await store(act.edits)
        setProblem(why)
        if (why === null && act.inverse.length > 0) {
          done.current = [...done.current.slice(1 - UNDO_STEPS), act]
          setLast(act)
        }
        return why
      },
      async undo() {
        const act = done.current.pop()
        setLast(done.current.at(-1) ?? null)
        if (act) setProblem(await store(act.inverse))
      },
    }
  }, [engine, client, offDevice, lay, onServerEdit])

  return {
    acts,
    last,
    problem,
    forgetProblem: () => setProblem(null),
    busy: running > 0,
  }
}

import type { Act } from '#contract/orders/acts.ts'
import type { Doubt, Watched } from '#contract/orders/doubts.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import { rowsFollowing } from '#contract/picking/rows-following.ts'
import {
  losesData,
  markOf,
  rowDoubts,
  weightProblem,
  weightRows,
  withLot,
  type WeightRow,
} from '#contract/picking/weight-rows.ts'
import { createWeightSaver, type RefusedAct } from '#src/sync/save-weights.ts'
import { useRef, useState } from 'react'
import { rememberLot } from './last-lots.ts'

interface WeightLotProps {
  line: {
    /** The name of the edits in the ledger: the product's name. */
    label: string
    /** The items that may be changed, of one product. */
    items: readonly OrderItemRow[]
    pieces: readonly OrderSubitemRow[]
    /** Undefined while the device does not know it: then nothing is known to be unusual. */
    product: Watched | undefined
    upc: string
  }
  /** The distributor's day, `YYYY-MM-DD`. */
  day: string
  newId: () => string
  /** Stores an act on the device. Resolves to why it could not, or null. */
  run: (act: Act) => Promise<string | null>
  /** Sends the stored act, where the server is in reach. Resolves to what it refused of the act, or null. */
  send: (act: Act) => Promise<RefusedAct | null>
  onClose: () => void
}

export interface WeightLot {
  rows: readonly WeightRow[]
  change: (key: string, part: Partial<WeightRow>) => void
  /** The key of the row whose field has or last had the focus. */
  focused: string | null
  focus: (key: string) => void
  /** Gives each row without a lot this one. */
  fillLots: (lot: string) => void
  /** `ask`: rows with data would go; `doubt`: something is unusual. Both last until the person answers. */
  phase: 'edit' | 'ask' | 'doubt' | 'saving'
  /** Back to the rows, without saving. */
  edit: () => void
  /** The device's or the server's message for the last save, or null. */
  failure: string | null
  isWrong: boolean
  /** The rows that the question is about; none while it is not asked. */
  loses: readonly WeightRow[]
  doubts: readonly Doubt[]
  save: (answers?: SaveAnswers) => Promise<Saved>
  close: () => void
}

interface SaveAnswers {
  /** Whether rows with data may go. */
  mayLose?: boolean
  /** The reason why something unusual is right. */
  reason?: string | null
  /** Whether to wait for the server's answer, where it is in reach; else only for the disk. */
  waits?: boolean
}

/**
 * `closed`: everything is stored, and the dialog is over. `doubt` and `ask`: a question is open. `kept`: the dialog
 * stays open.
 */
type Saved = 'closed' | 'ask' | 'doubt' | 'kept'

/**
 * A078, A155, A176–A179: the rows of a "Weight / Lot" dialog and their way to the disk, on the scan screen and on the
 * pick list. A save stores exactly the marked rows. It asks before rows with data go, and about anything unusual. A
 * refusal keeps the dialog open and shows its words. The same rows are never stored twice.
 */
export function useWeightLot({ line, day, newId, run, send, onClose }: WeightLotProps): WeightLot {
  const [rows, setRows] = useState(() => weightRows(line.items, line.pieces))
  const [phase, setPhase] = useState<WeightLot['phase']>('edit')
  const [failure, setFailure] = useState<string | null>(null)
  const [change] = useState(
    () => (key: string, part: Partial<WeightRow>) =>
      setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row))),
  )
  const fillLots = (lot: string) => setRows((all) => withLot(all, lot))
  const [saver] = useState(() => createWeightSaver({ run, send, newId }))
  const [focused, focus] = useState<string | null>(null)
  // Until a save, the rows follow what other people store. After it, they follow what the save stored. If nothing was
  // stored, they follow other people again, and what was typed is based on what those have stored.
  const [following, setFollowing] = useState<'first' | 'no' | 'again'>('first')
  const [followed, setFollowed] = useState<typeof line.pieces | null>(line.pieces)
  const follow = (all: readonly WeightRow[], at: string | null) =>
    rowsFollowing(all, line.items, line.pieces, {
      focused: at,
      sent: saver.sent,
      isRefused: following === 'again',
    })
  if (following !== 'no' && followed !== line.pieces) {
    setFollowed(line.pieces)
    setRows(follow(rows, focused))
  }
  /** The running save. Resolves to what went wrong when its edits were stored, or null. */
  const storing = useRef<Promise<string | null> | null>(null)
  const isOver = useRef(false)
  /** Ids of the pieces with data that may go. */
  const agreed = useRef(new Set<string>())
  const isWrong = rows.some((row) => weightProblem(row) !== null)
  const loses = phase === 'ask' ? losesData(rows) : []
  const doubts = line.product ? rowDoubts(line.product, rows, day) : []

  function close() {
    isOver.current = true
    onClose()
  }
  function edit() {
    agreed.current.clear()
    setPhase('edit')
  }
  function stop(at: 'ask' | 'doubt'): Saved {
    setPhase(at)
    return at
  }

  async function save({ mayLose = false, reason = null, waits = true }: SaveAnswers = {}): Promise<Saved> {
    if (isOver.current) return 'closed'
    if (storing.current) {
      // A second press waits with the first. A scan that goes on waits for the disk alone.
      if (waits || (await storing.current) !== null) return 'kept'
      close()
      return 'closed'
    }
    if (isWrong) return 'kept'
    // Nothing more is typed into an empty row: a piece that had no row takes it.
    const last = following === 'no' ? rows : follow(rows, null)
    if (following !== 'no') setRows((all) => follow(all, null))
    if (mayLose) for (const { piece } of loses) agreed.current.add(piece!.id)
    // Another piece may have come since the question.
    if (losesData(last).some(({ piece }) => !agreed.current.has(piece!.id))) return stop('ask')
    if (doubts.length > 0 && reason === null) return stop('doubt')
    setFailure(null)
    setPhase('saving')
    setFollowing('no')
    storing.current = saver.store({ label: line.label, items: line.items }, last, reason)
    const problem = await storing.current
    const refused = problem === null && waits ? await saver.send() : null
    storing.current = null
    // A scan has gone on meanwhile, or a person closed the dialog: another dialog may be here by now.
    if (isOver.current) return 'closed'
    if (refused) setRows(refused.rows)
    if (problem !== null) {
      setFollowing('again')
      setFollowed(null)
    }
    if (refused || problem !== null) {
      setFailure(refused?.message ?? problem)
      edit()
      return 'kept'
    }
    const lot = last.findLast((row) => markOf(row) !== null && row.lot.trim() !== '')?.lot
    if (lot) rememberLot(line.upc, lot.trim())
    close()
    return 'closed'
  }

  return {
    rows,
    change,
    focused,
    focus,
    fillLots,
    phase,
    edit,
    failure,
    isWrong,
    loses,
    doubts,
    save,
    close,
  }
}

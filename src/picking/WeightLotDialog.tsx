import type { Act } from '#contract/orders/acts.ts'
import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { usualWeightText } from '#contract/orders/doubts.ts'
import { nameOf, unlockedItems, upcOf, type Line } from '#contract/picking/lines.ts'
import { firstMissing, totalOf, type WeightRow } from '#contract/picking/weight-rows.ts'
import type { UnitType } from '#contract/values.ts'
import type { RefusedAct } from '#src/sync/save-weights.ts'
import { Button } from '#src/ui/Button.tsx'
import { plural } from '#src/ui/format.ts'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { useEffect, useRef, useState } from 'react'
import { lastLotOf } from './last-lots.ts'
import { NotCounted } from './NotCounted.tsx'
import picking from './picking.module.css'
import { useWeightLot, type WeightLot } from './use-weight-lot.ts'
import classes from './weight-lot.module.css'
import { DoubtQuestion, LossQuestion } from './WeightLotQuestions.tsx'
import { WeightLotRow, type Asks } from './WeightLotRow.tsx'

/** What a scan can do with the rows of the dialog. */
export interface OpenRows {
  /** The row whose field has the focus. There is none while a question waits for its answer. */
  focused(): WeightRow | undefined
  change(key: string, part: Partial<WeightRow>): void
  /**
   * Stores the rows on the device. Resolves to whether the dialog is over. If it is not, the dialog says that the scan is
   * not counted.
   */
  save(): Promise<boolean>
}

/** The additions of a screen on which codes are scanned while the dialog is open. */
interface ScansIn {
  /** The piece that the dialog begins with; null for the first that lacks something. */
  at: { item: string; unit: UnitType; number: number; piece: string | null } | null
  /** Takes each scan until the returned function is called. */
  take(rows: OpenRows): () => void
  /** Plays the sound for something unusual: a person does not look at the screen while scanning. */
  warn(): void
  /** Plays the sound for a scan that is not counted. */
  refuse(): void
}

interface WeightLotDialogProps {
  line: Line
  /** The distributor's day, `YYYY-MM-DD`. */
  today: () => string
  newId: () => string
  /** Stores an act on the device. Resolves to why it could not, or null. */
  run: (act: Act) => Promise<string | null>
  /** Sends the stored act, where the server is in reach. Resolves to what it refused of the act, or null. */
  send: (act: Act) => Promise<RefusedAct | null>
  onClose: () => void
  scans?: ScansIn
}

/** The "Weight / Lot" dialog (A078, A155, A176–A179): one row a piece, saved as exactly the marked rows. */
export default function WeightLotDialog({ line, today, scans, ...way }: WeightLotDialogProps) {
  const asks = subitemTypeOf(line)
  const [day] = useState(today)
  const lot = useWeightLot({
    line: {
      label: nameOf(line),
      items: unlockedItems(line),
      pieces: line.pieces,
      product: line.product,
      upc: upcOf(line),
    },
    day,
    ...way,
  })
  const { rows, focused, focus, phase, edit, failure, isWrong, loses, doubts, save, close } = lot
  const [begin] = useState(() => (scans ? beginAt(scans.at, rows, asks) : undefined))
  /**
   * Whether the dialog says that a scan was not counted, because the rows could not be saved. It says so until the person
   * changes or saves them.
   */
  const [isIgnoring, setIgnoring] = useState(false)
  const isAsking = phase === 'ask' || phase === 'doubt'

  /** Saves the rows. Resolves to whether the dialog is over. */
  async function saved(answers?: Parameters<typeof save>[0]): Promise<boolean> {
    setIgnoring(false)
    const became = await save(answers)
    if (became === 'doubt') scans?.warn()
    return became === 'closed'
  }
  function back() {
    setIgnoring(false)
    edit()
  }
  function change(key: string, part: Partial<WeightRow>) {
    setIgnoring(false)
    lot.change(key, part)
  }
  useScans(scans, {
    focused: () => (isAsking ? undefined : rows.find(({ key }) => key === focused)),
    change,
    async save() {
      setIgnoring(false)
      // A scan that goes on to the next piece waits for the disk only.
      const became = await save({ waits: false })
      if (became === 'closed') return true
      setIgnoring(true)
      // The first time a question is asked. While it is open, a scan is only refused.
      if (became === 'doubt' && phase !== 'doubt') scans?.warn()
      else scans?.refuse()
      return false
    },
  })

  return (
    <Modal size="floorWide" title="Weight / Lot" onClose={close}>
      <p>
        <b>{nameOf(line)}</b>
      </p>
      {asks.includes('l') && <Lots lot={lot} line={line} />}
      <div className={classes.pieces}>
        {rows.map((row) => (
          <WeightLotRow
            key={row.key}
            row={row}
            asks={asks}
            usual={line.product && asks.includes('w') ? usualWeightText(line.product, row.unit) : null}
            showOrder={line.items.length > 1}
            begins={row.key === begin}
            isScanned={scans !== undefined}
            onChange={change}
            onFocus={focus}
            onEnter={() => void saved()}
            saving={phase === 'saving'}
          />
        ))}
      </div>
      <Total rows={rows} asks={asks} />
      {failure !== null && <Failure text={failure} />}
      {isIgnoring && !isAsking && (isWrong || failure !== null) && (
        <NotCounted first={isWrong ? 'correct this' : 'save this'} />
      )}
      {phase === 'ask' && (
        <LossQuestion loses={loses} onKeep={back} onDelete={() => void saved({ mayLose: true })}>
          {isIgnoring && <NotCounted isInAlert />}
        </LossQuestion>
      )}
      {phase === 'doubt' && (
        <DoubtQuestion doubts={doubts} onEdit={back} onReason={(reason) => void saved({ reason })}>
          {isIgnoring && <NotCounted />}
        </DoubtQuestion>
      )}
      {phase === 'saving' && <p role="status">Saving weight / lot information</p>}
      <FloorButtons onBack={close} act="Save" reason={saveReason(lot)} onAct={() => void saved()} />
    </Modal>
  )
}

/** Returns why the rows cannot be saved now; false where they can. */
const saveReason = ({ phase, isWrong }: Pick<WeightLot, 'phase' | 'isWrong'>) =>
  (phase === 'saving' && 'Saving') ||
  (phase !== 'edit' && 'Answer the question first.') ||
  (isWrong && 'A weight is not right yet.')

/** Returns the key of the row that the dialog begins on. */
function beginAt(at: ScansIn['at'], rows: readonly WeightRow[], asks: Asks): string | undefined {
  const own = rows.find(({ piece }) => piece !== null && piece.id === at?.piece)
  const wanted = at && rows.find((r) => r.item === at.item && r.unit === at.unit && r.number === at.number)
  return (own ?? wanted ?? firstMissing(rows, asks) ?? rows[0])?.key
}

/** Takes scans for as long as the dialog is open. Typing meanwhile must not start this again. */
function useScans(scans: ScansIn | undefined, rows: OpenRows): void {
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const take = useRef(scans?.take)
  useEffect(
    () =>
      take.current?.({
        focused: () => latest.current.focused(),
        change: (key, part) => latest.current.change(key, part),
        save: () => latest.current.save(),
      }),
    [],
  )
}

interface LotsProps {
  lot: Pick<WeightLot, 'rows' | 'change' | 'focused' | 'fillLots' | 'phase'>
  line: Line
}

/** Sets a lot on more than one row: most pieces of a line are of the same lot. */
function Lots({ lot: { rows, change, focused, fillLots, phase }, line }: LotsProps) {
  const stay = rows.filter(({ dropped, surplus }) => !dropped && !surplus)
  const filled = stay.find((row) => row.lot.trim() !== '')
  const last = lastLotOf(upcOf(line))
  const saving = phase === 'saving' && 'Saving'
  if (stay.length < 2 && last === null) return null
  return (
    <div className={classes.lots}>
      {stay.length > 1 && (
        <Button
          size="floor"
          reason={
            saving ||
            (!filled && 'Type or scan one lot first.') ||
            (stay.every((row) => row.lot.trim() !== '') && 'Each row has a lot.')
          }
          onClick={() => {
            const own = stay.find((row) => row.key === focused && row.lot.trim() !== '')
            fillLots((own ?? filled!).lot)
          }}
        >
          Same lot for all
        </Button>
      )}
      {last !== null && (
        <Button
          size="floor"
          reason={saving}
          onClick={() => {
            const row = stay.find(({ key }) => key === focused) ?? stay.find(({ lot }) => lot === '')
            if (row) change(row.key, { lot: last })
          }}
        >
          Last lot: {last}
        </Button>
      )}
    </div>
  )
}

/** Shows the totals of the rows as they are now. */
function Total({ rows, asks }: { rows: readonly WeightRow[]; asks: Asks }) {
  const { filled, rows: all, weight } = totalOf(rows)
  return (
    <p className={classes.total} role="status" aria-label="Total">
      {`${filled} of ${plural(all, 'piece')}`}
      {asks.includes('w') && ` · ${weight} lb`}
    </p>
  )
}

/** Shows why the last save failed (A196, A316). */
function Failure({ text }: { text: string }) {
  return (
    <div className={picking.failure} role="alert">
      <h3>There was an error while generating the invoice</h3>
      <h3>Error:</h3>
      <p>{text}</p>
    </div>
  )
}

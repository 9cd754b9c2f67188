import { reasonText } from '#contract/orders/doubts.ts'
import {
  firstMissing,
  MARK_WORDS,
  markOf,
  rowName,
  rowWithData,
  weightProblem,
  type WeightRow,
} from '#contract/orders/weight-rows.ts'
import { useWeightLot } from '#src/kit/use-weight-lot.ts'
import type { RefusedAct } from '#src/sync/save-weights.ts'
import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { parseScan } from '#contract/barcode/parse.ts'
import { IconTrash, IconTrashOff } from '@tabler/icons-react'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { useCell } from '#src/ui/cell.ts'
import classes from './dialogs.module.css'
import floor from './floor.module.css'
import type { Act } from '#contract/orders/acts.ts'
import { findLine } from './find-line.ts'
import { FloorButton } from './FloorButton.tsx'
import { FloorModal } from './FloorModal.tsx'
import { ReasonButtons, UnusualNote } from './UnusualDialog.tsx'
import { nameOf, unlockedItems, type Line } from './lines.ts'
import type { ScanSession } from './scan-session.ts'
import type { WeightPlace } from './scan-view.ts'

interface WeightLotDialogProps {
  session: ScanSession
  place: WeightPlace
  newId: () => string
  /** Sends what was just stored, where the server is in reach; what it refused of it, or null. */
  send: (act: Act) => Promise<RefusedAct | null>
}

/** The "Weight / Lot" dialog (A078, A155, A176–A179): one row a piece, saved as exactly the marked rows. */
export default function WeightLotDialog({ session, place, newId, send }: WeightLotDialogProps) {
  const line = useCell(session.list, (list) => list.byId.get(place.line))
  const { at } = place
  const key = `${place.line}/${at?.item}/${at?.unit}/${at?.number}`
  return line ? <Rows key={key} session={session} line={line} at={at} newId={newId} send={send} /> : null
}

type RowsProps = Omit<WeightLotDialogProps, 'place'> & { line: Line; at: WeightPlace['at'] }

function Rows({ session, line, at, newId, send }: RowsProps) {
  const asks = subitemTypeOf(line)
  const { rows, change, phase, edit, failure, isWrong, loses, doubts, save, close } = useWeightLot({
    line: { ...line, items: unlockedItems(line), label: nameOf(line) },
    day: session.today(),
    newId,
    run: (act) => session.run(act, line.id),
    send,
    onClose: () => session.closeWeight(),
  })
  const focused = useRef<string | null>(null)
  const [begin] = useState(
    () =>
      (at && rows.find((r) => r.item === at.item && r.unit === at.unit && r.number === at.number)) ??
      firstMissing(rows, asks) ??
      rows[0],
  )
  const severalOrders = line.items.length > 1

  /** Whether the dialog is over. What is unusual is heard, too: nobody looks at the screen while scanning. */
  async function saved(answers?: Parameters<typeof save>[0]): Promise<boolean> {
    const became = await save(answers)
    if (became === 'doubt') session.warn()
    return became === 'closed'
  }
  // A scan that goes on to the next piece waits for the disk only.
  useScansIn(session, rows, change, focused, () => saved({ waits: false }))

  return (
    <FloorModal title="Weight / Lot" onClose={close} full>
      <p>
        <b>{nameOf(line)}</b>
      </p>
      <div className={classes.pieces}>
        {rows.map((row) => (
          <Piece
            key={row.key}
            row={row}
            asks={asks}
            showOrder={severalOrders}
            begins={row === begin || row.key === begin?.key}
            onChange={change}
            onFocus={(key) => (focused.current = key)}
            onEnter={() => void saved()}
            saving={phase === 'saving'}
          />
        ))}
      </div>
      {failure !== null && <Failure text={failure} />}
      {phase === 'ask' && (
        <div className={floor.note} data-tone="warn" role="alert">
          <p>More rows than pieces. Saving deletes {loses.map(rowWithData).join(', ')}.</p>
          <div className={classes.buttons}>
            <FloorButton onClick={edit}>Keep</FloorButton>
            <FloorButton look="main" onClick={() => void saved({ mayLose: true })}>
              Delete and save
            </FloorButton>
          </div>
        </div>
      )}
      {phase === 'doubt' && (
        <>
          <UnusualNote doubts={doubts} />
          <div className={classes.reasons}>
            <FloorButton look="main" onClick={edit}>
              Change it
            </FloorButton>
            <ReasonButtons
              doubts={doubts}
              onReason={(reason) => void saved({ mayLose: true, reason: reasonText(doubts, reason) })}
            />
          </div>
        </>
      )}
      {phase === 'saving' && <p role="status">Saving weight / lot information</p>}
      <div className={classes.buttons}>
        <FloorButton onClick={close}>Cancel</FloorButton>
        <FloorButton
          look="main"
          reason={phase === 'saving' ? 'Saving' : isWrong && 'A weight is not right yet.'}
          onClick={() => void saved()}
        >
          Save
        </FloorButton>
      </div>
    </FloorModal>
  )
}

/** A196, A316. */
function Failure({ text }: { text: string }) {
  return (
    <div className={classes.failure} role="alert">
      <h3>There was an error while generating the invoice</h3>
      <h3>Error:</h3>
      <p>{text}</p>
    </div>
  )
}

interface PieceProps {
  row: WeightRow
  asks: '' | 'w' | 'l' | 'wl'
  showOrder: boolean
  begins: boolean
  onChange: (key: string, part: Partial<WeightRow>) => void
  onFocus: (key: string) => void
  onEnter: () => void
  /** Nothing is typed into rows that are being stored: they close with the answer. */
  saving: boolean
}

const Piece = memo(function Piece(props: PieceProps) {
  const { row, asks, showOrder, begins, onChange, onFocus, onEnter, saving } = props
  const id = useId()
  const mark = markOf(row)
  const problem = weightProblem(row)
  const name = rowName(row)
  const gone = row.dropped || row.surplus
  const first = useRef<HTMLInputElement>(null)
  // A soft keyboard opens only for who taps a field; a scanner's own keys work either way.
  const [tapped, setTapped] = useState(false)
  useEffect(() => {
    if (begins) first.current?.scrollIntoView({ block: 'nearest' })
    // Where the dialog begins, once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const field = (what: 'weight' | 'lot', label: string, isFirst: boolean) => (
    <label className={`${classes.field} ${asks === 'wl' ? '' : classes.only}`}>
      {label}
      <input
        ref={isFirst ? first : undefined}
        className={floor.text}
        inputMode={!tapped ? 'none' : what === 'weight' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-label={`${name} ${label}`}
        aria-invalid={what === 'weight' && problem !== null}
        aria-describedby={what === 'weight' && problem ? id : undefined}
        disabled={gone}
        readOnly={saving}
        value={row[what]}
        data-field={what}
        data-autofocus={(isFirst && begins) || undefined}
        onPointerDown={() => setTapped(true)}
        onFocus={(event) => {
          onFocus(row.key)
          // What stands there is replaced by typing; what is being typed is not, however late the focus comes.
          if (mark === null) event.currentTarget.select()
        }}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        onChange={(event) => onChange(row.key, { [what]: event.currentTarget.value })}
      />
    </label>
  )

  return (
    <div className={classes.piece} role="group" aria-label={name} data-mark={mark ?? undefined}>
      <span className={classes.pieceName}>
        {name}
        {showOrder && <span className={classes.mark}>#{row.order}</span>}
        {mark && <span className={classes.mark}>{MARK_WORDS[mark]}</span>}
      </span>
      {asks.includes('w') && field('weight', 'Weight (lbs)', true)}
      {asks.includes('l') && field('lot', 'Lot', !asks.includes('w'))}
      <FloorButton
        label={row.dropped ? `Keep ${name}` : `Drop ${name}`}
        reason={(row.surplus && 'Above what is ordered and picked.') || (saving && 'Saving')}
        onClick={() => onChange(row.key, row.piece ? { dropped: !row.dropped } : { weight: '', lot: '' })}
      >
        {row.dropped ? <IconTrashOff size={24} aria-hidden /> : <IconTrash size={24} aria-hidden />}
      </FloorButton>
      {problem && (
        <p className={classes.problem} id={id} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
})

/**
 * Scans while the dialog is open. A label that says only a weight or a lot fills the row that has the focus; a plain
 * code in a lot field that no line answers to is the lot; any other scan saves the rows first and is then counted.
 */
function useScansIn(
  session: ScanSession,
  rows: readonly WeightRow[],
  change: PieceProps['onChange'],
  focused: { current: string | null },
  save: () => Promise<boolean>,
): void {
  // Scans are taken for as long as the dialog is open; what is typed meanwhile must not take them anew.
  const latest = useRef({ rows, change, save })
  useEffect(() => {
    latest.current = { rows, change, save }
  })
  useEffect(
    () =>
      session.intercept(async (raw) => {
        const row = latest.current.rows.find(({ key }) => key === focused.current)
        const { symbology, gtin, weightLb, lot, expiry, bestBefore } = parseScan(raw, session.settings())
        const { kind } = findLine(session.list.get(), raw, session.settings())
        // A plain code may begin as a label does: only FNC1 or a symbology identifier says that it is one.
        const isLabel = symbology !== 'gs1-plain' && gtin === null
        if (row && isLabel && (weightLb !== null || lot !== null)) {
          latest.current.change(row.key, {
            ...(weightLb !== null && { weight: weightLb }),
            ...(lot !== null && { lot }),
            label: { raw, expiry, bestBefore },
          })
          return 'handled'
        }
        const inLot = (document.activeElement as HTMLElement | null)?.dataset['field'] === 'lot'
        if (row && inLot && kind === 'unknown') {
          latest.current.change(row.key, { lot: raw })
          return 'handled'
        }
        return (await latest.current.save()) ? 'pass' : 'handled'
      }),
    [session, focused],
  )
}

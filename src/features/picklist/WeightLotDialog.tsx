import { subitemTypeOf } from '#contract/orders/before-invoice.ts'
import { reasonsFor, reasonText } from '#contract/orders/doubts.ts'
import {
  MARK_WORDS,
  markOf,
  rowName,
  rowWithData,
  weightProblem,
  type WeightRow,
} from '#contract/orders/weight-rows.ts'
import type { Act } from '#contract/orders/acts.ts'
import { useWeightLot } from '#src/kit/use-weight-lot.ts'
import type { RefusedAct } from '#src/sync/save-weights.ts'
import { IconTrash, IconTrashOff } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import classes from './dialogs.module.css'
import { Button } from '#src/ui/Button.tsx'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { nameOf, openItems, type PickRow } from './pick-rows.ts'

interface WeightLotDialogProps {
  row: PickRow
  /** The distributor's day, `YYYY-MM-DD`. */
  today: () => string
  newId: () => string
  run: (act: Act | null) => Promise<string | null>
  /** Sends what was just stored, where the server is in reach; what it refused of it, or null. */
  send: (act: Act) => Promise<RefusedAct | null>
  onClose: () => void
}

/** A078, A155, A176–A179: one row a piece, saved as exactly the marked rows. */
export default function WeightLotDialog({ row, today, newId, run, send, onClose }: WeightLotDialogProps) {
  const asks = subitemTypeOf(row)
  const [day] = useState(today)
  const line = { label: nameOf(row), items: openItems(row), pieces: row.pieces, product: row.product }
  const { rows, change, phase, edit, failure, isWrong, loses, doubts, save, close } = useWeightLot({
    line,
    day,
    newId,
    run,
    send,
    onClose,
  })

  return (
    <Modal size="floorWide" title="Weight / Lot" onClose={close}>
      <p>
        <b>{nameOf(row)}</b>
      </p>
      <div className={classes.pieces}>
        {rows.map((one) => (
          <Piece
            key={one.key}
            row={one}
            asks={asks}
            showOrder={row.items.length > 1}
            onChange={change}
            onEnter={() => void save()}
            saving={phase === 'saving'}
          />
        ))}
      </div>
      {failure !== null && (
        <div className={classes.failure} role="alert">
          <h3>There was an error while generating the invoice</h3>
          <h3>Error:</h3>
          <p>{failure}</p>
        </div>
      )}
      {phase === 'ask' && (
        <div className={classes.warn} role="alert">
          <p>More rows than pieces. Saving deletes {loses.map(rowWithData).join(', ')}.</p>
          <ModalButtons>
            <Button size="floor" onClick={edit}>
              Keep
            </Button>
            <Button size="floor" kind="main" onClick={() => void save({ mayLose: true })}>
              Delete and save
            </Button>
          </ModalButtons>
        </div>
      )}
      {phase === 'doubt' && (
        <div className={classes.warn} role="alert">
          {doubts.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
          <ModalButtons>
            <Button size="floor" onClick={edit}>
              Change it
            </Button>
            {reasonsFor(doubts).map((reason) => (
              <Button
                size="floor"
                key={reason}
                onClick={() => void save({ mayLose: true, reason: reasonText(doubts, reason) })}
              >
                {reason}
              </Button>
            ))}
          </ModalButtons>
        </div>
      )}
      {phase === 'saving' && <p role="status">Saving weight / lot information</p>}
      <ModalButtons>
        <Button size="floor" onClick={close}>
          Cancel
        </Button>
        <Button
          size="floor"
          kind="main"
          reason={
            (phase === 'saving' && 'Saving') ||
            (phase !== 'edit' && 'Answer the question first.') ||
            (isWrong && 'A weight is not right yet.')
          }
          onClick={() => void save()}
        >
          Save
        </Button>
      </ModalButtons>
    </Modal>
  )
}

interface PieceProps {
  row: WeightRow
  asks: '' | 'w' | 'l' | 'wl'
  showOrder: boolean
  onChange: (key: string, part: Partial<WeightRow>) => void
  onEnter: () => void
  /** Nothing is typed into rows that are being stored: they close with the answer. */
  saving: boolean
}

const Piece = memo(function Piece({ row, asks, showOrder, onChange, onEnter, saving }: PieceProps) {
  const id = useId()
  const mark = markOf(row)
  const problem = weightProblem(row)
  const name = rowName(row)

  const field = (what: 'weight' | 'lot', label: string) => (
    <label className={classes.field}>
      {label}
      <input
        className={classes.text}
        inputMode={what === 'weight' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-label={`${name} ${label}`}
        aria-invalid={what === 'weight' && problem !== null}
        aria-describedby={what === 'weight' && problem ? id : undefined}
        disabled={row.dropped || row.surplus}
        readOnly={saving}
        value={row[what]}
        onFocus={(event) => event.currentTarget.select()}
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
      {asks.includes('w') && field('weight', 'Weight (lbs)')}
      {asks.includes('l') && field('lot', 'Lot')}
      <Button
        size="floor"
        label={row.dropped ? `Keep ${name}` : `Drop ${name}`}
        reason={(row.surplus && 'Above what is ordered and picked.') || (saving && 'Saving')}
        onClick={() => onChange(row.key, row.piece ? { dropped: !row.dropped } : { weight: '', lot: '' })}
      >
        {row.dropped ? <IconTrashOff size={22} aria-hidden /> : <IconTrash size={22} aria-hidden />}
      </Button>
      {problem && (
        <p className={classes.wrong} id={id} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
})

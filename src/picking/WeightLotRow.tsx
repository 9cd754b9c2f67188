import { MARK_WORDS, markOf, rowName, weightProblem, type WeightRow } from '#contract/picking/weight-rows.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconTrash, IconTrashOff } from '@tabler/icons-react'
import { memo, useEffect, useId, useRef, useState } from 'react'
import picking from './picking.module.css'
import classes from './weight-lot.module.css'

/** What is asked for of a piece: weight, lot, both or neither. */
export type Asks = '' | 'w' | 'l' | 'wl'

interface WeightLotRowProps {
  row: WeightRow
  asks: Asks
  /** The usual weight of one piece, in words; null where it is unknown. */
  usual: string | null
  showOrder: boolean
  /** Whether the dialog begins at this row. */
  begins: boolean
  /** Whether codes are scanned into the row: a soft keyboard then opens only when a person taps a field. */
  isScanned: boolean
  onChange: (key: string, part: Partial<WeightRow>) => void
  onFocus: (key: string) => void
  onEnter: () => void
  /** Whether the rows are being stored. Nothing can be typed into them then, because they close with the answer. */
  saving: boolean
}

/** One piece: its weight, its lot, and whether it is dropped. */
export const WeightLotRow = memo(function WeightLotRow(props: WeightLotRowProps) {
  const { row, asks, usual, showOrder, begins, isScanned, onChange, onFocus, onEnter, saving } = props
  const id = useId()
  const mark = markOf(row)
  const problem = weightProblem(row)
  const name = rowName(row)
  const first = useRef<HTMLInputElement>(null)
  // Only a tap opens the soft keyboard. A scanner types without it.
  const [tapped, setTapped] = useState(false)
  useEffect(() => {
    if (begins) first.current?.scrollIntoView({ block: 'nearest' })
    // Once, when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const field = (what: 'weight' | 'lot', label: string, isFirst: boolean) => (
    <label className={`${picking.field} ${asks === 'wl' ? '' : classes.only}`}>
      {label}
      <input
        ref={isFirst ? first : undefined}
        className={picking.text}
        inputMode={isScanned && !tapped ? 'none' : what === 'weight' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-label={`${name} ${label}`}
        aria-invalid={what === 'weight' && problem !== null}
        aria-describedby={what === 'weight' && (problem || usual) ? id : undefined}
        disabled={row.dropped || row.surplus}
        readOnly={saving}
        value={row[what]}
        data-field={what}
        data-autofocus={(isFirst && begins) || undefined}
        onPointerDown={() => setTapped(true)}
        onFocus={(event) => {
          onFocus(row.key)
          // Typing replaces the field's text. Text that is being typed is not replaced, however late the focus
          // comes.
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
      <Button
        size="floor"
        label={row.dropped ? `Keep ${name}` : `Drop ${name}`}
        reason={(row.surplus && 'Above what is ordered and picked.') || (saving && 'Saving')}
        onClick={() => onChange(row.key, row.piece ? { dropped: !row.dropped } : { weight: '', lot: '' })}
      >
        {row.dropped ? <IconTrashOff size={24} aria-hidden /> : <IconTrash size={24} aria-hidden />}
      </Button>
      {row.meanwhile && (
        <p className={classes.problem} role="status">
          {row.meanwhile}
        </p>
      )}
      {problem ? (
        <p className={classes.problem} id={id} role="alert">
          {problem}
        </p>
      ) : (
        usual && (
          <p className={classes.usual} id={id}>
            Usually {usual}
          </p>
        )
      )}
    </div>
  )
})

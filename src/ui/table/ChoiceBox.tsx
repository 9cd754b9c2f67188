import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import { useRef, type ChangeEvent } from 'react'
import classes from './ChoiceBox.module.css'
import type { RowChoice } from './use-choice.ts'

interface ChoiceBoxProps<Row> {
  choice: RowChoice<Row>
  row: Row
  /** The row's name. */
  name: string
  /** Chooses this row or not, and with the Shift key all rows between it and the last one pressed. */
  onChoose: (row: Row, isChosen: boolean, isRange: boolean) => void
}

/** The box that chooses a row. */
export function ChoiceBox<Row>({ choice, row, name, onChoose }: ChoiceBoxProps<Row>) {
  const barred = choice.barred(row)
  return (
    <Checkbox
      size="xs"
      className={classes.box}
      aria-label={`Choose ${name}`}
      title={barred ?? undefined}
      disabled={barred !== null}
      checked={choice.isChosen(row)}
      // A mouse's change event is its click, which carries the Shift key; a keyboard's is not.
      onChange={(event: ChangeEvent<HTMLInputElement>) =>
        onChoose(
          row,
          event.currentTarget.checked,
          (event.nativeEvent as { shiftKey?: boolean }).shiftKey === true,
        )
      }
    />
  )
}

interface ChooseAllProps<Row> {
  choice: RowChoice<Row>
  rows: readonly Row[]
}

/** Chooses every row that is on show, or none of them. */
export function ChooseAll<Row>({ choice, rows }: ChooseAllProps<Row>) {
  const open = rows.filter((row) => choice.barred(row) === null)
  const count = open.filter(choice.isChosen).length
  const isAll = open.length > 0 && count === open.length
  return (
    <Checkbox
      size="xs"
      className={classes.box}
      aria-label="Choose all rows on show"
      disabled={open.length === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => choice.set(open, !isAll)}
    />
  )
}

/**
 * Returns the handler of these rows' boxes. It remembers the last that was pressed, from which a range goes, even when
 * the rows are read again.
 */
export function useRange<Row>(
  choice: RowChoice<Row> | undefined,
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
) {
  const last = useRef<string | number | null>(null)
  return (row: Row, isChosen: boolean, isRange: boolean): void => {
    if (!choice) return
    const placeOf = (key: string | number | null) => rows.findIndex((one) => rowKey(one) === key)
    const [from, to] = [placeOf(last.current), placeOf(rowKey(row))]
    last.current = rowKey(row)
    if (!isRange || from < 0) return choice.set([row], isChosen)
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    choice.set(
      between.filter((one) => choice.barred(one) === null),
      isChosen,
    )
  }
}

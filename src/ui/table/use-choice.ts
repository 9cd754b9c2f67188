import { useEffect, useMemo, useState, type ReactNode } from 'react'

export interface Choice<Row> {
  /** The chosen ones of the offered rows, in their order. */
  chosen: readonly Row[]
  isChosen: (row: Row) => boolean
  /** Returns why a listed row cannot be chosen, or null. */
  barred: (row: Row) => string | null
  set: (rows: readonly Row[], isChosen: boolean) => void
  /** Restores the first choice. */
  reset: () => void
}

/** What a table needs to let a person choose rows. */
export interface RowChoice<Row> extends Choice<Row> {
  /** The buttons for the chosen rows. */
  actions?: ReactNode
}

type Said = ReadonlyMap<number, boolean>

export interface KeptChoice {
  read: () => Said
  keep: (said: Said) => void
}

interface ChoiceOptions<Row> {
  /**
   * Returns why a row cannot be chosen, or null. A chosen row that is barred later leaves the choice, until it is not
   * barred any more. It must stay the same function.
   */
  barred?: (row: Row) => string | null
  /** Whether a row is chosen as long as the person has not decided. It must stay the same function. */
  byDefault?: (row: Row) => boolean
  /** The earlier choice, for a screen that a person comes back to, and where to keep it. It must stay the same object. */
  kept?: KeptChoice
}

const NONE: Said = new Map()
const notBarred = () => null
const notChosen = () => false

/**
 * Returns which rows are chosen. A person's choice is remembered by id, so rows that are read again keep it.
 *
 * @param offered null while they are on their way
 */
export function useChoice<Row extends { id: number }>(
  offered: readonly Row[] | null,
  { barred = notBarred, byDefault = notChosen, kept }: ChoiceOptions<Row> = {},
): Choice<Row> {
  const [said, setSaid] = useState(() => kept?.read() ?? NONE)
  useEffect(() => kept?.keep(said), [kept, said])
  return useMemo(() => {
    const isChosen = (row: Row) => barred(row) === null && (said.get(row.id) ?? byDefault(row))
    return {
      chosen: offered?.filter(isChosen) ?? [],
      isChosen,
      barred,
      set: (rows, value) =>
        setSaid((before) => new Map([...before, ...rows.map(({ id }) => [id, value] as const)])),
      reset: () => setSaid(NONE),
    }
  }, [offered, barred, byDefault, said])
}

import { useEffect, useMemo, useState, type ReactNode } from 'react'

export interface Choice<Row> {
  /** The chosen ones of the offered rows, in their order. */
  chosen: readonly Row[]
  isChosen: (row: Row) => boolean
  set: (rows: readonly Row[], isChosen: boolean) => void
  /** Restores the first choice. */
  reset: () => void
}

/** What a table needs to let a person choose rows. */
export interface RowChoice<Row> extends Choice<Row> {
  /** Returns why a listed row cannot be chosen, or null. */
  barred?: (row: Row) => string | null
  /** The buttons for the chosen rows. */
  actions?: ReactNode
}

type Said = ReadonlyMap<number, boolean>

export interface KeptChoice {
  read: () => Said
  keep: (said: Said) => void
}

const NONE: Said = new Map()
const unchosen = () => false

/**
 * Returns which rows are chosen. A person's choice is remembered by number, so that rows that are read again keep it.
 * `byDefault` decides for every other row; it must stay the same function.
 *
 * @param offered null while they are on their way
 * @param kept the earlier choice, for a screen that a person comes back to, and where to keep it; it must stay the same
 */
export function useChoice<Row extends { id: number }>(
  offered: readonly Row[] | null,
  byDefault: (row: Row) => boolean = unchosen,
  kept?: KeptChoice,
): Choice<Row> {
  const [said, setSaid] = useState(() => kept?.read() ?? NONE)
  useEffect(() => kept?.keep(said), [kept, said])
  return useMemo(() => {
    const isChosen = (row: Row) => said.get(row.id) ?? byDefault(row)
    return {
      chosen: offered?.filter(isChosen) ?? [],
      isChosen,
      set: (rows, value) =>
        setSaid((before) => new Map([...before, ...rows.map(({ id }) => [id, value] as const)])),
      reset: () => setSaid(NONE),
    }
  }, [offered, byDefault, said])
}

import { useEffect, useMemo, useState, type ReactNode } from 'react'

export interface Choice<Row> {
  /** Those of the offered rows that are chosen, in their order. */
  chosen: readonly Row[]
  isChosen: (row: Row) => boolean
  set: (rows: readonly Row[], isChosen: boolean) => void
  /** As it was at first. */
  reset: () => void
}

/** What a table needs to have its rows chosen. */
export interface RowChoice<Row> extends Choice<Row> {
  /** Why a row is listed and cannot be chosen, or null. */
  barred?: (row: Row) => string | null
  /** What can be done with those that are chosen: buttons. */
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
 * Which rows are chosen. What a person has chosen is remembered by number, so that rows that are read anew keep it; for
 * every other row `byDefault` says; it must stay the same function.
 *
 * @param offered null while they are on their way
 * @param kept what was chosen before, for a screen that is come back to, and where to keep it; it must stay the same
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

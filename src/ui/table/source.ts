/** What a table needs to know of where its rows come from. No server here: `kit/list/use-rows.ts` makes those that ask one. */

export interface RowSource<Row> {
  rows: readonly Row[]
  /** Returns what tells a row from the others. */
  keyOf: (row: Row) => string | number
  /** How many there are in all, here or not. */
  total: number
  /** There are at least `total`: the server does not count on. */
  isUncounted?: boolean
  isLoading: boolean
  /** Why the rows could not be read, or not again. */
  trouble: Trouble | null
  /** They come from a server that is not in reach. */
  needsServer: boolean
  /** Fetches the next `limit` rows; missing, as `loadAll`, where all rows come at once. Nothing happens while a fetch is under way. */
  loadMore?: (limit: number) => void
  loadAll?: () => void
  /** The rows are searched, sorted and narrowed already, as the table's state has it: by a server that has more than these. */
  isServed?: boolean
}

/** A source for who asks only how its rows come, whatever they are. */
export type AnyRowSource = Omit<RowSource<unknown>, 'keyOf'>

export interface Trouble {
  /** In the server's words. */
  words: string
  retry: () => void
  isRetrying: boolean
}

/** Rows that are all there at once; null while they are on their way. */
export const allRows = <Row>(
  rows: readonly Row[] | null,
  keyOf: RowSource<Row>['keyOf'],
  { isLoading = rows === null }: { isLoading?: boolean } = {},
): RowSource<Row> => ({
  rows: rows ?? [],
  keyOf,
  total: rows?.length ?? 0,
  isLoading,
  trouble: null,
  needsServer: false,
})

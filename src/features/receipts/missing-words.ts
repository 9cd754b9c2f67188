import { plural } from '#src/ui/format.ts'
import type { ListedReceipt } from './queries.ts'

/** Returns the words for a receipt that is short: fewer lines are stored than were sent. Null for any other one. */
export const missingWords = ({ missing_lines }: Pick<ListedReceipt, 'missing_lines'>): string | null =>
  missing_lines === null || missing_lines === 0 ? null : `Short: ${plural(missing_lines, 'line')} not stored`

import type { Receipt } from '#contract/receipts/schema.ts'
import { plural } from '#src/ui/format.ts'

/** Returns the words for a receipt that is short: fewer lines are stored than were sent. */
export const missingWords = ({ missing_lines }: Pick<Receipt, 'missing_lines'>): string =>
  `Short: ${plural(missing_lines, 'line')} not stored`

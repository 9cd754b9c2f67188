/** Other people's work on an order (`GET orderitems/others`). */
import { z } from 'zod'
import { RowId } from '../values.ts'

/** How long a change by another user is reported. */
export const OTHERS_MINUTES = 15

/** The last change of an item or its pieces, by a person who is not the caller. */
export const OthersChange = z.object({
  item: RowId,
  username: z.string(),
  at: z.string(),
})
export type OthersChange = z.infer<typeof OthersChange>

/** The distributor itself, as whoever deals with it may know it. */
import { z } from 'zod'

/** Its name, then where it is and how it is reached, a line each: what stands on top of what it sends out. */
export const Distributor = z.object({ lines: z.array(z.string()) })
export type Distributor = z.infer<typeof Distributor>

/** What whoever prints an invoice or a delivery ticket needs of it. */
export const Letterhead = Distributor.extend({
  /** Whether invoices carry a weigh ticket: its setting. */
  weigh_ticket: z.boolean(),
  /** Its clock, IANA's name. */
  time_zone: z.string(),
})
export type Letterhead = z.infer<typeof Letterhead>

/** The distributor itself, as the people who deal with it may see it. */
import { z } from 'zod'

/** The distributor's name, then its address and contact details, one per line: the head of what it sends out. */
export const Distributor = z.object({ lines: z.array(z.string()) })
export type Distributor = z.infer<typeof Distributor>

/** The distributor's facts that a printed invoice or delivery ticket needs. */
export const Letterhead = Distributor.extend({
  /** The setting `weigh_ticket`: whether invoices carry a weigh ticket. */
  weigh_ticket: z.boolean(),
  /** The distributor's time zone, an IANA name. */
  time_zone: z.string(),
})
export type Letterhead = z.infer<typeof Letterhead>

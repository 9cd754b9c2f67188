/** When the house is kept. */
import { scheduledQueue } from '../platform/scheduler.ts'

export const HOUSEKEEPING_QUEUE = scheduledQueue('housekeeping', 3_600)
/** Once a day, in the night of America. */
export const HOUSEKEEPING_CRON = '41 8 * * *'

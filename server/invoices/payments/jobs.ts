/** When Stripe is asked. */
import { scheduledQueue } from '../../platform/scheduler.ts'

export const STRIPE_QUEUE = scheduledQueue('stripe', 1_800)
/** Once an hour. */
export const STRIPE_CRON = '17 * * * *'

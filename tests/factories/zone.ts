/** The distributor's clock, which a test's server has unless it says otherwise. */
import { ZONE } from '#server/demo/days.ts'

export { ZONE }

/** SQL: the distributor's day now. It differs from UTC's in the evening. */
export const TODAY = `(now() at time zone '${ZONE}')::date`

import { z } from 'zod'

/** Names one visit of a page: the router gives each entry of the browser's history a key of its own, which the way back finds again. */
export const visitOf = (state: unknown): string =>
  z.object({ __TSR_key: z.string() }).safeParse(state).data?.__TSR_key ?? ''

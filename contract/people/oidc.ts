/** Signing in by the identity provider of the house (docs/decisions/0223). */
import { z } from 'zod'

/** What the sign-in screen offers; null where no provider is set. */
export const OidcOffer = z.object({ name: z.string().nullable() })
/** Where the browser goes to sign in. */
export const OidcBegun = z.object({ url: z.string() })
/** The query of the address at which the provider has sent the browser back. */
export const OidcFinish = z.object({ search: z.string().min(1).max(8_000) })

/** A location's postal address: where goods go, and where the bill goes. */
import { z } from 'zod'

const line = (max: number) => z.string().trim().max(max).default('')

/** C237. */
export const STATE_LETTERS_MAX = 2

/** C159. Every part may be empty. */
export const PostalAddress = z.object({
  address_line1: line(200),
  address_line2: line(200),
  city: line(100),
  state: line(STATE_LETTERS_MAX),
  zip: line(20),
})
export type PostalAddress = z.infer<typeof PostalAddress>

export const NO_ADDRESS: PostalAddress = {
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  zip: '',
}

/** The address in one line, as labels and lists show it: `15 Exchange Pl, Floor 2, Jersey City, NJ 07302`. */
export const completeAddress = ({ address_line1, address_line2, city, state, zip }: PostalAddress): string =>
  [address_line1, address_line2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

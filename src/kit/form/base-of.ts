/** What a call that sends all fields of a row says of the row that the person saw. */
import { sameJson } from '#contract/sync/merge.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the `base` of a call that sends all fields of a row. A changed field has the value that the person saw when
 * they began to type, so that another user's change of it is a clash. An untouched field has the stored value: it shows
 * what was read last, and is sent only because the call has all fields.
 *
 * @param sent the call's fields
 * @param untouched the same fields before anything is typed over the stored row
 * @param seen the fields when the person began to type (`useSeenRow`)
 * @param stored the fields that were read last
 */
export function baseOf(
  sent: Fields,
  untouched: Fields,
  { seen, stored }: { seen: Fields; stored: Fields },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).map(([field, value]) => [
      field,
      (sameJson(value, untouched[field]) ? stored : seen)[field],
    ]),
  )
}

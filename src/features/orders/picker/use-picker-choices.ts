import { can } from '#contract/permissions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { PICKERS } from './queries.ts'

/** Values of the filter: what still needs a picker, and before a username what that person picks. */
export const UNASSIGNED = 'unassigned'
export const PICKED_BY = 'of '

/**
 * Returns the pickers by which the orders list can be narrowed; null for people who see no pickers. The office chooses
 * among all of them, a picker between their own orders and the rest.
 *
 * @param chosen the username in the address, which is offered in any case
 */
export function usePickerChoices(
  chosen: string | undefined,
): readonly { value: string; label: string }[] | null {
  const { person } = useSignedIn()
  const { value: everybody } = useServerQuery(PICKERS, { enabled: can(person, 'orders.assign') })
  if (!person || !can(person, 'orders.pick')) return null
  const names = new Set([person.username])
  for (const name of everybody ?? []) names.add(name)
  if (chosen) names.add(chosen)
  return [
    { value: '', label: 'Every picker' },
    { value: UNASSIGNED, label: 'Unassigned' },
    ...[...names].map((name) => ({
      value: `${PICKED_BY}${name}`,
      label: name === person.username ? 'Mine' : name,
    })),
  ]
}

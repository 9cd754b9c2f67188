import { belongsToCustomer, can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { LISTED_LOCATIONS } from '#src/queries/locations.ts'
import type { OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { NativeSelect, Switch } from '@mantine/core'
import { useId, useMemo } from 'react'
import { companiesOf } from './companies.ts'
import { choosesLocations, withLocation, type UserValues } from './user-form.ts'
import classes from './users.module.css'

interface BelongingFieldsProps {
  form: OfficeFormState<UserValues>
  /** The edited user; null adds one. */
  user: User | null
  /** The person who uses the form. */
  person: User
}

/**
 * A user's customer, and the locations that the user orders for. Shows to people who manage users
 * (docs/decisions/0139).
 */
export function BelongingFields({ form, user, person }: BelongingFieldsProps) {
  const { values, change, problems } = form
  const isShown = can(person, 'users.manage') && user?.id !== person.id && belongsToCustomer(values)
  const { value, failure, busy, reload } = useServerQuery(LISTED_LOCATIONS, { enabled: isShown })
  const orders = useId()
  const companies = useMemo(() => companiesOf(value ?? []), [value])
  if (!isShown) return null
  const company = companies.find(({ id }) => String(id) === values.company)
  const isUnknown = values.company !== '' && !company
  // A closed location is offered where the user orders for it already.
  const offered =
    company?.locations.filter(({ id, active }) => active || user?.company_location.includes(id)) ?? []
  const places = { before: user?.company_location ?? [], own: company?.locations.map(({ id }) => id) ?? [] }

  return (
    <fieldset className={classes.group}>
      <legend>Customer</legend>
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      <NativeSelect
        className={classes.company}
        name="company"
        label="Company"
        size="md"
        error={problems.company}
        value={values.company}
        data={[
          ...(user?.company
            ? []
            : [{ value: '', label: user ? 'None' : 'A new one, by its restaurant name' }]),
          ...(isUnknown ? [{ value: values.company, label: `Company ${values.company}` }] : []),
          ...companies.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        onChange={({ currentTarget }) => {
          const chosen = companies.find(({ id }) => String(id) === currentTarget.value)
          change({
            company: currentTarget.value,
            company_location: chosen?.locations.filter(({ active }) => active).map(({ id }) => id) ?? [],
          })
        }}
      />
      {company && !choosesLocations(values) && (
        <p className={classes.quiet}>Orders for all locations of the company.</p>
      )}
      {company && choosesLocations(values) && (
        <div role="group" aria-labelledby={orders} className={classes.flags}>
          <b id={orders} className={classes.whole}>
            Orders for
          </b>
          {offered.map(({ id, name, active }) => (
            <Switch
              key={id}
              label={active ? name : `${name} (closed)`}
              size="md"
              checked={values.company_location.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  company_location: withLocation(values.company_location, { id, checked }, places),
                })
              }
            />
          ))}
        </div>
      )}
      <ErrorNote>{problems.company_location}</ErrorNote>
    </fieldset>
  )
}

import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { ROLE_NAMES, roleProblem, seesPaymentsBy } from '#contract/people/user-rules.ts'
import type { OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { Checkbox, NativeSelect, Switch } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Combobox.css'
import { withStaff, type UserValues } from './user-form.ts'
import classes from './users.module.css'

interface RightsFieldsProps {
  form: OfficeFormState<UserValues>
  /** The edited user; null adds one. */
  user: User | null
  /** The person who uses the form. */
  person: User
}

const FLAGS = [
  ['is_staff', 'Is staff', 'Works for the distributor, not for a customer.'],
  ['is_active', 'Is active', 'Unset, the account is closed.'],
  ['email_order_confirmation', 'Email order confirmation', 'A mail for each order that is placed for them.'],
  ['account_lock', 'Account lock', 'Stops signing in at once.'],
] as const

/**
 * B072: the flags; a new user has no choice of being active. The role shows to people who may grant one (decision
 * 0031).
 */
export function RightsFields({ form, user, person }: RightsFieldsProps) {
  const { values, change, problems } = form
  const roles = Object.keys(ROLE_NAMES)
    .map(Number)
    .filter(
      (role_id) => role_id >= person.role_id && roleProblem({ is_staff: values.is_staff, role_id }) === null,
    )
  const isSelf = user?.id === person.id
  // A person grants only rights that they hold, and another person decides about their own rights.
  const mayShow = person.can_see_payments_column && !isSelf
  /** A new user gets the rights that go with the role. */
  const withRole = (part: Pick<UserValues, 'role_id'> & Partial<UserValues>) =>
    change({ ...part, ...(!user && { can_see_payments_column: seesPaymentsBy(part.role_id, person) }) })
  const choices = roles.includes(values.role_id) ? roles : [values.role_id, ...roles]
  return (
    <fieldset className={classes.group}>
      <legend>Rights</legend>
      <div className={classes.flags}>
        {FLAGS.filter(([flag]) => user || flag !== 'is_active').map(([flag, label, description]) => (
          <Checkbox
            key={flag}
            label={label}
            description={description}
            size="md"
            {...form.field(flag, 'checkbox')}
            onChange={({ currentTarget: { checked } }) =>
              flag === 'is_staff' ? withRole(withStaff(checked, user ?? values)) : change({ [flag]: checked })
            }
          />
        ))}
      </div>
      {can(person, 'users.manage') && !isSelf && (
        <NativeSelect
          className={classes.role}
          name="role_id"
          label="Role"
          size="md"
          error={problems.role_id}
          value={String(values.role_id)}
          onChange={(event) => withRole({ role_id: Number(event.currentTarget.value) })}
          data={choices.map((role) => ({ value: String(role), label: ROLE_NAMES[role] ?? `Role ${role}` }))}
        />
      )}
      <Switch
        label="Can see payments column"
        description={
          mayShow
            ? 'Sees what is paid, and may pay.'
            : isSelf
              ? 'Your own: somebody else has to change it.'
              : 'Only somebody who sees it can give it.'
        }
        size="md"
        disabled={isSelf || (!mayShow && !values.can_see_payments_column)}
        {...form.field('can_see_payments_column', 'checkbox')}
      />
    </fieldset>
  )
}

import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { ROLE_NAMES, roleProblem } from '#contract/people/user-rules.ts'
import type { OfficeForm } from '#src/kit/use-office-form.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Combobox.css'
import { withStaff, type UserValues } from './user-form.ts'
import classes from './users.module.css'

interface RightsFieldsProps {
  form: OfficeForm<UserValues>
  /** Who is edited; null adds one. */
  user: User | null
  /** Who is at the form. */
  person: User
}

const FLAGS = [
  ['is_staff', 'Is staff', 'Works for the distributor, not for a customer.'],
  ['is_active', 'Is active', 'Unset, the account is closed.'],
  ['email_order_confirmation', 'Email order confirmation', 'A mail for each order that is placed for them.'],
  ['account_lock', 'Account lock', 'Stops signing in at once.'],
] as const

/** B072: the flags, of which a new user has no choice of being active. The role is for who may grant one (decision 0031). */
export function RightsFields({ form, user, person }: RightsFieldsProps) {
  const { values, change, problems } = form
  const roles = Object.keys(ROLE_NAMES)
    .map(Number)
    .filter(
      (role_id) => role_id >= person.role_id && roleProblem({ is_staff: values.is_staff, role_id }) === null,
    )
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
              change(flag === 'is_staff' ? withStaff(checked, user ?? values) : { [flag]: checked })
            }
          />
        ))}
      </div>
      {can(person, 'users.manage') && user?.id !== person.id && (
        <NativeSelect
          className={classes.role}
          name="role_id"
          label="Role"
          size="md"
          error={problems.role_id}
          value={String(values.role_id)}
          onChange={(event) => change({ role_id: Number(event.currentTarget.value) })}
          data={choices.map((role) => ({ value: String(role), label: ROLE_NAMES[role] ?? `Role ${role}` }))}
        />
      )}
    </fieldset>
  )
}

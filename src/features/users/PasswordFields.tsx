import { brokenRules, PASSWORD_RULES, PASSWORD_WORDS, PASSWORDS_DIFFER } from '#contract/people/password.ts'
import type { User } from '#contract/people/schema.ts'
import { asksOldPassword } from '#contract/people/user-rules.ts'
import type { OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react'
import type { UserValues } from './user-form.ts'
import classes from './users.module.css'

interface PasswordFieldsProps {
  form: OfficeFormState<UserValues>
  /** A new user needs a password; any other user may keep theirs. */
  isNew: boolean
  /** The person who uses the form. */
  person: User
}

/** The passwords with their checklist (B071, B075, B174). */
export function PasswordFields({ form, isNew, person }: PasswordFieldsProps) {
  const { values, problems } = form
  const { new_password, new_password_confirm } = values
  // Shown while typing, as soon as no further letter can correct it; Save reports the rest. It does not show
  // when the field is left, because a new line would then move the button that is just being pressed.
  const differs = !new_password.startsWith(new_password_confirm)
  const field = (name: 'old_password' | 'new_password' | 'new_password_confirm', label: string) => ({
    ...form.field(name),
    label,
    size: 'md' as const,
    maxLength: 1024,
    autoComplete: name === 'old_password' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 },
  })

  return (
    <fieldset className={classes.group}>
      <legend>{isNew ? 'Password' : 'A new password: leave it empty to keep the current one'}</legend>
      <div className={classes.fields}>
        {asksOldPassword(person) && (
          <PasswordInput className={classes.alone} {...field('old_password', 'Old password')} />
        )}
        <PasswordInput {...field('new_password', 'New password')} required={isNew} withAsterisk={false} />
        <PasswordInput
          {...field('new_password_confirm', 'Confirm password')}
          required={isNew}
          withAsterisk={false}
          error={problems.new_password_confirm ?? (differs && PASSWORDS_DIFFER)}
        />
      </div>
      <Checklist password={new_password} values={values} />
    </fieldset>
  )
}

const STATES = {
  open: { Icon: IconPoint, word: 'not typed yet' },
  met: { Icon: IconCheck, word: 'met' },
  broken: { Icon: IconX, word: 'not met' },
}

/** B075: four lines, each with a shape and, for screen readers, a word. */
function Checklist({ password, values }: { password: string; values: UserValues }) {
  const broken = brokenRules(password, values)
  return (
    <ul className={classes.checklist} aria-label="Password strength">
      {PASSWORD_RULES.map((rule) => {
        const state = password === '' ? 'open' : broken.includes(rule) ? 'broken' : 'met'
        const { Icon, word } = STATES[state]
        return (
          <li key={rule} data-state={state}>
            <Icon size={20} aria-hidden />
            {PASSWORD_WORDS[rule].asked}
            <VisuallyHidden>: {word}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}

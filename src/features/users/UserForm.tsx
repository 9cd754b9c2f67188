import type { User } from '#contract/people/schema.ts'
import { belongsToCustomer, can } from '#contract/permissions.ts'
import { asksOldPassword, ROLE_NAMES } from '#contract/people/user-rules.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/form/OfficeForm.tsx'
import { useFormSave } from '#src/kit/form/use-form-save.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useOfficeForm, type OfficeFormState } from '#src/kit/form/use-office-form.ts'
import { useSeenRow } from '#src/kit/form/use-seen-row.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { to } from '#src/paths.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AccountChanges } from './AccountChanges.tsx'
import { BelongingFields } from './BelongingFields.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { addUser, changeUser, USERS_CHANGED } from './queries.ts'
import { RightsFields } from './RightsFields.tsx'
import {
  bodyOf,
  needsOldPassword,
  needsRestaurant,
  problemsOf,
  SECRET,
  valuesOf,
  type UserField,
  type UserValues,
} from './user-form.ts'
import { WaitingAddress } from './WaitingAddress.tsx'
import classes from './users.module.css'

export interface UserFormProps {
  /** Who is at the form. */
  person: User
  /** Who is edited; null adds one. */
  user: User | null
  /** The person has changed their own record, perhaps with a new password. */
  onSelf: (user: User, password: string | null) => Promise<void>
}

const LABELS = {
  username: 'Username',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
} as const
const NAMES = ['username', 'email', 'first_name', 'last_name'] as const

/** B069–B074: one user's form. It is kept until it is saved or cancelled; passwords are kept nowhere. */
export function UserForm({ person, user, onSelf }: UserFormProps) {
  const serverReachable = useServerReachable()
  const go = useGo()
  const isSelf = user?.id === person.id
  const mayEdit = isSelf || can(person, 'users.manage')
  const name = `${person.id}/user/${user?.id ?? 'add'}`
  const form = useOfficeForm({
    name,
    stored: valuesOf(user),
    check: (values) => problemsOf(values, user, person),
    secret: SECRET,
  })
  const { values } = form
  const seen = useSeenRow(name, user, form)
  const [oldPassword, setOldPassword] = useState('')
  // A person without a field for it is asked here.
  const isAsked = !asksOldPassword(person) && needsOldPassword(values, user, person)
  const { ask, dialog } = useFormSave({
    form,
    seen,
    async call(client, fields: ReturnType<typeof bodyOf>, key) {
      const body = { ...fields, ...(isAsked && { old_password: oldPassword }) }
      const saved = user ? await changeUser(client, user.id, body) : await addUser(client, body, key)
      if (isSelf) await onSelf(saved, values.new_password || null)
    },
    invalidates: USERS_CHANGED,
    words: () => ({
      title: user ? `Save user ${user.username}?` : `Add user ${values.username.trim()}?`,
      body: askedBody(consequence(values, user, person), isAsked ? setOldPassword : null),
      reason: isAsked && oldPassword === '' && 'Type your current password.',
      saved: 'The user has been saved.',
      failed: 'There was an error while saving the customer information',
    }),
    explain: wholeText,
    onDone: () => go(to.users()),
  })
  function cancel() {
    form.discard()
    go(to.users())
  }

  return (
    <>
      <OfficeForm
        form={form}
        aria-label="User"
        className={classes.card}
        onSave={() => {
          setOldPassword('')
          if (serverReachable) ask(bodyOf(values, user, person, seen.row))
        }}
      >
        {user && (
          <p className={classes.quiet}>
            User {user.id} · {ROLE_NAMES[user.role_id] ?? `Role ${user.role_id}`}
            {isSelf && ' · this is you'}
          </p>
        )}
        <NameFields form={form} isNew={!user} isSelf={isSelf} />
        {user?.waiting_email && mayEdit && (
          <WaitingAddress user={user} isSelf={isSelf} onSelf={(saved) => onSelf(saved, null)} />
        )}
        <PasswordFields form={form} isNew={!user} person={person} />
        <RightsFields form={form} user={user} person={person} />
        <BelongingFields form={form} user={user} person={person} />
        {user && mayEdit && <AccountChanges user={user.id} />}
        <FormFoot serverReachable={serverReachable} onCancel={cancel}>
          <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
        </FormFoot>
      </OfficeForm>
      {dialog}
    </>
  )
}

interface NameFieldsProps {
  form: OfficeFormState<UserValues>
  isNew: boolean
  isSelf: boolean
}

/** The names of a user, and the restaurant of a new one. */
function NameFields({ form, isNew, isSelf }: NameFieldsProps) {
  const { values } = form
  return (
    <div className={classes.fields}>
      {NAMES.map((field) => (
        <TextInput
          key={field}
          label={LABELS[field]}
          size="md"
          required
          withAsterisk={false}
          maxLength={field === 'email' ? 254 : 150}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={isSelf ? AUTOCOMPLETE[field] : 'off'}
          {...(field in PLAIN && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          {...form.field(field)}
        />
      ))}
      {isNew && (
        <TextInput
          label="Restaurant name"
          description={
            !belongsToCustomer(values)
              ? `${values.is_staff ? 'Staff' : 'Pickers'} belong to no customer: no Customer Location is created.`
              : values.company !== ''
                ? 'A company is chosen: no Customer Location is created.'
                : 'Used to create a Customer Location.'
          }
          size="md"
          required={needsRestaurant(values)}
          withAsterisk={false}
          disabled={!needsRestaurant(values)}
          maxLength={200}
          autoComplete="off"
          {...form.field('restaurant_name')}
        />
      )}
    </div>
  )
}

const AUTOCOMPLETE: Record<(typeof NAMES)[number], string> = {
  username: 'username',
  email: 'email',
  first_name: 'given-name',
  last_name: 'family-name',
}
/** What is no word: a phone's keyboard leaves it as it is typed. */
const PLAIN: Partial<Record<UserField, true>> = { username: true, email: true }

/** In the dialog: it keeps what is typed itself, for the dialog's words stay as they were asked. */
const OldPasswordInput = ({ onType }: { onType: (password: string) => void }) => (
  <PasswordInput
    label="Your current password"
    size="md"
    data-autofocus
    maxLength={1024}
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    onChange={({ currentTarget: { value } }) => onType(value)}
  />
)

/** Returns the dialog's words, with the field where it asks for the current password. */
const askedBody = (said: string, onType: ((password: string) => void) | null) => (
  <>
    <p>{said}</p>
    {onType && <OldPasswordInput onType={onType} />}
  </>
)

const HOLDS = 'What you changed holds at once.'

/** Returns the consequence of saving beyond the form. */
function consequence(values: ReturnType<typeof valuesOf>, user: User | null, person: User): string {
  if (!user) {
    const enters = values.account_lock
      ? 'They cannot sign in until the lock is taken away.'
      : 'They may sign in at once.'
    return !needsRestaurant(values)
      ? enters
      : `${enters} The customer location “${values.restaurant_name.trim()}” is created.`
  }
  if (values.account_lock && !user.account_lock)
    return 'They are signed out at once and cannot sign in again.'
  if (!values.is_active && user.is_active) return 'They are signed out at once and cannot sign in again.'
  const address = values.email.trim()
  const isMoved = address !== user.email
  const setsPassword = values.new_password !== ''
  if (user.id !== person.id) {
    if (setsPassword) return 'They are signed out and sign in with the new password.'
    return isMoved ? `They are signed out everywhere, and mails go to ${address}.` : HOLDS
  }
  const said = [
    isMoved &&
      `${address} is used once you open the link that is mailed there${user.email && `; until then ${user.email} is`}. Without a mail server the office confirms it.`,
    setsPassword && 'You stay signed in here and are signed out on your other devices.',
  ].filter((text) => text !== false)
  return said.join(' ') || HOLDS
}

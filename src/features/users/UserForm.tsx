import type { User } from '#contract/people/schema.ts'
import { ROLE_NAMES } from '#contract/people/user-rules.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError } from '#src/api/errors.ts'
import { fieldErrors, wholeText } from '#src/api/form-errors.ts'
import { OfficeForm } from '#src/kit/OfficeForm.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { to } from '#src/paths.ts'
import { FormFoot, SubmitButton } from '#src/ui/FormFoot.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { addUser, changeUser } from './calls.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { RightsFields } from './RightsFields.tsx'
import { bodyOf, problemsOf, SECRET, valuesOf, type UserField } from './user-form.ts'
import classes from './users.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface UserFormProps {
  client: Client
  person: User
  /** Who is edited; null adds one. */
  user: User | null
  serverReachable: boolean
  newId: () => string
  go: Go
  /** Reads the user again. */
  reload: () => void
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
export function UserForm({
  client,
  person,
  user,
  serverReachable,
  newId,
  go,
  reload,
  onSelf,
}: UserFormProps) {
  const isSelf = user?.id === person.id
  const form = useOfficeForm({
    name: `${person.id}/user/${user?.id ?? 'add'}`,
    stored: valuesOf(user),
    check: (values) => problemsOf(values, user, person),
    secret: SECRET,
  })
  const { values } = form
  const [isAsking, setAsking] = useState(false)
  const keyOf = useCallKey(newId)

  async function save() {
    const body = bodyOf(values, user)
    try {
      const saved = user ? await changeUser(client, user.id, body) : await addUser(client, body, keyOf(body))
      form.saved()
      if (isSelf) await onSelf(saved, values.new_password || null)
    } catch (error) {
      form.refuse(fieldErrors(error))
      // Somebody else was faster: the form shows theirs under what is typed.
      if (error instanceof ApiError && error.status === 409) reload()
      throw error
    }
  }
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
        onSave={() => serverReachable && setAsking(true)}
      >
        {user && (
          <p className={classes.quiet}>
            User {user.id} · {ROLE_NAMES[user.role_id] ?? `Role ${user.role_id}`}
            {isSelf && ' · this is you'}
          </p>
        )}
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
          {!user && (
            <TextInput
              label="Restaurant name"
              description={
                values.is_staff
                  ? 'Staff belong to no customer: no Customer Location is created.'
                  : 'Used to create a Customer Location.'
              }
              size="md"
              required={!values.is_staff}
              withAsterisk={false}
              disabled={values.is_staff}
              maxLength={200}
              autoComplete="off"
              {...form.field('restaurant_name')}
            />
          )}
        </div>
        <PasswordFields form={form} isNew={!user} person={person} />
        <RightsFields form={form} user={user} person={person} />
        <FormFoot serverReachable={serverReachable} onCancel={cancel}>
          <SubmitButton reason={!serverReachable && NEEDS_SERVER} />
        </FormFoot>
      </OfficeForm>
      <Suspense>
        {isAsking && (
          <SaveDialog
            title={user ? `Save user ${user.username}?` : `Add user ${values.username.trim()}?`}
            save={save}
            saved="The user has been saved."
            failed="There was an error while saving the customer information"
            explain={wholeText}
            onBack={() => {
              setAsking(false)
              form.focusProblem()
            }}
            onSaved={() => go(to.users())}
          >
            {consequence(values, user, isSelf)}
          </SaveDialog>
        )}
      </Suspense>
    </>
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

/** What saving does beyond the form. */
function consequence(values: ReturnType<typeof valuesOf>, user: User | null, isSelf: boolean): string {
  if (!user)
    return values.is_staff
      ? 'They may sign in at once.'
      : `They may sign in at once. The customer location “${values.restaurant_name.trim()}” is created.`
  if (values.account_lock && !user.account_lock)
    return 'They are signed out at once and cannot sign in again.'
  if (!values.is_active && user.is_active) return 'They are signed out at once and cannot sign in again.'
  if (values.new_password === '') return 'What you changed holds at once.'
  return isSelf
    ? 'You stay signed in here and are signed out on your other devices.'
    : 'They are signed out and sign in with the new password.'
}

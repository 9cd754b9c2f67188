import type { User } from '#contract/people/schema.ts'
import { errorText, isNotFound } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button, Skeleton } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useCallback } from 'react'
import { fetchUser } from './calls.ts'
import { UserForm, type UserFormProps } from './UserForm.tsx'
import classes from './users.module.css'

export interface UserScreenProps extends Omit<UserFormProps, 'user' | 'person' | 'reload'> {
  person: User | null
  /** As it stands in the address; null on "/user/add". */
  id: string | null
}

/** `/user/add` and `/user/{id}` (B068, C003): a user's form, empty or filled. Online only. */
export function UserScreen({ id, person, ...props }: UserScreenProps) {
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{id === null ? 'Add User' : 'Edit User'}</h1>
      </header>
      {id === null && <UserForm {...props} person={person} user={null} reload={() => undefined} />}
      {id !== null &&
        // An id is one of digits only (readings, "Orders, quantities, weights").
        (/^\d{1,9}$/.test(id) ? (
          <EditUser {...props} key={id} id={Number(id)} person={person} />
        ) : (
          <NoSuchUser />
        ))}
    </div>
  )
}

function EditUser({ id, ...props }: Omit<UserFormProps, 'user' | 'reload'> & { id: number }) {
  const { client, serverReachable } = props
  const read = useCallback((signal: AbortSignal) => fetchUser(client, id, signal), [client, id])
  const reading = useRead(read, serverReachable)
  return (
    <WhenRead
      reading={reading}
      serverReachable={serverReachable}
      explain={errorText}
      missing={isNotFound(reading.failure) && <NoSuchUser />}
      waiting={<FormSkeleton />}
    >
      {(user) => <UserForm {...props} user={user} reload={reading.reload} />}
    </WhenRead>
  )
}

function FormSkeleton() {
  return (
    <div className={classes.card} aria-busy>
      <div className={classes.fields}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height={64} radius="md" />
        ))}
      </div>
      <Skeleton height={220} radius="md" />
    </div>
  )
}

function NoSuchUser() {
  return (
    <EmptyState
      icon={<IconUserQuestion size={40} />}
      title="There is no such user"
      action={
        <Button variant="default" renderRoot={(props) => <Link to={to.users()} {...props} />}>
          Go to the users
        </Button>
      }
    >
      Or it is none of yours: whoever is not staff sees their own record only.
    </EmptyState>
  )
}

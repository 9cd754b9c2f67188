import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { WhenFound } from '#src/kit/page/WhenFound.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { AccessOfUser } from './AccessOfUser.tsx'
import { userQuery } from './queries.ts'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions, type OwnSessionsProps } from './OwnSessions.tsx'
import { UserForm, type UserFormProps } from './UserForm.tsx'
import classes from './users.module.css'

interface UserScreenProps extends Pick<UserFormProps, 'onSelf'>, OwnSessionsProps {
  /** The id in the address; null on "/user/add". */
  id: string | null
}

/** `/user/add` and `/user/{id}` (B068, C003): a user's form, empty or filled. Online only. */
export function UserScreen({ id, aboutDevice, onSelf, onSignOut }: UserScreenProps) {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={id === null ? 'Add User' : 'Edit User'} />
      {id === null ? (
        <UserForm person={person} user={null} onSelf={onSelf} />
      ) : (
        <WhenFound id={id} query={userQuery} missing={<NoSuchUser />} waiting={<FormSkeleton />}>
          {(user) => (
            <>
              <UserForm person={person} user={user} onSelf={onSelf} />
              {user.id !== person.id && can(person, 'users.manage') && <AccessOfUser user={user} />}
              {user.id === person.id && (
                <>
                  <OwnPasskeys />
                  <OwnSessions aboutDevice={aboutDevice} onSignOut={onSignOut} />
                </>
              )}
            </>
          )}
        </WhenFound>
      )}
    </div>
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
      action={<ButtonLink to={to.users()}>Go to the users</ButtonLink>}
    >
      Or it is none of yours: a user who is not staff sees only their own record.
    </EmptyState>
  )
}

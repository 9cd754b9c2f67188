import { INVITATION_DAYS, type UserAccess } from '#contract/people/access.ts'
import type { User } from '#contract/people/schema.ts'
import { editProblem } from '#contract/people/user-rules.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { accessQuery, inviteUser } from './queries.ts'
import classes from './users.module.css'

/** The devices on which a user signs in. A user who never has is invited by mail (docs/decisions/0278). */
export function AccessOfUser({ user }: { user: User }) {
  const query = useMemo(() => accessQuery(user.id), [user.id])
  const reading = useServerQuery(query)
  return (
    <section className={classes.card} aria-label="Signing in">
      <h2 className={classes.head}>Signing in</h2>
      <WhenRead reading={reading} waiting={<Skeleton height={80} radius="md" />}>
        {(access) =>
          access.devices.length > 0 ? (
            <Devices devices={access.devices} />
          ) : (
            <Invitation user={user} invitation={access.invitation} />
          )
        }
      </WhenRead>
    </section>
  )
}

const Devices = ({ devices }: Pick<UserAccess, 'devices'>) => (
  <>
    <p>
      Last seen <Time at={devices[0]!.last_used_at} />
    </p>
    <ul className={classes.changes} aria-label="Devices">
      {devices.map(({ device_kind, last_used_at }) => (
        <li key={`${device_kind} ${last_used_at}`}>
          {device_kind || 'An unknown device'}{' '}
          <span className={classes.quiet}>
            · <Time at={last_used_at} />
          </span>
        </li>
      ))}
    </ul>
  </>
)

interface InvitationProps extends Pick<UserAccess, 'invitation'> {
  user: User
}

const MAIL_WORDS: Record<NonNullable<UserAccess['invitation']>['mail'], string> = {
  waiting: 'the mail waits to be sent',
  sent: 'the mail was sent',
  perhaps: 'the mail may have arrived',
  refused: 'the mail was refused',
  dropped: 'the mail was dropped',
}

function Invitation({ user, invitation }: InvitationProps) {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const { id, username, email } = user
  const saving = useSave({
    call: async (client, _value: void, key) => {
      await inviteUser(client, id, key)
    },
    invalidates: [['users', id, 'access'], ['mails']],
    words: () => ({
      title: `Invite ${username}?`,
      body: `A mail to ${email} has a link with which they choose their password. It works for ${INVITATION_DAYS} days.`,
      act: 'Invite',
      saving: 'Inviting …',
      saved: 'The invitation is on its way.',
      failed: 'The invitation was not sent',
    }),
  })
  return (
    <>
      <p>
        Never signed in.
        {invitation && (
          <>
            {' '}
            Invited <Time at={invitation.at} />
            {invitation.by && ` by ${invitation.by}`}; {MAIL_WORDS[invitation.mail]}.
          </>
        )}
      </p>
      <div className={classes.buttons}>
        <Button
          reason={
            serverReachable
              ? email === ''
                ? 'They have no mail address.'
                : person && editProblem(person, user)
              : NEEDS_SERVER
          }
          onClick={() => saving.ask()}
        >
          {invitation ? 'Invite again' : 'Invite by mail'}
        </Button>
      </div>
      {saving.dialog}
    </>
  )
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{showTime(at)}</time>

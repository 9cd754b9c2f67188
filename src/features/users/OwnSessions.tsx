import type { OwnSession } from '#contract/people/sessions.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { Engine } from '#src/sync/engine.ts'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { endSession, OWN_SESSIONS } from './queries.ts'
import classes from './users.module.css'

export interface OwnSessionsProps {
  /** What the person settles for this device alone. */
  aboutDevice: ReactNode
  /** Signs out on this device, or everywhere; the waiting edits are sent first where that is possible. */
  onSignOut: (engine: Engine, where: 'here' | 'everywhere') => Promise<void>
}

const nameOf = ({ device_kind }: OwnSession) => device_kind || 'an unknown device'
const KEPT = 'What is not sent yet stays on the device, and is sent when you sign in there again.'

/** The sign-ins of the person, on the screen of their own record (docs/decisions/0196). */
export function OwnSessions({ aboutDevice, onSignOut }: OwnSessionsProps) {
  const { engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const reading = useServerQuery(OWN_SESSIONS)
  const reason = !serverReachable && NEEDS_SERVER
  const ending = useSave({
    call: (client, session: OwnSession) =>
      session.is_this ? onSignOut(engine, 'here') : endSession(client, session.id),
    invalidates: [OWN_SESSIONS.queryKey],
    words: (session) => ({
      title: session.is_this ? 'Log out on this device?' : `End the session on ${nameOf(session)}?`,
      body: session.is_this ? KEPT : `It is signed out at once. ${KEPT}`,
      act: session.is_this ? 'Log out' : 'End',
      failed: 'The session was not ended',
    }),
  })
  const everywhere = useSave({
    call: () => onSignOut(engine, 'everywhere'),
    words: () => ({
      title: 'Sign out everywhere?',
      body: `All your devices are signed out at once, this one too. ${KEPT}`,
      act: 'Sign out everywhere',
      saving: 'Signing out …',
      failed: 'You are still signed in',
    }),
  })

  return (
    <section className={classes.card} aria-label="Where you are signed in">
      <h2 className={classes.head}>Where you are signed in</h2>
      <WhenRead reading={reading} waiting={<Skeleton height={120} radius="md" />}>
        {(sessions) => (
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <b className={classes.device}>{nameOf(session)}</b>{' '}
                  {session.is_this && <Chip tone="ok">This device</Chip>}
                  <div className={classes.quiet}>
                    Signed in <Time at={session.begun_at} /> · last used <Time at={session.last_used_at} />
                  </div>
                </div>
                <Button
                  label={`End the session on ${nameOf(session)}`}
                  reason={reason}
                  onClick={() => ending.ask(session)}
                >
                  End
                </Button>
              </li>
            ))}
          </ul>
        )}
      </WhenRead>
      {aboutDevice}
      <div className={classes.buttons}>
        <Button kind="danger" reason={reason} onClick={() => everywhere.ask()}>
          Sign out everywhere
        </Button>
      </div>
      {ending.dialog}
      {everywhere.dialog}
    </section>
  )
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{showTime(at)}</time>

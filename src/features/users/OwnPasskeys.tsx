import type { Passkey } from '#contract/people/second-factor.ts'
import { can } from '#contract/permissions.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { RecoveryCodeList } from '#src/kit/RecoveryCodes.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCall, useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural } from '#src/ui/format.ts'
import { CancelButton, Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import { Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addPasskey, makeRecoveryCodes, OWN_PASSKEYS, removePasskey } from './queries.ts'
import classes from './users.module.css'

/** One's own passkeys and recovery codes, on the screen of one's own record (docs/decisions/0219). */
export function OwnPasskeys() {
  const { person } = useSignedIn()
  const serverReachable = useServerReachable()
  const isOffered = can(person, 'passkeys.own')
  const reading = useServerQuery(OWN_PASSKEYS, { enabled: isOffered })
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const reason = !serverReachable && NEEDS_SERVER
  const removal = usePasskeyRemoval()
  const renewal = useSave({
    call: async (client) => setCodes(await makeRecoveryCodes(client)),
    invalidates: [OWN_PASSKEYS.queryKey],
    words: () => ({
      title: 'Make new recovery codes?',
      body: 'The codes that you have end.',
      act: 'Make new codes',
      failed: 'No codes were made',
    }),
  })
  if (!isOffered) return null
  return (
    <section className={classes.card} aria-label="Passkeys">
      <h2 className={classes.head}>Passkeys</h2>
      <WhenRead reading={reading} waiting={<Skeleton height={80} radius="md" />}>
        {({ passkeys, recovery_codes_left: left, is_compulsory: isCompulsory }) => (
          <>
            <p className={classes.quiet}>
              {passkeys.length === 0
                ? 'With a passkey (the fingerprint, face or PIN of a device, or a security key) a stolen password alone signs nobody in.'
                : `After your password one of these signs you in. ${plural(left, 'recovery code')} left.`}
              {isCompulsory && ' Your role needs one.'}
            </p>
            {passkeys.length > 0 && (
              <PasskeyList
                passkeys={passkeys}
                isCompulsory={isCompulsory}
                reason={reason}
                onRemove={removal.ask}
              />
            )}
            <div className={classes.buttons}>
              {passkeys.length > 0 && (
                <Button reason={reason} onClick={() => renewal.ask()}>
                  New recovery codes
                </Button>
              )}
              <Button reason={reason} onClick={() => setAdding(true)}>
                Add a passkey
              </Button>
            </div>
          </>
        )}
      </WhenRead>
      {adding && (
        <AddPasskey
          onAdded={(made) => {
            setAdding(false)
            setCodes(made)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {codes.length > 0 && (
        <Modal title="Recovery codes" onClose={() => setCodes([])}>
          <RecoveryCodeList codes={codes} onDone={() => setCodes([])} />
        </Modal>
      )}
      {removal.dialog}
      {renewal.dialog}
    </section>
  )
}

const usePasskeyRemoval = () =>
  useSave({
    call: (client, passkey: Passkey) => removePasskey(client, passkey.id),
    invalidates: [OWN_PASSKEYS.queryKey],
    words: ({ name }) => ({
      title: `Remove the passkey “${name}”?`,
      body: 'It signs you in no more. Without any passkey your password alone does, and your recovery codes end.',
      act: 'Remove',
      failed: 'The passkey was not removed',
    }),
  })

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Whether the person must keep one. */
  isCompulsory: boolean
  /** Why none can be removed now. */
  reason: string | false
  onRemove: (passkey: Passkey) => void
}

function PasskeyList({ passkeys, isCompulsory, reason, onRemove }: PasskeyListProps) {
  return (
    <ul className={classes.sessions}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <b className={classes.device}>{passkey.name}</b>
            <div className={classes.quiet}>
              Added <Time at={passkey.created_at} /> ·{' '}
              {passkey.used_at === null ? (
                'not used yet'
              ) : (
                <>
                  last used <Time at={passkey.used_at} />
                </>
              )}
            </div>
          </div>
          <Button
            label={`Remove the passkey ${passkey.name}`}
            reason={
              reason ||
              (isCompulsory && passkeys.length === 1 && 'Your role needs a passkey. Add another one first.')
            }
            onClick={() => onRemove(passkey)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface AddPasskeyProps {
  /** With the recovery codes that came with it. */
  onAdded: (codes: readonly string[]) => void
  onClose: () => void
}

/** Names a passkey and has the browser make it. */
function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const [name, setName] = useState('This device')
  const { press, isBusy, problem } = usePress()
  const add = useCall({
    call: (client, typed: string) => addPasskey(client, typed),
    invalidates: [OWN_PASSKEYS.queryKey],
  })

  return (
    <Modal title="Add a passkey" onClose={onClose} isBusy={isBusy}>
      <form
        className={classes.add}
        aria-label="Add a passkey"
        onSubmit={(event) => {
          event.preventDefault()
          void press(async () => onAdded(await add(name.trim())))
        }}
      >
        <TextInput
          label="Name"
          description="By which you know it again, such as “Office laptop”."
          size="md"
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ErrorNote>{problem}</ErrorNote>
        <ModalButtons>
          <CancelButton onClick={onClose} />
          <Button
            kind="main"
            isSubmit
            isBusy={isBusy}
            reason={name.trim() === '' && 'Name the passkey first.'}
          >
            Go on
          </Button>
        </ModalButtons>
      </form>
    </Modal>
  )
}

const Time = ({ at }: { at: string }) => <time dateTime={at}>{showTime(at)}</time>

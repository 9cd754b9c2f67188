import type { SignInEntry, SecondStep } from '#src/api/second-step.ts'
import { makePasskey, signWithPasskey } from '#src/device/passkeys.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Brand } from './Brand.tsx'
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx'
import classes from './SignInScreen.module.css'
import { useSignInEntry } from './use-sign-in-entry.ts'

interface SecondStepScreenProps {
  step: SecondStep
  onIn: () => void
  /** Back to name and password. */
  onBack: () => void
}

const TITLE = { passkey: 'One more step', first_passkey: 'Register a passkey' }

/** After the password: a passkey, a recovery code, or a first passkey (docs/decisions/0219). */
export default function SecondStepScreen({ step, onIn, onBack }: SecondStepScreenProps) {
  const [way, setWay] = useState<'passkey' | 'code'>('passkey')
  const [code, setCode] = useState('')
  const [name, setName] = useState('This device')
  const { busy, problem, ended, entry, run, enter, forgetProblem } = useSignInEntry(onIn)

  const answer = async (): Promise<SignInEntry> => {
    if (step.needs === 'first_passkey')
      return step.answer('auth/newpasskey', { name, credential: await makePasskey(step.options) })
    if (way === 'code') return step.answer('auth/recoverycode', { code })
    return step.answer('auth/passkey', { credential: await signWithPasskey(step.options) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(answer)
  }

  if (entry)
    return (
      <NewRecoveryCodes
        codes={entry.recoveryCodes}
        problem={problem}
        onDone={() => void run(() => enter(entry).then(() => entry))}
      />
    )
  const title = TITLE[step.needs]
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} aria-label={title}>
        <Brand title={title} />
        {step.needs === 'first_passkey' ? (
          <FirstPasskey name={name} onName={setName} />
        ) : way === 'passkey' ? (
          <p>
            Use the passkey that you registered: the fingerprint, face or PIN of this device, a phone, or a
            security key.
          </p>
        ) : (
          <RecoveryCodeInput code={code} onCode={setCode} />
        )}
        <ErrorNote>{problem}</ErrorNote>
        <Button
          kind="main"
          isSubmit
          isBusy={busy}
          icon={way === 'passkey' && <IconFingerprint size={22} aria-hidden />}
          reason={
            (ended && 'Type your password again first.') ||
            (step.needs === 'first_passkey' && name.trim() === '' && 'Name the passkey first.') ||
            (way === 'code' && code.trim() === '' && 'Type a code first.')
          }
        >
          {step.needs === 'first_passkey' ? 'Register' : way === 'passkey' ? 'Use passkey' : 'Sign in'}
        </Button>
        {step.needs === 'passkey' && (
          <Button
            onClick={() => {
              forgetProblem()
              setWay(way === 'passkey' ? 'code' : 'passkey')
            }}
          >
            {way === 'passkey' ? 'Use a recovery code' : 'Use a passkey'}
          </Button>
        )}
        <Button onClick={onBack}>Back</Button>
      </form>
    </main>
  )
}

function FirstPasskey({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <>
      <p>
        Your role signs in with a passkey after the password: the fingerprint, face or PIN of this device, a
        phone, or a security key. It is registered once.
      </p>
      <TextInput
        label="Name of this passkey"
        size="md"
        maxLength={60}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  )
}

function RecoveryCodeInput({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  return (
    <LineInput
      label="Recovery code"
      description="One of the ten that you printed. Each is good once."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
      value={code}
      onChange={onCode}
    />
  )
}

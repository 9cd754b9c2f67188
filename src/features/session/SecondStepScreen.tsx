import type { SignInEntry, SecondStep } from '#src/api/second-step.ts'
import { ApiError, errorText, isObject } from '#src/api/errors.ts'
import { ATTEMPT_OVER } from '#contract/people/session-codes.ts'
import { makePasskey, signWithPasskey } from '#src/device/passkeys.ts'
import { RecoveryCodeList } from '#src/kit/RecoveryCodes.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Brand } from './Brand.tsx'
import classes from './SignInScreen.module.css'

interface SecondStepScreenProps {
  step: SecondStep
  onIn: () => void
  /** Back to name and password. */
  onBack: () => void
}

const TITLE = { passkey: 'One more step', first_passkey: 'Register a passkey' }
const isOver = (error: unknown) =>
  error instanceof ApiError && isObject(error.body) && error.body['code'] === ATTEMPT_OVER

/** After the password: a passkey, a recovery code, or a first passkey (docs/decisions/0219). */
export default function SecondStepScreen({ step, onIn, onBack }: SecondStepScreenProps) {
  const [way, setWay] = useState<'passkey' | 'code'>('passkey')
  const [code, setCode] = useState('')
  const [name, setName] = useState('This device')
  const { busy, problem, ended, entry, run, enter, forgetProblem } = useEntry(onIn)

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

/** Answers the step and lets the person in. An entry with new recovery codes waits until they are kept. */
function useEntry(onIn: () => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [ended, setEnded] = useState(false)
  const [entry, setEntry] = useState<SignInEntry | null>(null)

  async function enter(answered: SignInEntry) {
    await answered.enter()
    onIn()
  }

  async function run(answer: () => Promise<SignInEntry>) {
    setBusy(true)
    setProblem(null)
    try {
      const answered = await answer()
      if (answered.recoveryCodes.length > 0) setEntry(answered)
      else await enter(answered)
    } catch (error) {
      setEnded(isOver(error))
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, ended, entry, run, enter, forgetProblem: () => setProblem(null) }
}

interface NewRecoveryCodesProps {
  codes: string[]
  problem: string | null
  onDone: () => void
}

function NewRecoveryCodes({ codes, problem, onDone }: NewRecoveryCodesProps) {
  return (
    <main className={classes.page}>
      <section className={classes.card} aria-label="Recovery codes">
        <h1>Recovery codes</h1>
        <RecoveryCodeList codes={codes} onDone={onDone} />
        <ErrorNote>{problem}</ErrorNote>
      </section>
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

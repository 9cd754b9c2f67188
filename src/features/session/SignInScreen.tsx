import type { SecondStep } from '#src/api/second-step.ts'
import { LicencesLink } from '#src/kit/links/LicencesLink.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { usePress } from '#src/kit/form/use-press.ts'
import { to } from '#src/paths.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PasswordInput } from '@mantine/core'
import { Button } from '#src/ui/Button.tsx'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { Brand } from './Brand.tsx'
import { DemoSignIns, readDemo, type DemoSignIn } from './DemoSignIns.tsx'
import { ProviderSignIn, readProvider } from './ProviderSignIn.tsx'
import classes from './SignInScreen.module.css'
import { signInProblem } from './sign-in-problem.ts'
import { UsernameInput } from './UsernameInput.tsx'

const SecondStepScreen = lazy(() => import('./SecondStepScreen.tsx'))

interface SignInScreenProps {
  /**
   * Resolves with the step that has to follow, null for none. Rejects with an ApiError, a NetworkError, or an Error that says why
   * it cannot be done offline.
   */
  signIn: (username: string, password: string) => Promise<SecondStep | null>
  onIn: () => void
  /** Leaves for the house's identity provider. Rejects where no sign-in begins there. */
  goToProvider: () => Promise<void>
  /** Why the sign-in shows although a person was signed in, and what happened to their work. */
  notice?: string | null
  /** Given where the sign-in can be put off. */
  onCancel?: (() => void) | undefined
}

/** Replaces every requested page while no person is signed in (C047). */
export function SignInScreen({ signIn, onIn, goToProvider, notice, onCancel }: SignInScreenProps) {
  const [demo] = useState(readDemo)
  const [provider] = useState(readProvider)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { press, isBusy, problem, forget } = usePress(signInProblem)
  const [step, setStep] = useState<SecondStep | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    void press(async () => {
      const next = await signIn(username, password)
      if (next) setStep(next)
      else onIn()
    })
  }

  function fill({ username: name, password: word }: DemoSignIn & { password: string }) {
    setUsername(name)
    setPassword(word)
    forget()
  }

  if (step)
    return (
      <Suspense>
        <SecondStepScreen step={step} onIn={onIn} onBack={() => setStep(null)} />
      </Suspense>
    )
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} aria-label="Sign in">
        <Brand title="Larder" />
        {notice && <p className={classes.notice}>{notice}</p>}
        <UsernameInput value={username} onChange={setUsername} />
        <PasswordInput
          label="Password"
          size="md"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <ErrorNote>{problem}</ErrorNote>
        <Button
          kind="main"
          isSubmit
          isBusy={isBusy}
          reason={(!username || !password) && 'Type your username and your password first.'}
        >
          SIGN IN
        </Button>
        <Link to={to.forgotPassword()}>Forgot your password?</Link>
        <ProviderSignIn asked={provider} onGo={goToProvider} />
        {onCancel && <Button onClick={onCancel}>Not now</Button>}
      </form>
      <DemoSignIns asked={demo} onPick={fill} />
      <LicencesLink />
    </main>
  )
}

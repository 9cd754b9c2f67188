import { errorText } from '#src/api/errors.ts'
import type { SecondStep } from '#src/api/second-step.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { SessionCard } from './SessionCard.tsx'

const SecondStepScreen = lazy(() => import('./SecondStepScreen.tsx'))

interface ProviderReturnScreenProps {
  /** Finishes the sign-in with the query of this address. Resolves with the step that has to follow, null for none. */
  signIn: (search: string) => Promise<SecondStep | null>
  /** The person is signed in. */
  onIn: () => void
}

/** The page to which the identity provider returns. It signs in with the address's query, once. */
export function ProviderReturnScreen({ signIn, onIn }: ProviderReturnScreenProps) {
  const go = useGo()
  const [state, setState] = useState<'busy' | { step: SecondStep } | { problem: string }>('busy')
  const home = () => go(to.home(), { replace: true })
  const finish = useEffectEvent(() => {
    signIn(location.search).then(
      (step) => (step ? setState({ step }) : onIn()),
      (error: unknown) => setState({ problem: errorText(error) }),
    )
  })
  /** The provider's answer is good for one sign-in. */
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    finish()
  }, [])
  if (state !== 'busy' && 'step' in state)
    return (
      <Suspense>
        <SecondStepScreen step={state.step} onIn={onIn} onBack={home} />
      </Suspense>
    )
  return (
    <SessionCard title="Sign in">
      {state === 'busy' ? (
        <>
          <p role="status">Signing in …</p>
          <Skeleton height={48} radius="md" />
        </>
      ) : (
        <ErrorNote>{state.problem}</ErrorNote>
      )}
    </SessionCard>
  )
}

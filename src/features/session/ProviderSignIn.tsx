import { isObject } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAttempt } from './use-attempt.ts'

/** Returns the name of the house's identity provider; null where there is none, or the server is away. */
export async function readProvider(): Promise<string | null> {
  try {
    const answer = await fetch('/api/auth/oidc')
    const body: unknown = answer.ok ? await answer.json() : null
    return isObject(body) && typeof body['name'] === 'string' ? body['name'] : null
  } catch {
    return null
  }
}

interface ProviderSignInProps {
  /** As it was asked when the screen was opened. */
  asked: ReturnType<typeof readProvider>
  /** Leaves for the provider. */
  onGo: () => Promise<void>
}

/** The way to the identity provider of the house (docs/decisions/0223). Nothing where there is none. */
export function ProviderSignIn({ asked, onGo }: ProviderSignInProps) {
  const [name, setName] = useState<string | null>(null)
  useEffect(() => void asked.then(setName), [asked])
  const leaving = useAttempt(onGo)
  if (name === null) return null
  return (
    <>
      <Button
        icon={<IconExternalLink size={20} aria-hidden />}
        isBusy={leaving.isBusy}
        onClick={() => void leaving.run()}
      >
        Sign in with {name}
      </Button>
      <ErrorNote>{leaving.problem}</ErrorNote>
    </>
  )
}

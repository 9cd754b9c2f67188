import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import type { Read } from './use-server-query.ts'

interface WhenReadProps<T> {
  reading: Read<T>
  serverReachable: boolean
  /** The failure in words. */
  explain: (failure: unknown) => string
  /** What is shown instead of the failure, where the server knows no such thing. */
  missing?: ReactNode
  /** What is shown while it is on its way. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}

/** What a screen of the office shows until the server has answered, and instead of an answer. */
export function WhenRead<T>({
  reading,
  serverReachable,
  explain,
  missing,
  waiting,
  children,
}: WhenReadProps<T>) {
  const { value, failure, busy, reload } = reading
  if (value !== null) return children(value)
  if (missing) return missing
  if (!serverReachable) return <NeedsServer />
  if (failure === null) return waiting ?? <Skeleton height={320} radius="md" />
  return (
    <ReadFailure busy={busy} onRetry={reload}>
      {explain(failure)}
    </ReadFailure>
  )
}

import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { errorText } from '#src/api/errors.ts'
import type { ServerReading } from '../use-server-query.ts'
import { useServerReachable } from '../use-sync-status.ts'

interface WhenReadProps<T> {
  reading: ServerReading<T>
  /** The failure in words, where a screen has other words for it than `errorText`. */
  explain?: (failure: unknown) => string
  /** What is shown instead of the failure, where the server knows no such thing. */
  missing?: ReactNode
  /** What is shown while it is on its way. */
  waiting?: ReactNode
  children: (value: T) => ReactNode
}

/**
 * The content of an office screen until the server has answered, and instead of an answer; beside an older answer, why
 * there is no new one.
 */
export function WhenRead<T>({ reading, explain = errorText, missing, waiting, children }: WhenReadProps<T>) {
  const { value, failure, busy, reload } = reading
  const serverReachable = useServerReachable()
  const isFailed = failure !== null && serverReachable
  const trouble = isFailed && (
    <ReadFailure busy={busy} onRetry={reload} isQuiet={value !== null}>
      {explain(failure)}
    </ReadFailure>
  )
  if (value !== null)
    return (
      <>
        {trouble}
        {children(value)}
      </>
    )
  if (missing) return missing
  if (!serverReachable) return <NeedsServer />
  return trouble || (waiting ?? <Skeleton height={320} radius="md" />)
}

/** Writes: the call, what is asked anew after it, and the one dialog around it. */
import { errorText } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import type { SaveDialogProps, SaveIssue } from '#src/ui/SaveDialog.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useQueries } from './use-server-query.ts'
import { useSignedIn } from './signed-in.ts'

interface Call<V, R> {
  /** `key` is the call's idempotency key: the same for as long as the same is sent. Rejects as the client does. */
  call: (client: Client, value: V, key: string) => Promise<R>
  /** The questions whose answers it makes old. */
  invalidates?: readonly QueryKey[]
  /** The screen is left when it is done: what it shows is not asked again for that. */
  leaves?: boolean
}

/** A call that changes something. What it makes old is asked anew, where it is on show, before it resolves or rejects. */
export function useCall<V = void, R = SaveIssue | void>({
  call,
  invalidates = [],
  leaves = false,
}: Call<V, R>): (value: V) => Promise<R> {
  const { client, engine } = useSignedIn()
  const queries = useQueries()
  const callKey = useCallKey(engine.newId)
  const { mutateAsync } = useMutation(
    {
      mutationFn: (value: V) => call(client, value, callKey({ value })),
      // Also after a failure: somebody else may have changed it meanwhile.
      onSettled: (_done, failure) =>
        Promise.all(
          invalidates.map((queryKey) => {
            // What nobody looks at is forgotten, so that it does not show for a moment as it was. Without a network what is
            // kept is better old than gone.
            queries.removeQueries({ queryKey, type: 'inactive', predicate: ({ meta }) => !meta?.isKept })
            return queries.invalidateQueries({
              queryKey,
              ...(leaves && failure === null && { refetchType: 'none' }),
            })
          }),
        ),
    },
    queries,
  )
  return mutateAsync
}

interface Words extends Pick<
  SaveDialogProps,
  'title' | 'act' | 'leave' | 'saving' | 'saved' | 'failed' | 'kind'
> {
  body?: ReactNode
  /** Why it cannot be done yet: of this moment, where the body has a field. */
  reason?: string | false
}

export interface Save<V> extends Call<V, SaveIssue | void> {
  /** What the dialog says of this value. */
  words: (value: V) => Words
  /** A failure in words, where the specification has other words for it than `errorText`. */
  explain?: (error: unknown) => string
  /** What goes on in spite of this failure is called, in the same dialog; null where nothing does. */
  retry?: (error: unknown) => string | null
  /** It was left without being done: a form shows what is wrong with it. */
  onBack?: () => void
  /** Where it leads when it is done. */
  onDone?: (value: V) => void
}

/**
 * Saving as every screen does it: `ask` opens the dialog for a value, which asks, is busy, and says what became of it.
 * The screen draws `dialog`.
 */
export function useSave<V = void>({
  words,
  explain = errorText,
  retry,
  onBack,
  onDone,
  ...rest
}: Save<V>): {
  ask: (value: V) => void
  dialog: ReactNode
} {
  const call = useCall(rest)
  const [asked, setAsked] = useState<{ value: V } | null>(null)
  const close = () => setAsked(null)
  return {
    ask: (value) => setAsked({ value }),
    dialog: asked && (
      <AskedDialog
        words={words(asked.value)}
        save={() => call(asked.value)}
        explain={explain}
        retry={retry}
        onBack={() => {
          close()
          onBack?.()
        }}
        onSaved={() => {
          close()
          onDone?.(asked.value)
        }}
      />
    ),
  }
}

type AskedProps = { words: Words } & Pick<
  SaveDialogProps,
  'save' | 'explain' | 'retry' | 'onBack' | 'onSaved'
>

/** What it says stays as it was asked: the call may change what the words are made of. */
function AskedDialog({ words, ...rest }: AskedProps) {
  const [{ body, reason: _asked, ...kept }] = useState(words)
  return (
    <SaveDialog {...kept} {...rest} reason={words.reason ?? false}>
      {body}
    </SaveDialog>
  )
}

/** Writes: the call, the queries that it requests again, and the one dialog around it. */
import { errorText, isObject } from '#src/api/errors.ts'
import type { Client } from '#src/api/client.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import type { SaveDialogProps, SaveIssue } from '#src/ui/SaveDialog.tsx'
import { useCallKey } from '#src/ui/use-call-key.ts'
import { useMutation, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useQueries } from '../use-server-query.ts'
import { useSignedIn } from '../signed-in.ts'

interface Call<V, R> {
  /**
   * Makes the call. `key` is its idempotency key: the same for as long as the same is sent and is not done. Rejects as
   * the client does.
   */
  call: (client: Client, value: V, key: string) => Promise<R>
  /** The queries that the call makes stale. */
  invalidates?: readonly QueryKey[]
  /** The screen is left when the call is done: then the stale queries are not requested again. */
  leaves?: boolean
}

/**
 * Returns the function that makes queries stale. It resolves once those on show are requested again. If the screen is
 * left, none is requested.
 */
export function useMakeStale(): (
  keys: readonly QueryKey[],
  screen?: { leaves: boolean },
) => Promise<unknown> {
  const queries = useQueries()
  return (keys, { leaves } = { leaves: false }) =>
    Promise.all(
      keys.map((queryKey) => {
        // A query that no screen shows is dropped, so that its old answer does not show for a moment.
        // Without a network stored data is better old than gone.
        queries.removeQueries({ queryKey, type: 'inactive', predicate: ({ meta }) => !meta?.isKept })
        return queries.invalidateQueries({ queryKey, ...(leaves && { refetchType: 'none' }) })
      }),
    )
}

/**
 * Makes a call that changes something. The queries that it makes stale are requested again, where they are on show,
 * before it resolves or rejects.
 */
export function useCall<V = void, R = SaveIssue | void>({
  call,
  invalidates = [],
  leaves = false,
}: Call<V, R>): (value: V) => Promise<R> {
  const { client, engine } = useSignedIn()
  const queries = useQueries()
  const makeStale = useMakeStale()
  const { keyOf, forget } = useCallKey(engine.newId)
  const { mutateAsync } = useMutation(
    {
      async mutationFn(value: V) {
        const key = keyOf({ value })
        const result = await call(client, value, key)
        if (!isIssue(result)) forget(key)
        return result
      },
      // Also after a failure: another user may have changed it meanwhile.
      onSettled: (_done, failure) => makeStale(invalidates, { leaves: leaves && failure === null }),
    },
    queries,
  )
  return mutateAsync
}

/** Whether a call resolved with a `SaveIssue`: it was done in part, and its repetition is the same call. */
const isIssue = (result: unknown) => isObject(result) && 'heading' in result && 'text' in result

interface Words extends Pick<
  SaveDialogProps,
  'title' | 'act' | 'leave' | 'saving' | 'saved' | 'failed' | 'kind'
> {
  body?: ReactNode
  /** Why it cannot be done yet: at this moment, where the body has a field. */
  reason?: string | false
}

export interface Save<V> extends Call<V, SaveIssue | void> {
  /** Returns the dialog's words for this value. */
  words: (value: V) => Words
  /** Returns a failure in words, where the specification has other words for it than `errorText`. */
  explain?: (error: unknown) => string
  /** Returns the label for going on in spite of this failure, in the same dialog; null where nothing goes on. */
  retry?: (error: unknown) => string | null
  /** Called when the dialog is left without saving: a form shows what is wrong with it. */
  onBack?: () => void
  /** Called when it is done, to go where it leads. */
  onDone?: (value: V) => void
}

/**
 * Saves, on every screen in the same way: `ask` opens the dialog for a value. The dialog asks, is busy, and shows the
 * outcome. The screen renders `dialog`.
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

/** Keeps the words as they were asked: the call may change what they are made of. */
function AskedDialog({ words, ...rest }: AskedProps) {
  const [{ body, reason: _asked, ...kept }] = useState(words)
  return (
    <SaveDialog {...kept} {...rest} reason={words.reason ?? false}>
      {body}
    </SaveDialog>
  )
}

/**
 * The question for the password that some calls wait for (docs/decisions/0195). Calls that ask while it is open share it and
 * its answer. The shell draws it.
 */
export interface PasswordPrompt {
  /** Opens the question. Resolves to whether the server has taken a password. */
  ask(): Promise<boolean>
  isOpen(): boolean
  subscribe(listener: () => void): () => void
  /** Closes the question for all who wait for it. */
  answer(isGiven: boolean): void
}

export function createPasswordPrompt(): PasswordPrompt {
  let open: { answer: Promise<boolean>; resolve: (isGiven: boolean) => void } | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      if (open) return open.answer
      const { promise: answer, resolve } = withResolvers()
      open = { answer, resolve }
      tell()
      return answer
    },
    isOpen: () => open !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer(isGiven) {
      open?.resolve(isGiven)
      open = null
      tell()
    },
  }
}

/** `Promise.withResolvers`, which the oldest supported browsers do not have. */
function withResolvers() {
  let resolve: (isGiven: boolean) => void = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

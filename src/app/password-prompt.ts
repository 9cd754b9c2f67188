import { createCell, type ReadCell } from '#src/ui/cell.ts'

/**
 * The question for the password that some calls wait for (docs/decisions/0195). Calls that ask while it is open share it and
 * its answer. The shell draws it.
 */
export interface PasswordPrompt {
  /** Opens the question. Resolves to whether the server has taken a password. */
  ask(): Promise<boolean>
  isOpen: ReadCell<boolean>
  /** Closes the question for all who wait for it. */
  answer(isGiven: boolean): void
}

export function createPasswordPrompt(): PasswordPrompt {
  let open: { answer: Promise<boolean>; resolve: (isGiven: boolean) => void } | null = null
  const isOpen = createCell(false)
  return {
    ask() {
      if (open) return open.answer
      const { promise: answer, resolve } = withResolvers()
      open = { answer, resolve }
      isOpen.set(true)
      return answer
    },
    isOpen,
    answer(isGiven) {
      open?.resolve(isGiven)
      open = null
      isOpen.set(false)
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

import type { Engine } from '#src/sync/engine.ts'
import { errorText } from '#src/api/errors.ts'
import { plural } from '#src/ui/format.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { signOut } from './sign-out.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { to } from '#src/paths.ts'
import { useServerReachable, useSyncStatus } from '#src/kit/use-sync-status.ts'

/** What a person who signs out leaves behind. */
export interface Leaving {
  /** Customers whose cart is filled and not ordered. */
  carts: number
  /** Whether edits or carts wait: they are kept. */
  isKept: boolean
  /** Whether something on the screen is not saved, or still runs: it is lost. */
  isLost: boolean
}

interface SignOutDialogProps {
  engine: Engine
  leaving: Leaving
  onClose: () => void
}

/**
 * Signing out while edits or carts wait, or something is typed: edits are sent if that can be done, and kept under this
 * person's name if not.
 */
export default function SignOutDialog({
  engine,
  leaving: { carts, isKept, isLost },
  onClose,
}: SignOutDialogProps) {
  const { waiting } = useSyncStatus(engine)
  const serverReachable = useServerReachable()
  const go = useGo()

  async function leave() {
    await signOut(engine, { flush: () => engine.saveNow() })
    go(to.home())
  }

  return (
    <SaveDialog
      title="Log out?"
      act="Log out"
      save={leave}
      saving="Logging out …"
      failed="You are still signed in"
      explain={errorText}
      onBack={onClose}
    >
      {waiting > 0 && (
        <p>
          {plural(waiting, 'change')} {waiting === 1 ? 'is' : 'are'} not sent yet.{' '}
          {serverReachable
            ? 'They are sent first, where the server takes them.'
            : 'The server is not in reach.'}
        </p>
      )}
      {carts > 0 && (
        <p>
          {plural(carts, 'cart')} {carts === 1 ? 'is' : 'are'} not ordered yet. Your orders and products stay
          on this device with {carts === 1 ? 'it' : 'them'}.
        </p>
      )}
      {isLost && <p>Something is not saved, or a run is not closed. You lose it when you log out.</p>}
      {isKept && (
        <p>
          What is left stays on this device under your name and is sent when you sign in here again. Nobody
          else sends it.
        </p>
      )}
    </SaveDialog>
  )
}

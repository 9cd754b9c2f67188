import type { Engine } from '#src/sync/engine.ts'
import { errorText } from '#src/api/errors.ts'
import { plural } from '#src/ui/format.ts'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { signOut } from './sign-out.ts'
import { useGo } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { useServerReachable, useSyncStatus } from '#src/kit/use-sync-status.ts'

/** Signing out while edits wait: they are sent if that can be done, and kept under this person's name if not. */
export default function SignOutDialog({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const { waiting } = useSyncStatus(engine)
  const serverReachable = useServerReachable(engine)
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
      <p>
        {plural(waiting, 'change')} {waiting === 1 ? 'is' : 'are'} not sent yet.{' '}
        {serverReachable
          ? 'They are sent first, where the server takes them.'
          : 'The server is not in reach.'}
      </p>
      <p>
        What is left stays on this device under your name and is sent when you sign in here again. Nobody else
        sends it.
      </p>
    </SaveDialog>
  )
}

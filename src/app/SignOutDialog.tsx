import type { Engine } from '#src/sync/engine.ts'
import ConfirmDialog from '#src/ui/ConfirmDialog.tsx'
import { plural } from '#src/ui/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from './sign-out.ts'
import { useServerReachable, useSyncStatus } from './use-sync-status.ts'

/** Signing out while edits wait: they are sent if that can be done, and kept under this person's name if not. */
export default function SignOutDialog({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const { unsent } = useSyncStatus(engine)
  const serverReachable = useServerReachable(engine)
  const navigate = useNavigate()

  async function leave() {
    await signOut(engine, { flush: () => engine.saveNow() })
    await navigate({ to: '/' })
  }

  return (
    <ConfirmDialog title="Log out?" act="Log out" onConfirm={leave} onClose={onClose}>
      <p>
        {plural(unsent, 'edit')} {unsent === 1 ? 'is' : 'are'} not sent yet.{' '}
        {serverReachable
          ? 'They are sent first, where the server takes them.'
          : 'The server is not in reach.'}
      </p>
      <p>
        What is left stays on this device under your name and is sent when you sign in here again. Nobody else
        sends it.
      </p>
    </ConfirmDialog>
  )
}

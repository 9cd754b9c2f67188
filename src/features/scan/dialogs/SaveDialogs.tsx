import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { SaveResult, type SaveOutcome } from '#src/picking/SaveResult.tsx'
import { FloorButtons, Modal } from '#src/ui/Modal.tsx'
import { useState } from 'react'
import type { ScanSession } from '../session/index.ts'
import { AnswerFirst } from './IgnoredScan.tsx'
import { saveScan } from './save.ts'

interface SaveDialogsProps {
  session: ScanSession
  orders: readonly number[]
  onClose: () => void
}

/** A063, A064: asks first, then saves, then shows the outcome. */
export default function SaveDialogs(props: SaveDialogsProps) {
  const { session, orders, onClose } = props
  const { engine } = useSignedIn()
  const answerFirst = <AnswerFirst session={session} />
  const reachable = useServerReachable()
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null)

  async function save() {
    setSaving(true)
    setOutcome(await saveScan(engine, orders))
  }

  if (outcome)
    return (
      <SaveResult {...props} of="Scan" outcome={outcome}>
        {answerFirst}
      </SaveResult>
    )
  return (
    <Modal size="floor" title="Save the scan?" onClose={onClose}>
      {answerFirst}
      <p>
        What you picked is stored on this device already.{' '}
        {reachable
          ? 'Saving sends it to the server now.'
          : 'The server is not in reach: it is sent by itself as soon as it is.'}
      </p>
      <FloorButtons
        onBack={onClose}
        act={isSaving ? 'Saving' : 'Confirm'}
        reason={isSaving && 'Saving'}
        onAct={() => void save()}
      />
    </Modal>
  )
}

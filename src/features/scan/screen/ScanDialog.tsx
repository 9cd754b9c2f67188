import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { CurrentItem } from './CurrentItem.tsx'
import classes from './scan-dialog.module.css'
import picking from '#src/picking/picking.module.css'
import { Modal, ModalButtons } from '#src/ui/Modal.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ScanResultNote } from './ScanResultNote.tsx'
import type { ScanSession } from '../session/index.ts'

const CameraReader = lazy(() => import('./CameraReader.tsx'))

interface ScanDialogProps {
  session: ScanSession
  onClose: () => void
}

/** A055–A060: takes a barcode by keyboard or camera, and shows the item that it means. */
export default function ScanDialog({ session, onClose }: ScanDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  // The soft keyboard opens only when a person taps the field.
  const [mode, setMode] = useState<'none' | 'text'>('none')

  const [camera, setCamera] = useState(false)

  function find(event: FormEvent) {
    event.preventDefault()
    const raw = text.trim()
    setText('')
    if (raw !== '') void session.scan(raw)
  }
  function rescan() {
    session.rescan()
    setText('')
    input.current?.focus()
  }

  return (
    <Modal size="floorWide" title="Scan" onClose={onClose}>
      <form className={classes.find} onSubmit={find}>
        <label>
          Barcode
          <input
            ref={input}
            className={picking.text}
            inputMode={mode}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Scan or type"
            value={text}
            data-autofocus
            onPointerDown={() => setMode('text')}
            onBlur={() => setMode('none')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Button size="floor" isSubmit kind="main">
          Find
        </Button>
        {!camera && (
          <Button size="floor" label="Camera" onClick={() => setCamera(true)}>
            <IconCamera size={28} aria-hidden />
          </Button>
        )}
      </form>
      <div className={classes.work}>
        {camera && (
          <Suspense>
            <CameraReader session={session} onClose={() => setCamera(false)} />
          </Suspense>
        )}
        <ScanResultNote session={session} onRescan={rescan} />
        <CurrentItem session={session} />
      </div>
      <ModalButtons>
        <Button size="floor" onClick={rescan}>
          Re-scan
        </Button>
        <Button size="floor" onClick={onClose}>
          Back to the list
        </Button>
      </ModalButtons>
    </Modal>
  )
}

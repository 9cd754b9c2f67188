import { useCamera } from '#src/device/scanner/use-camera.ts'
import { useScannerEngine } from '#src/device/scanner/use-scanner-engine.ts'
import { useCallback, useEffect, useRef } from 'react'
import classes from './scan-dialog.module.css'
import { FloorNote } from '#src/picking/FloorNote.tsx'
import picking from '#src/picking/picking.module.css'
import { ModalButtons } from '#src/ui/Modal.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { ScanSession } from '../session/index.ts'

/** A056: the device's camera as a scanner. A code is reported once for as long as it is in the picture. */
export default function CameraReader({ session, onClose }: { session: ScanSession; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useCallback(({ raw }: { raw: string }) => void session.scan(raw), [session])
  const { state, start, setTorch } = useCamera(video, useScannerEngine(), report)
  const { phase, problem, choices, cameraId, hasTorch, torch } = state
  useEffect(() => {
    void start()
  }, [start])

  return (
    <div className={classes.camera}>
      <video ref={video} aria-label="Camera picture" muted playsInline hidden={phase === 'off'} />
      {phase === 'opening' && <p role="status">The camera is starting …</p>}
      {problem && (
        <FloorNote tone="warn" isAlert>
          <p>{problem}</p>
        </FloorNote>
      )}
      {phase === 'on' && choices.length > 1 && (
        <label>
          Which camera
          <select
            className={picking.text}
            value={cameraId}
            onChange={(event) => void start(event.currentTarget.value)}
          >
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <ModalButtons>
        {phase === 'on' && hasTorch && (
          <Button size="floor" onClick={() => void setTorch(!torch)}>
            {torch ? 'Torch off' : 'Torch on'}
          </Button>
        )}
        {phase === 'off' && (
          <Button size="floor" onClick={() => void start()}>
            Try the camera again
          </Button>
        )}
        <Button size="floor" onClick={onClose}>
          Stop the camera
        </Button>
      </ModalButtons>
    </div>
  )
}

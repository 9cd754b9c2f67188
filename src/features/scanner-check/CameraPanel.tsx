import { Button } from '#src/ui/Button.tsx'
import type { ScannerEngine } from '#src/device/scanner/engine.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NativeSelect } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import type { Arrived } from './results.ts'
import classes from './scanner-check.module.css'
import { useCamera } from '#src/device/scanner/use-camera.ts'

interface CameraPanelProps {
  openEngine: () => Promise<ScannerEngine>
  onRead: (scan: Arrived) => void
}

/** The camera: its picture, which camera, its torch. Each code is reported once for as long as it is in the picture. */
export function CameraPanel({ openEngine, onRead }: CameraPanelProps) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useCallback(
    ({ raw, symbology }: { raw: string; symbology: string }, ms: number) =>
      onRead({ from: 'Camera', by: 'camera', raw, symbology, ms }),
    [onRead],
  )
  const { state, start, stop, setTorch } = useCamera(video, openEngine, report)
  const { phase, problem, choices, cameraId, hasTorch, torch } = state

  return (
    <div className={classes.panel}>
      <h2>Camera</h2>
      <video
        ref={video}
        className={classes.video}
        hidden={phase === 'off'}
        aria-label="Camera picture"
        muted
        playsInline
      />
      <div className={classes.buttons}>
        {phase === 'off' ? (
          <Button
            kind="main"
            size="floor"
            icon={<IconCamera size={22} aria-hidden />}
            onClick={() => void start()}
          >
            Start the camera
          </Button>
        ) : (
          <Button size="floor" icon={<IconCameraOff size={22} aria-hidden />} onClick={stop}>
            Stop the camera
          </Button>
        )}
        {phase === 'on' && hasTorch && (
          <Button
            size="floor"
            isPressed={torch}
            icon={torch ? <IconBulbOff size={22} aria-hidden /> : <IconBulb size={22} aria-hidden />}
            onClick={() => void setTorch(!torch)}
          >
            {torch ? 'Torch off' : 'Torch on'}
          </Button>
        )}
      </div>
      {phase === 'on' && choices.length > 1 && (
        <NativeSelect
          label="Which camera"
          classNames={{ input: classes.select ?? '' }}
          value={cameraId}
          onChange={(event) => void start(event.currentTarget.value)}
          data={choices.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
      {phase === 'opening' && <p role="status">The camera is starting …</p>}
      <ErrorNote>{problem}</ErrorNote>
    </div>
  )
}

import { openCamera, type Camera, type CameraChoice } from './camera.ts'
import { CAMERA_PROBLEMS } from './camera-problem.ts'
import type { CodeRead, ScannerEngine } from './engine.ts'
import { scanLive } from './live-scan.ts'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

interface CameraState {
  phase: 'off' | 'opening' | 'on'
  problem: string | null
  choices: CameraChoice[]
  cameraId: string
  hasTorch: boolean
  torch: boolean
}
const OFF: CameraState = {
  phase: 'off',
  problem: null,
  choices: [],
  cameraId: '',
  hasTorch: false,
  torch: false,
}

/** A camera that plays in `video` and reports codes, with its choice, its torch and its problems. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  openEngine: () => Promise<ScannerEngine>,
  onRead: (read: CodeRead, ms: number) => void,
) {
  const [state, setState] = useState(OFF)
  const open = useRef<{ camera: Camera; stop: () => void } | null>(null)
  /** Counts openings, so that one that was overtaken (stopped, another camera chosen) ends by itself. */
  const turn = useRef(0)

  const close = useCallback(() => {
    turn.current += 1
    open.current?.stop()
    open.current = null
  }, [])
  useEffect(() => close, [close])

  const stop = useCallback(
    (problem: string | null = null) => {
      close()
      setState({ ...OFF, problem })
    },
    [close],
  )

  const start = useCallback(
    async (choose?: string) => {
      close()
      const mine = turn.current
      if (!video.current) return
      setState((known) => ({ ...known, phase: 'opening', problem: null }))
      const opened = await openCamera(video.current, {
        storage: localStorage,
        choose,
        onLost: () => stop('The camera went away. Connect it again, then start it.'),
      })
      if (mine !== turn.current) return 'camera' in opened ? opened.camera.stop() : undefined
      if ('problem' in opened) return stop(CAMERA_PROBLEMS[opened.problem])
      const { camera } = opened
      open.current = { camera, stop: () => camera.stop() }
      try {
        const [engine, choices] = await Promise.all([openEngine(), camera.choices()])
        if (mine !== turn.current) return
        const failed = (error: Error) =>
          stop(`The scanner stopped reading: ${error.message}. Start the camera again.`)
        const stopScan = scanLive({ camera, engine, onRead, onFailed: failed })
        open.current.stop = () => {
          stopScan()
          camera.stop()
        }
        const { id: cameraId, hasTorch } = camera
        setState({ phase: 'on', problem: null, choices, cameraId, hasTorch, torch: false })
      } catch {
        if (mine === turn.current)
          stop('The scanner could not be loaded. Go online once and open this screen again.')
      }
    },
    [video, openEngine, onRead, close, stop],
  )

  const setTorch = useCallback(async (on: boolean) => {
    if (await open.current?.camera.setTorch(on)) setState((known) => ({ ...known, torch: on }))
  }, [])

  return { state, start, stop: () => stop(), setTorch }
}

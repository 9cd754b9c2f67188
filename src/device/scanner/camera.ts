/** A camera as the scan screens need it: the kept choice, the torch, frames one at a time, and a clean end. */
import { cameraProblemHere, cameraProblemOf, type CameraProblem } from './camera-problem.ts'

/** 1280 × 720: engines look at 1,000 px at most (see sampling.ts), and every device can give it at 30 frames a second. */
const PICTURE = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
const CHOICE_KEY = 'larder.camera'

export interface CameraChoice {
  id: string
  label: string
}

/** Where the choice of camera is kept, on this device: `localStorage` or anything like it. */
export type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Camera {
  /** The id of the open camera; '' where the browser does not say. */
  id: string
  hasTorch: boolean
  /** @returns whether the torch is now as asked */
  setTorch(on: boolean): Promise<boolean>
  /** Every camera of the device; their names are known once one is open. */
  choices(): Promise<CameraChoice[]>
  /**
   * Hands each new frame over as a bitmap, which the receiver closes. The next frame is taken when the receiver has
   * settled, so never more than one is on its way.
   * @returns how to stop
   */
  onFrame(receive: (frame: ImageBitmap, at: number) => Promise<void>): () => void
  stop(): void
}

export type OpenedCamera = { camera: Camera } | { problem: CameraProblem }

/**
 * Opens the chosen camera, else the kept one, else one that looks away from the person, and plays it in `video`.
 *
 * @param options.choose the id of a camera; it is kept for the next time
 * @param options.onLost called when the camera goes away by itself: unplugged, or taken by the system
 */
export async function openCamera(
  video: HTMLVideoElement,
  options: { storage: ChoiceStorage; choose?: string | undefined; onLost?: () => void },
): Promise<OpenedCamera> {
  const problem = cameraProblemHere(globalThis)
  if (problem) return { problem }
  try {
    const stream = await openStream(options.storage, options.choose)
    try {
      video.muted = true
      video.playsInline = true
      video.srcObject = stream
      await video.play()
      return { camera: cameraOf(video, stream, options.onLost) }
    } catch (error) {
      end(stream)
      throw error
    }
  } catch (error) {
    return { problem: cameraProblemOf(error) }
  }
}

async function openStream(storage: ChoiceStorage, choose?: string): Promise<MediaStream> {
  const wanted = choose ?? storage.getItem(CHOICE_KEY)
  if (choose) storage.setItem(CHOICE_KEY, choose)
  const ask = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...PICTURE, ...which } })
  if (wanted) {
    try {
      return await ask({ deviceId: { exact: wanted } })
    } catch (error) {
      // The kept camera is gone or has a new id: any other is better than none.
      if (cameraProblemOf(error) !== 'none') throw error
      storage.removeItem(CHOICE_KEY)
    }
  }
  return ask({ facingMode: { ideal: 'environment' } })
}

/** Known to Chrome on Android only, so the page's types do not know them. */
interface MoreOfATrack {
  torch?: boolean
  focusMode?: readonly string[] | string
}

function cameraOf(video: HTMLVideoElement, stream: MediaStream, onLost?: () => void): Camera {
  const [track] = stream.getVideoTracks()
  if (!track) throw new Error('The camera gave a stream without a picture.')
  const can = ((track as Partial<MediaStreamTrack>).getCapabilities?.() ?? {}) as MoreOfATrack
  const apply = async (settings: MoreOfATrack) => {
    try {
      await track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] })
      return true
    } catch {
      return false
    }
  }
  if (can.focusMode?.includes('continuous')) void apply({ focusMode: 'continuous' })
  const ending = new AbortController()
  track.addEventListener('ended', () => onLost?.(), { signal: ending.signal })

  return {
    id: track.getSettings().deviceId ?? '',
    hasTorch: can.torch === true,
    setTorch: (on) => apply({ torch: on }),
    async choices() {
      const devices = await navigator.mediaDevices.enumerateDevices()
      return devices
        .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
        .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `Camera ${index + 1}` }))
    },
    onFrame: (receive) => takeFrames(video, receive, ending.signal),
    stop() {
      ending.abort()
      end(stream)
      if (video.srcObject === stream) video.srcObject = null
    },
  }
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Where there is no `requestVideoFrameCallback`, frames are taken at this pace. */
const WITHOUT_CALLBACK_MS = 66

function takeFrames(
  video: HTMLVideoElement,
  receive: (frame: ImageBitmap, at: number) => Promise<void>,
  lost: AbortSignal,
): () => void {
  let stopped = false
  const soon = (next: () => void) => {
    if (stopped || lost.aborted) return
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(next)
    else setTimeout(next, WITHOUT_CALLBACK_MS)
  }
  const take = async () => {
    if (stopped || lost.aborted) return
    try {
      // A camera that has just begun has no picture yet.
      if (video.videoWidth > 0) await receive(await createImageBitmap(video), performance.now())
    } catch {
      // One frame that could not be taken or read is no reason to stop: the next one comes.
    }
    soon(() => void take())
  }
  soon(() => void take())
  return () => {
    stopped = true
  }
}

/** Why there is no picture, as a named value. Its text says what to do. */
export type CameraProblem =
  /** The page did not come over https: browsers give cameras only to secure pages. */
  | 'insecure'
  /** A browser without cameras. */
  | 'unsupported'
  | 'refused'
  | 'none'
  /** Another application uses the camera. */
  | 'busy'
  | 'failed'

export const CAMERA_PROBLEMS: Record<CameraProblem, string> = {
  insecure:
    'The camera works only over a secure connection (https). Open Larder by its https address, or scan with the scanner.',
  unsupported: 'This browser has no camera. Scan with the scanner, or choose photo files.',
  refused:
    'This page may not use the camera. Allow the camera for this site in the browser’s settings (the lock beside the address), then try again.',
  none: 'This device has no camera. Scan with the scanner, or choose photo files.',
  busy: 'Another application is using the camera. Close it, then try again.',
  failed: 'The camera did not start. Try again; if it stays so, restart the device.',
}

const BY_NAME: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  PermissionDeniedError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
}

/** Returns the name of an error that `getUserMedia` threw. */
export function cameraProblemOf(error: unknown): CameraProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return BY_NAME[name] ?? 'failed'
}

/** Returns the problem that is known before the camera is requested, if any. */
export function cameraProblemHere(scope: {
  isSecureContext: boolean
  navigator: { mediaDevices?: unknown }
}): CameraProblem | null {
  if (!scope.isSecureContext) return 'insecure'
  return scope.navigator.mediaDevices ? null : 'unsupported'
}

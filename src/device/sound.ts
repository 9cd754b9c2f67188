/** The answers to a scan as tones that the device makes: no file to load, nothing to wait for. */

/**
 * The result of a scan: found and counted, not found, already complete, counted but still without its weight or lot, or
 * unusual (recalled, expired, seen before, of a strange weight) and not counted yet.
 */
export type ScanAnswer = 'match' | 'wrong' | 'done' | 'weight' | 'unusual'

/** One beep: frequency in Hz, start and length in s, and its timbre. */
interface Beep {
  hz: number
  from: number
  lasts: number
  wave: OscillatorType
}

/** The tones differ in rhythm as well as in pitch: high and short, low and rough, two level, three rising, a siren. */
const TONES: Record<ScanAnswer, readonly Beep[]> = {
  match: [{ hz: 1_760, from: 0, lasts: 0.09, wave: 'sine' }],
  wrong: [
    { hz: 196, from: 0, lasts: 0.22, wave: 'square' },
    { hz: 147, from: 0.28, lasts: 0.32, wave: 'square' },
  ],
  done: [
    { hz: 784, from: 0, lasts: 0.1, wave: 'triangle' },
    { hz: 784, from: 0.16, lasts: 0.1, wave: 'triangle' },
  ],
  weight: [
    { hz: 880, from: 0, lasts: 0.08, wave: 'sine' },
    { hz: 1_109, from: 0.11, lasts: 0.08, wave: 'sine' },
    { hz: 1_397, from: 0.22, lasts: 0.14, wave: 'sine' },
  ],
  unusual: [
    { hz: 988, from: 0, lasts: 0.13, wave: 'sawtooth' },
    { hz: 587, from: 0.14, lasts: 0.13, wave: 'sawtooth' },
    { hz: 988, from: 0.28, lasts: 0.13, wave: 'sawtooth' },
    { hz: 587, from: 0.42, lasts: 0.18, wave: 'sawtooth' },
  ],
}
const LOUDNESS = 0.6

let context: AudioContext | null = null

/**
 * Resumes the audio where it does not run. It tries at each touch and key: WebKit leaves a promise of before the first
 * touch open for ever, and interrupts the audio of a phone that rings.
 */
function wake(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext({ latencyHint: 'interactive' })
  if (context.state !== 'running') void context.resume().catch(() => undefined)
}

/** Making the audio takes some 100 ms on a slow device, so it is made before the first scan where that is allowed. */
const EARLY_MS = 800

/** Makes the audio ready, at the latest at the first touch or key. Returns a function that stops waiting. */
export function prepareSound(): () => void {
  const ending = new AbortController()
  for (const type of ['pointerdown', 'pointerup', 'keydown']) {
    document.addEventListener(type, wake, { capture: true, passive: true, signal: ending.signal })
  }
  // Before a person has touched the page the browser refuses, and says so on the console.
  const { userActivation } = navigator as Partial<Navigator>
  const timer = userActivation?.hasBeenActive ? setTimeout(wake, EARLY_MS) : undefined
  ending.signal.addEventListener('abort', () => clearTimeout(timer))
  return () => ending.abort()
}

/**
 * Plays the answer at once, or stays silent where the browser has no audio yet: an answer never fails for want of a
 * beep.
 */
export function playAnswer(answer: ScanAnswer): void {
  if (!context) return
  for (const beep of TONES[answer]) {
    const from = context.currentTime + beep.from
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.type = beep.wave
    oscillator.frequency.value = beep.hz
    // A few ms of fade at both ends: without them a speaker clicks.
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.005)
    gain.gain.setValueAtTime(LOUDNESS, from + beep.lasts - 0.015)
    gain.gain.linearRampToValueAtTime(0, from + beep.lasts)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + beep.lasts)
  }
}

/**
 * The answers to a scan as vibrations, where the device can: they are felt through a glove and in a loud
 * room.
 */
import type { ScanAnswer } from './sound.ts'

/** On and off, in ms. */
const PATTERNS: Record<ScanAnswer, number[]> = {
  match: [60],
  wrong: [220, 80, 320],
  done: [90, 70, 90],
  weight: [60, 60, 60, 60, 160],
  unusual: [300, 100, 300, 100, 300],
}

export function vibrateAnswer(answer: ScanAnswer): void {
  // Optional in the type as well: Safari has no vibrate, and a page that no person has touched is refused it.
  const { vibrate } = navigator as Partial<Navigator>
  vibrate?.call(navigator, PATTERNS[answer])
}

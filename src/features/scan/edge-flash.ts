/** A scan's answer for the three senses: sound, vibration, and a flash of the whole screen's edge. */
import { playAnswer, type ScanAnswer } from '#src/device/sound.ts'
import { vibrateAnswer } from '#src/device/vibration.ts'

/** As long as the flash's animation in floor.module.css; without motion the edge stands still for this time. */
const FLASH_MS = 700

/** Makes the answer for one screen. The edge is set directly: an answer draws nothing else. */
export function createAnswer(edge: () => HTMLElement | null): (answer: ScanAnswer) => void {
  let timer = 0
  return (answer) => {
    playAnswer(answer)
    vibrateAnswer(answer)
    const element = edge()
    if (!element) return
    clearTimeout(timer)
    // Two equal answers in a row must flash twice, so each starts its animation anew.
    for (const animation of element.getAnimations?.() ?? []) animation.cancel()
    if (element.dataset['answer'] === answer) {
      delete element.dataset['answer']
      requestAnimationFrame(() => (element.dataset['answer'] = answer))
    } else {
      element.dataset['answer'] = answer
    }
    timer = window.setTimeout(() => delete element.dataset['answer'], FLASH_MS)
  }
}

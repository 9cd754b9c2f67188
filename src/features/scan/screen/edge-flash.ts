/** A scan's answer for the three senses: sound, vibration, and a flash of the whole screen's edge. */
import { playAnswer, type ScanAnswer } from '#src/device/sound.ts'
import { vibrateAnswer } from '#src/device/vibration.ts'

/** As long as the flash's animation in edge.module.css; without motion the edge stands still for this time. */
const FLASH_MS = 700

/**
 * Makes the answer for one screen. The edge is set directly, as an answer draws nothing else; two equal answers in a row
 * flash twice because each takes the other of two equal animations, which costs no layout.
 */
export function createAnswer(edge: () => HTMLElement | null): (answer: ScanAnswer) => void {
  let timer = 0
  let turn = 0
  return (answer) => {
    playAnswer(answer)
    vibrateAnswer(answer)
    const data = edge()?.dataset
    if (!data) return
    turn = 1 - turn
    data['answer'] = answer
    data['turn'] = String(turn)
    clearTimeout(timer)
    timer = window.setTimeout(() => delete data['answer'], FLASH_MS)
  }
}

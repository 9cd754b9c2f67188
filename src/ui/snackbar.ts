/** Short messages at the foot of the screen, from anywhere. `Snackbars.tsx` shows them. */
import { SNACKBAR_MS } from '#contract/spec.ts'
import { createCell } from './cell.ts'

export interface Snack {
  id: number
  text: string
  kind: 'ok' | 'bad'
}

export const snackbars = createCell<readonly Snack[]>([])
let lastId = 0

/**
 * A343: every snackbar stays for 2 s. A message that needs an action never goes here: it is shown where it happened.
 */
export function snackbar(text: string, kind: Snack['kind'] = 'ok'): void {
  const id = ++lastId
  snackbars.set([...snackbars.get().slice(-2), { id, text, kind }])
  setTimeout(() => snackbars.set(snackbars.get().filter((snack) => snack.id !== id)), SNACKBAR_MS)
}

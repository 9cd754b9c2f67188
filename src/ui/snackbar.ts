/** Short messages at the foot of the screen, from anywhere. `Snackbars.tsx` shows them. */
import { SNACKBAR_MS } from '#contract/spec.ts'

export interface Snack {
  id: number
  text: string
  kind: 'ok' | 'bad'
}

let shown: readonly Snack[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Snack[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** A343: every snackbar stays for 2 s. What a person must act on never goes here: it stands where it happened. */
export function snackbar(text: string, kind: Snack['kind'] = 'ok'): void {
  const id = ++lastId
  set([...shown.slice(-2), { id, text, kind }])
  setTimeout(() => set(shown.filter((snack) => snack.id !== id)), SNACKBAR_MS)
}

export const snackbars = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

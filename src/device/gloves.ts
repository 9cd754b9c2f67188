/** Whether this device is used with thick gloves: the floor's targets are larger then (`--larder-floor-target`). */
const KEY = 'larder.gloves'

export function hasGloves(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    // A browser that keeps nothing.
    return false
  }
}

/** Draws the page for this device; called as the app starts and after each choice. */
export const showGloves = (): void =>
  void document.documentElement.toggleAttribute('data-gloves', hasGloves())

export function setGloves(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
  showGloves()
}

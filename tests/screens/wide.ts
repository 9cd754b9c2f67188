import { vi } from 'vitest'

/** A window of so many px, as the style sheets ask for it: in em of 16 px. */
export function isWide(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const [, em] = /max-width: ([\d.]+)em/.exec(query) ?? []
    const matches = em !== undefined && px <= Number(em) * 16
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList
  })
}

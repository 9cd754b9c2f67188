/** Inter, the letters of every screen (decision 0077): one file for all weights, of the Latin letters. */
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * Asks for it when something of the page has been painted, so that it takes nothing from that. The letters until then
 * have its measures (font.css), and stay if it does not come.
 */
export function loadInter(): void {
  const observer = new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    new FontFace('Inter', `url(${latin})`, { weight: '100 900' }).load().then(
      (face) => document.fonts.add(face),
      (error: unknown) => console.info('Inter did not come:', error),
    )
  })
  observer.observe({ type: 'paint', buffered: true })
}

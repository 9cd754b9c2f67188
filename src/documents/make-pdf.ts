/** The app's one maker of PDFs. Its worker is loaded with the first PDF that a person asks for. */
import { createPdfMaker } from './pdf-maker.ts'

const IDLE_MS = 30_000

export const { make: makePdf } = createPdfMaker(
  () => new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' }),
  IDLE_MS,
)

/**
 * Runs in a page: PDFs by the product's own worker, and by pdfmake alone, in the page, of the same sheets. Bundled by the bench
 * and put into the page, where its functions are at `window.larderPdfs`.
 */
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import { createPdfMaker, type PdfMaker } from '#src/documents/pdf-maker.ts'
import { pagesOf, type PdfJob } from '#src/documents/pdf-job.ts'

export interface Made {
  ms: number
  /** The longest time, ms, for which the page could do nothing else. */
  longestMs: number
  bytes: number
}

/** Looks every few ms whether the page still gets its turn. */
async function watched(work: () => Promise<Blob>): Promise<Made> {
  let longestMs = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
  }
  const timer = setInterval(look, 4)
  const from = performance.now()
  try {
    const { size } = await work()
    const ms = performance.now() - from
    look()
    return { ms, longestMs, bytes: size }
  } finally {
    clearInterval(timer)
  }
}

let maker: PdfMaker | undefined

const pdfs = {
  /** What the machine itself keeps the page from its turn, while nothing is made. */
  async atRest(ms: number): Promise<Made> {
    return watched(() => new Promise((resolve) => setTimeout(() => resolve(new Blob()), ms)))
  },
  byWorker(job: PdfJob, worker: string): Promise<Made> {
    maker ??= createPdfMaker(() => new Worker(worker, { type: 'module' }), 60_000)
    return watched(() => maker!.make(job))
  },
  alone(job: PdfJob, normal: string, bold: string): Promise<Made> {
    const font = (path: string) => new URL(path, location.href).href
    pdfmake.setFonts({ Roboto: { normal: font(normal), bold: font(bold) } })
    return watched(() => pdfmake.createPdf(pagesOf(job)).getBlob())
  },
}

declare global {
  interface Window {
    larderPdfs: typeof pdfs
  }
}
window.larderPdfs = pdfs

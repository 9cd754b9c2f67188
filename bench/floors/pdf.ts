/**
 * Runs in a page: makes PDFs of the same sheets by the product's own worker, and by pdfmake alone in the page. The
 * bench bundles it and puts it into the page, where its functions are at `window.larderPdfs`.
 */
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import { createPdfMaker, type PdfMaker } from '#src/documents/pdf-maker.ts'
import { pagesOf, type PdfJob } from '#src/documents/pdf-job.ts'

export interface Made {
  ms: number
  bytes: number
}

async function timed(work: () => Promise<Blob>): Promise<Made> {
  const from = performance.now()
  const { size } = await work()
  return { ms: performance.now() - from, bytes: size }
}

let maker: PdfMaker | undefined
let kept: PdfJob

const pdfs = {
  /** Stores the job in the page beforehand, because reading thousands of lines out of a call is a task of its own. */
  keep(job: PdfJob): void {
    kept = job
  },
  /** Makes the PDF of the stored job in the worker. */
  byWorker(worker: string): Promise<Made> {
    maker ??= createPdfMaker(() => new Worker(worker, { type: 'module' }), 60_000)
    return timed(() => maker!.make(kept))
  },
  /** Makes the PDF of the stored job by pdfmake alone. */
  alone(normal: string, bold: string): Promise<Made> {
    const font = (path: string) => new URL(path, location.href).href
    pdfmake.setFonts({ Roboto: { normal: font(normal), bold: font(bold) } })
    return timed(() => pdfmake.createPdf(pagesOf(kept)).getBlob())
  },
}

declare global {
  interface Window {
    larderPdfs: typeof pdfs
  }
}
window.larderPdfs = pdfs

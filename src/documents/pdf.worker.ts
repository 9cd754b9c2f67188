/** Makes PDFs off the page's thread: laying out a hundred tickets takes seconds. pdfmake and its fonts are loaded here alone. */
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import regular from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import { pagesOf, type PdfReply, type PdfRequest } from './pdf-job.ts'

const font = (path: string) => new URL(path, location.href).href
// There is no italic face: italic text is upright.
pdfmake.setFonts({
  Roboto: { normal: font(regular), bold: font(bold), italics: font(regular), bolditalics: font(bold) },
})

addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => void make(data))

async function make({ id, job }: PdfRequest): Promise<void> {
  // With options, as the project's types are those of a page, where the second argument may be an origin.
  const answer = (reply: PdfReply, transfer: Transferable[] = []) =>
    globalThis.postMessage(reply, { transfer })
  try {
    let reported = 0
    pdfmake.setProgressCallback((progress) => {
      // Per item that is drawn: a hundred steps are enough.
      if (progress - reported < 0.01) return
      reported = progress
      answer({ id, progress })
    })
    const blob = await pdfmake.createPdf(pagesOf(job)).getBlob()
    const file = await blob.arrayBuffer()
    answer({ id, file }, [file])
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

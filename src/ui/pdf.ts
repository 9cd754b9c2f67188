/** Making a PDF. `pdfmake` and its fonts are big and are loaded with the first one. */
import regular from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

async function load() {
  const module = await import('pdfmake/build/pdfmake.min.js')
  // It keeps its fonts on itself: a module's own namespace, which takes none, has it as its default.
  const maker = (module as unknown as { default?: typeof module }).default ?? module
  const font = (path: string) => new URL(path, location.href).href
  // There is no italic face: what asks for one is upright.
  const faces = { normal: font(regular), bold: font(bold), italics: font(regular), bolditalics: font(bold) }
  maker.setFonts({ Roboto: faces })
  return maker
}

/** The document as a file. The font is Roboto: Latin, Greek and Cyrillic. */
export async function makePdf(document: TDocumentDefinitions): Promise<Blob> {
  const maker = await load()
  return maker.createPdf(document).getBlob()
}

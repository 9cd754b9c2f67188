/** Makes a PDF as the app does, without a browser, and reads back each text and its place, as a person sees it. */
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { getDocument, OPS, VerbosityLevel, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const FONTS = 'node_modules/pdfmake/fonts/Roboto'
const PER_MM = 72 / 25.4

export async function makeInNode(document: TDocumentDefinitions): Promise<Buffer> {
  pdfmake.setFonts({
    Roboto: { normal: `${FONTS}/Roboto-Regular.ttf`, bold: `${FONTS}/Roboto-Medium.ttf` },
  })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))
  return pdfmake.createPdf(document).getBuffer()
}

interface Printed {
  text: string
  /** mm from the page's left and top edge: where the text begins, where it ends, its baseline. */
  left: number
  right: number
  baseline: number
  isBold: boolean
}

export interface Sheet {
  /** mm. */
  width: number
  height: number
  /** From top to bottom; the texts of one line from left to right. */
  rows: Printed[][]
  /** Where horizontal lines are drawn: mm from the top, from top to bottom. */
  rules: number[]
}

/** Reads every page. Texts of one line that are apart on paper are apart here too. */
export async function readPdf(bytes: Uint8Array): Promise<Sheet[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS })
  const pdf = await task.promise
  const sheets: Sheet[] = []
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const page = await pdf.getPage(n)
    // The names of fonts are known only after the drawing is read.
    const rules = await rulesOf(page)
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view
    const { items } = await page.getTextContent()
    const found = items.flatMap((item): Printed[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [left, bottom] = [item.transform[4] as number, item.transform[5] as number]
      const font = page.commonObjs.get(item.fontName) as { name: string }
      return [
        {
          text: item.str,
          left: (left - x0) / PER_MM,
          right: (left - x0 + item.width) / PER_MM,
          baseline: (y1 - bottom) / PER_MM,
          isBold: /Bold|Medium/.test(font.name),
        },
      ]
    })
    sheets.push({ width: (x1 - x0) / PER_MM, height: (y1 - y0) / PER_MM, rows: rowsOf(found), rules })
  }
  await task.destroy()
  return sheets
}

/** Reads the horizontal lines. pdfmake draws from the top: its points are the page's own. */
async function rulesOf(page: PDFPageProxy): Promise<number[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const all = argsArray.flatMap((args: unknown[], n) => {
    // The box around the drawing: left, top, right, bottom.
    const box = fnArray[n] === OPS.constructPath ? (args[2] as number[] | null) : null
    return box && box[1] === box[3] ? [box[1]! / PER_MM] : []
  })
  return [...new Set(all)].toSorted((a, b) => a - b)
}

/** In mm: texts whose baselines differ by less are on one line, and texts with less between them are one. */
const NEAR = 0.5

function rowsOf(found: Printed[]): Printed[][] {
  const rows: Printed[][] = []
  for (const one of found.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = rows.at(-1)
    if (row && one.baseline - row[0]!.baseline < NEAR) row.push(one)
    else rows.push([one])
  }
  return rows.map((row) => joined(row.toSorted((a, b) => a.left - b.left)))
}

/** Joins words with a blank's room between them into one text. */
function joined(row: Printed[]): Printed[] {
  const all: Printed[] = []
  for (const one of row) {
    const last = all.at(-1)
    const gap = last ? one.left - last.right : Infinity
    if (!last || gap > 1.2) all.push({ ...one })
    else Object.assign(last, { text: `${last.text}${gap > NEAR ? ' ' : ''}${one.text}`, right: one.right })
  }
  return all
}

/** The texts of a sheet's rows. */
export const textsOf = ({ rows }: Sheet): string[][] => rows.map((row) => row.map(({ text }) => text))

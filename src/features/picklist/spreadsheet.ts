/** Writing a spreadsheet. `sheetjs-style` is big and is loaded with the first export; it never reads anything. */
import type { Cell } from './export-rows.ts'

/** It takes these for global variables (toolchain, "Spreadsheets"). */
async function load() {
  Object.assign(globalThis, { QUOTE: '"', _hashIndex: {}, _listIndex: [], style_builder: undefined })
  const module = await import('sheetjs-style')
  return 'utils' in module ? module : (module as unknown as { default: typeof module }).default
}

/** A workbook of one sheet, with a bold header and these column widths in characters (A346). */
export async function xlsx(sheet: readonly Cell[][], widths: readonly number[]): Promise<Blob> {
  const { utils, write } = await load()
  const page = utils.aoa_to_sheet(sheet as Cell[][])
  page['!cols'] = widths.map((wch) => ({ wch }))
  for (let column = 0; column < widths.length; column++) {
    const cell = page[utils.encode_cell({ r: 0, c: column })] as { s?: object } | undefined
    if (cell) cell.s = { font: { bold: true } }
  }
  const book = utils.book_new()
  utils.book_append_sheet(book, page, 'Pick list')
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

/** Hands a file to the browser as a download. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

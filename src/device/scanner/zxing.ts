/** zxing-wasm: the first choice. Reads all our symbologies and says which of them are GS1. */
import { prepareZXingModule, readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { offCentre } from './draw.ts'
import type { CodeRead } from './engine.ts'
import { readOf } from './read-of.ts'

const LINEAR = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'ITF'] as const

const OPTIONS: ReaderOptions = {
  formats: [...LINEAR, 'DataMatrix', 'QRCode'],
  // FNC1 as ASCII 29; the other modes write it as text, as brackets or not at all.
  textMode: 'Plain',
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  // Two lines can be wrong in the same way: half of its wrong reads have two (`npm run bench:scan`).
  minLineCount: 3,
  maxNumberOfSymbols: 4,
}

let prepared: Promise<unknown> | null = null

/** Compiles the engine (1.1 MB, one file of its own), once: asked again, the package would compile it again (20 ms). */
export async function prepareZxing(): Promise<void> {
  prepared ??= prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  try {
    await prepared
  } catch (error) {
    prepared = null
    throw error
  }
}

/** The upright look finds matrix codes at any turn, and looks at smaller copies too (`npm run bench:scan`). */
const TURNED_OPTIONS: ReaderOptions = { ...OPTIONS, formats: [...LINEAR], tryDownscale: false }

/** Every code in a picture; `prepareZxing` comes first. */
export async function readWithZxing(picture: ImageData, { turned = false } = {}): Promise<CodeRead[]> {
  const results = await readBarcodes(picture, turned ? TURNED_OPTIONS : OPTIONS)
  return results.flatMap((result) => (result.isValid ? (toRead(result, picture) ?? []) : []))
}

const FAMILIES: Record<string, Parameters<typeof readOf>[0]['family']> = {
  EAN13: 'ean-upc',
  EAN8: 'ean-upc',
  UPCA: 'ean-upc',
  UPCE: 'upc-e',
  Code128: 'code-128',
  ITF: 'itf',
  ITF14: 'itf',
  DataMatrix: 'datamatrix',
  QRCode: 'qr',
  QRCodeModel2: 'qr',
  QRCodeModel1: 'qr',
}

function toRead(
  { format, text, symbologyIdentifier, lineCount, extra, position }: ReadResult,
  picture: ImageData,
) {
  const family = FAMILIES[format]
  if (!family) return null
  const { topLeft, topRight, bottomLeft, bottomRight } = position
  return readOf({
    engine: 'zxing',
    family,
    text: family === 'upc-e' ? printedUpcE(extra) : text,
    identifier: symbologyIdentifier,
    lines: lineCount,
    offCentre: offCentre([topLeft, topRight, bottomLeft, bottomRight], picture),
  })
}

/** The eight digits that are printed; `text` has the thirteen digits of the same code. */
function printedUpcE(extra: string): string {
  try {
    return (JSON.parse(extra) as { UPCE?: string }).UPCE ?? ''
  } catch {
    return ''
  }
}

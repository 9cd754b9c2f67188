/** zbar-wasm: the second opinion, better at blurred retail codes. LGPL, so its wasm stays a file of its own. */
import {
  getInstance,
  scanImageData,
  setModuleArgs,
  ZBarConfigType,
  ZBarScanner,
  ZBarSymbolType,
  type ZBarSymbol,
} from '@undecaf/zbar-wasm'
import wasmUrl from '@undecaf/zbar-wasm/dist/zbar.wasm?url'
import { offCentre } from './draw.ts'
import type { CodeRead } from './engine.ts'
import { readOf } from './read-of.ts'

const FAMILIES = new Map<ZBarSymbolType, Parameters<typeof readOf>[0]['family']>([
  [ZBarSymbolType.ZBAR_EAN13, 'ean-upc'],
  [ZBarSymbolType.ZBAR_EAN8, 'ean-upc'],
  [ZBarSymbolType.ZBAR_UPCA, 'ean-upc'],
  [ZBarSymbolType.ZBAR_UPCE, 'upc-e'],
  [ZBarSymbolType.ZBAR_CODE128, 'code-128'],
  [ZBarSymbolType.ZBAR_I25, 'itf'],
  [ZBarSymbolType.ZBAR_QRCODE, 'qr'],
])

let prepared: Promise<unknown> | null = null

/** Compiles the engine, once. */
export async function prepareZbar(): Promise<void> {
  if (!prepared) {
    setModuleArgs({ locateFile: () => wasmUrl })
    prepared = getInstance()
  }
  try {
    await prepared
  } catch (error) {
    prepared = null
    throw error
  }
}

/** Every code in a picture; `prepareZbar` comes first. */
export async function readWithZbar(picture: ImageData, { turned = false } = {}): Promise<CodeRead[]> {
  // One scanner a picture: it keeps halves of EAN codes, and joins a half of the last picture to one of this
  // (`npm run bench:scan` had a right check digit and the wrong product).
  const scanner = await ZBarScanner.create()
  try {
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0)
    for (const type of FAMILIES.keys()) {
      const wanted = !turned || type !== ZBarSymbolType.ZBAR_QRCODE
      if (wanted) scanner.setConfig(type, ZBarConfigType.ZBAR_CFG_ENABLE, 1)
    }
    const symbols = await scanImageData(picture, scanner)
    return symbols.flatMap((symbol) => toRead(symbol, picture) ?? [])
  } finally {
    scanner.destroy()
  }
}

function toRead(symbol: ZBarSymbol, picture: ImageData): CodeRead | null {
  const family = FAMILIES.get(symbol.type)
  if (!family) return null
  return readOf({
    engine: 'zbar',
    family,
    text: symbol.decode(),
    lines: symbol.quality,
    offCentre: offCentre(symbol.points, picture),
  })
}

/**
 * quagga2, only where there is no WebAssembly: it reads half of what the others do, blocks the page's thread (it has
 * no worker under Vite) and needs three equal reads instead of two.
 */
import type { QuaggaJSResultObject } from '@ericblade/quagga2'
import type { Frame, CodeRead, ScannerEngine } from './engine.ts'
import { readOf } from './read-of.ts'
import { createReadGate } from './read-gate.ts'

const EQUAL_READS = 3
/** Above it a third of what it reads is wrong (scanning, "Engines"). */
const MAX_MEAN_ERROR = 0.1
const LIVE_PX = 800
const PHOTO_PX = [800, 640, 1_000]

const FAMILIES: Record<string, Parameters<typeof readOf>[0]['family']> = {
  ean_13: 'ean-upc',
  ean_8: 'ean-upc',
  upc_a: 'ean-upc',
  upc_e: 'upc-e',
  code_128: 'code-128',
  i2of5: 'itf',
}

export function createQuaggaEngine(): ScannerEngine {
  const load = () => import('@ericblade/quagga2').then((module) => module.default)

  async function readAt(source: string, size: number): Promise<CodeRead | null> {
    const quagga = await load()
    const result = await quagga.decodeSingle({
      src: source,
      numOfWorkers: 0,
      locate: true,
      inputStream: { size },
      locator: { patchSize: 'large', halfSample: true },
      decoder: {
        readers: [
          'ean_reader',
          'ean_8_reader',
          'upc_reader',
          'upc_e_reader',
          'code_128_reader',
          'i2of5_reader',
        ],
      },
    })
    return believed(result)
  }

  return {
    name: 'quagga2',
    equalReads: EQUAL_READS,
    prepare: async () => void (await load()),
    read: (frame) => readAt(toDataUrl(frame), LIVE_PX),
    async readPhoto(frame) {
      const gate = createReadGate({ equalReads: EQUAL_READS })
      const source = toDataUrl(frame)
      for (const size of PHOTO_PX) {
        const read = gate.push(await readAt(source, size), 0)
        if (read) return read
      }
      return null
    },
    dispose: () => undefined,
  }
}

/** Returns quagga2's read if its bars fit well enough. Exported for its test. */
export function believed(result: QuaggaJSResultObject | undefined): CodeRead | null {
  const code = result?.codeResult
  const family = FAMILIES[code?.format ?? '']
  if (!code?.code || !family) return null
  const errors = code.decodedCodes.flatMap(({ error }) => (typeof error === 'number' ? [error] : []))
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  if (!(mean < MAX_MEAN_ERROR)) return null
  if (family === 'itf' && code.code.length !== 14) return null
  return readOf({ engine: 'quagga2', family, text: code.code, lines: 0, offCentre: 0 })
}

function toDataUrl(frame: Frame): string {
  const canvas = document.createElement('canvas')
  canvas.width = frame.width
  canvas.height = frame.height
  const context = canvas.getContext('2d')
  if (frame instanceof ImageData) context?.putImageData(frame, 0, 0)
  else {
    context?.drawImage(frame, 0, 0)
    frame.close()
  }
  return canvas.toDataURL('image/jpeg', 0.92)
}

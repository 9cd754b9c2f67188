/** The page of the bench: the app's own engines, each able to read one photograph and say how long it took. */
import { draw } from '#src/device/scanner/draw.ts'
import type { CodeRead } from '#src/device/scanner/engine.ts'
import { createQuaggaEngine } from '#src/device/scanner/quagga-engine.ts'
import { UPRIGHT } from '#src/device/scanner/sampling.ts'
import { createWorkerEngine } from '#src/device/scanner/worker-engine.ts'
import { prepareZbar, readWithZbar } from '#src/device/scanner/zbar.ts'
import { prepareZxing, readWithZxing } from '#src/device/scanner/zxing.ts'

export interface Measured {
  text: string | null
  symbology: string | null
  ms: number
}

const chain = createWorkerEngine()
const quagga = createQuaggaEngine()

const first = async (reads: Promise<CodeRead[]>) => (await reads).sort((a, b) => b.lines - a.lines)[0] ?? null

/**
 * Each takes a bitmap, which it may close. `frame` reads as the app reads one frame of a camera, which another frame
 * has to confirm; `chain` reads as the app reads a photograph, look after look until it is sure.
 */
const ENGINES: Record<string, (picture: ImageBitmap) => Promise<CodeRead | null>> = {
  zxing: (picture) => first(readWithZxing(draw(picture, UPRIGHT))),
  zbar: (picture) => first(readWithZbar(draw(picture, UPRIGHT))),
  quagga2: (picture) => quagga.read(picture),
  frame: (picture) => chain.read(picture),
  chain: (picture) => chain.readPhoto(picture),
}

async function load(file: string): Promise<Blob> {
  const response = await fetch(`/photos/${encodeURIComponent(file)}`)
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.blob()
}

async function measure(engine: string, file: string): Promise<Measured> {
  const read = ENGINES[engine]
  if (!read) throw new Error(`There is no engine ${engine}.`)
  // Decoding the file is the photograph's cost, a camera's frame has none.
  const picture = await createImageBitmap(await load(file))
  const began = performance.now()
  const found = await read(picture)
  return { text: found?.text ?? null, symbology: found?.symbology ?? null, ms: performance.now() - began }
}

async function prepare(): Promise<void> {
  await Promise.all([prepareZxing(), prepareZbar(), chain.prepare(), quagga.prepare()])
}

Object.assign(globalThis, { bench: { prepare, measure, engines: Object.keys(ENGINES) } })

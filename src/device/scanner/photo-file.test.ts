import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScannerEngine } from './engine.ts'
import { PictureProblem, readPhotoFile } from './photo-file.ts'

/** Pictures of these sizes; a browser's own decoding is proved in tests/e2e. */
let size: { width: number; height: number } | null
const asked: (ImageBitmapOptions | undefined)[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('createImageBitmap', (_from: unknown, options?: ImageBitmapOptions) => {
    asked.push(options)
    return size
      ? Promise.resolve({ ...size, close: () => {} })
      : Promise.reject(new Error('The source is broken'))
  })
})
afterEach(() => vi.unstubAllGlobals())

const engine = { readPhoto: () => Promise.resolve(null) } as Partial<ScannerEngine> as ScannerEngine
const read = (of = engine) => readPhotoFile(of, new Blob())

it('a file that is no picture says so, and a very thin one that no code fits into it', async () => {
  size = null
  await expect(read()).rejects.toThrow(
    new PictureProblem('cannot be read as a picture. Save it as JPEG or PNG and choose it again.'),
  )
  size = { width: 4_000, height: 3 }
  await expect(read()).rejects.toThrow(new PictureProblem('is 4000 × 3 pixels: too thin for a code.'))
})

it('a large narrow picture is made smaller and keeps at least a pixel', async () => {
  size = { width: 100_000, height: 20 }
  expect((await read()).read).toBeNull()
  expect(asked[1]).toMatchObject({ resizeWidth: 4_096, resizeHeight: 1 })
})

it('an error of the engine is not reported as a fault of the picture', async () => {
  size = { width: 400, height: 300 }
  const dead = { readPhoto: () => Promise.reject(new Error('memory access out of bounds')) } as never
  const failure = await read(dead).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(PictureProblem)
  expect(failure).toMatchObject({ message: 'memory access out of bounds' })
})

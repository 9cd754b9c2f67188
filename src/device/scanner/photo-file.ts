import type { CodeRead, ScannerEngine } from './engine.ts'

/** Larger pictures are halved while they are decoded: a telephone's 50 megapixels are 200 MB of memory. */
const LARGEST_PX = 4_096
/** A code has more than so many pixels across and down, whatever it is. */
const THINNEST_PX = 16

/** What is wrong with a file, in words behind its name: no reading of it can help. */
export class PictureProblem extends Error {}

/**
 * Reads the code in a photo file.
 *
 * @returns the read, null where there is none, and the time from the decoded picture to the answer, ms
 * @throws PictureProblem where the file is no picture that this browser can show, or too thin for a code; else what the engine says
 */
export async function readPhotoFile(
  engine: ScannerEngine,
  file: Blob,
): Promise<{ read: CodeRead | null; ms: number }> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new PictureProblem('cannot be read as a picture. Save it as JPEG or PNG and choose it again.')
  })
  const { width, height } = whole
  if (Math.min(width, height) < THINNEST_PX) {
    whole.close()
    throw new PictureProblem(`is ${width} × ${height} pixels: too thin for a code.`)
  }
  const picture = await smaller(whole)
  const began = performance.now()
  const read = await engine.readPhoto(picture)
  return { read, ms: performance.now() - began }
}

async function smaller(whole: ImageBitmap): Promise<ImageBitmap> {
  const longest = Math.max(whole.width, whole.height)
  if (longest <= LARGEST_PX) return whole
  const scale = LARGEST_PX / longest
  const picture = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'medium',
  })
  whole.close()
  return picture
}

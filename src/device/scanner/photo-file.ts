import type { Read, ScannerEngine } from './engine.ts'

/** Larger pictures are halved while they are decoded: a telephone's 50 megapixels are 200 MB of memory. */
const LARGEST_PX = 4_096

/**
 * Reads the code in a photo file.
 *
 * @returns the read, null where there is none, and the time from the decoded picture to the answer, ms
 * @throws where the file is no picture that this browser can show
 */
export async function readPhotoFile(
  engine: ScannerEngine,
  file: Blob,
): Promise<{ read: Read | null; ms: number }> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
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
    resizeWidth: Math.round(whole.width * scale),
    resizeHeight: Math.round(whole.height * scale),
    resizeQuality: 'medium',
  })
  whole.close()
  return picture
}

import { sampledSize, type Sampling } from './sampling.ts'

/** The pixels of a picture at a sampling. Works in a page and in a worker. */
export function draw(picture: ImageBitmap, sampling: Sampling): ImageData {
  const { width, height, radians, canvasWidth, canvasHeight } = sampledSize(picture, sampling)
  const canvas = new OffscreenCanvas(canvasWidth, canvasHeight)
  // Read back at once, so the pixels had better stay where the processor is.
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('This browser gives no 2d canvas.')
  // The grey of a PNG's transparency and of a turned picture's corners is neither a bar nor a quiet zone.
  context.fillStyle = sampling.turn === 0 ? '#fff' : '#808080'
  context.fillRect(0, 0, canvasWidth, canvasHeight)
  context.imageSmoothingQuality = 'medium'
  context.translate(canvasWidth / 2, canvasHeight / 2)
  context.rotate(radians)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return context.getImageData(0, 0, canvasWidth, canvasHeight)
}

/**
 * Returns how far a code is from the centre: the distance of its corners' middle from the picture's, as a part of half
 * its diagonal.
 */
export function offCentre(
  corners: readonly { x: number; y: number }[],
  { width, height }: { width: number; height: number },
): number {
  if (corners.length === 0) return 1
  const middle = (side: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[side], 0) / corners.length
  const distance = Math.hypot(middle('x') - width / 2, middle('y') - height / 2)
  return Math.min(1, (2 * distance) / Math.hypot(width, height))
}

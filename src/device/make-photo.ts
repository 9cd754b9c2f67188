/** Makes a photograph of a product small enough to be kept on every device. */
import { PHOTO_PIXELS } from '#contract/products/photo.ts'

/**
 * A JPEG whose longer side has `PHOTO_PIXELS` at most, without what a camera writes beside the picture (such as the place).
 * Rejects with an Error in words where the browser cannot read the file.
 */
export async function makePhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.')
  })
  const scale = Math.min(1, PHOTO_PIXELS / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  // Transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 })
}

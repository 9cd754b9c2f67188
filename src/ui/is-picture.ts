import { isPictureAddress } from '#contract/products/picture.ts'
import { IMAGE_EXTENSIONS } from '#contract/spec.ts'

/** A061: only these extensions are opened as a picture, whatever follows them in the address. */
export function isPicture(url: string): boolean {
  if (!isPictureAddress(url)) return false
  const path = url.split(/[?#]/)[0]!.toLowerCase()
  return IMAGE_EXTENSIONS.some((extension) => path.endsWith(`.${extension}`))
}

/** The address of a product's or item code's picture. */
import { z } from 'zod'

/**
 * Returns whether a browser may load a picture from this address: a path of this server, such as `/products/oil.png`,
 * or a complete https address. A path that begins with `//` or `/\` names another host.
 */
export function isPictureAddress(url: string): boolean {
  if (url.startsWith('/')) return !/^\/[/\\]/.test(url) && URL.canParse(url, 'https://larder.invalid')
  return url.toLowerCase().startsWith('https://') && URL.canParse(url)
}

/** A picture's address as a person types it; '' where there is no picture. */
export const PictureAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (url) => url === '' || isPictureAddress(url),
    'must begin with https://, or be a path such as /products/oil.png',
  )

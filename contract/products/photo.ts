/** Photographs that the office uploads: each has an address of its own, and never changes (docs/decisions/0281). */
import { z } from 'zod'

/** Bytes of a JPEG at most. */
export const PHOTO_BYTES = 1_000_000
/** px of its longer side, as a device makes it. */
export const PHOTO_PIXELS = 800

export const photoPath = (hash: string): string => `/photos/${hash}.jpg`
/** The hash in a photograph's path; null where the path is not that of a photograph. */
export const photoHash = (path: string): string | null =>
  /^\/photos\/([0-9a-f]{32})\.jpg$/.exec(path)?.[1] ?? null
export const isPhotoPath = (path: string): boolean => photoHash(path) !== null

/** The photograph's address, for the `url` of a product or an item code. */
export const Photo = z.object({ url: z.string() })

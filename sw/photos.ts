/** Photographs of products stay on the device once they were shown: an address is of one photograph for ever (docs/decisions/0281). */
import { isPhotoPath } from '#contract/products/photo.ts'
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

/** About 30 MB. */
const KEPT_PHOTOS = 500

export function answerPhotos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPhotoPath(url.pathname),
    new CacheFirst({
      cacheName: 'larder-photos',
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        // On a full device they go first.
        new ExpirationPlugin({ maxEntries: KEPT_PHOTOS, purgeOnQuotaError: true }),
      ],
    }),
  )
}

/** Files that another app shares with Larder (`share_target` in the manifest): kept, and led to the screen that takes them. */
import { openUndeclaredDevice } from '#src/db/device.ts'
import { isQuota } from '#src/db/errors.ts'
import { HANDED_PLACES, keepHanded, purposeOf } from '#src/db/handed-files.ts'
import { openAsStored } from '#src/db/newer.ts'

/** The manifest's `share_target`. Nothing but the worker answers there. */
const SHARE = '/share'

export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
  method === 'POST' && new URL(url).pathname === SHARE

const FULL = 'The file could not be kept: this device is full. Make room and share it again.'
const NOT_KEPT = 'The file could not be kept. Open Larder and share it again.'

/**
 * Answers with the way to the screen of the first file: 507 where the device has no room for it, 503 where it cannot be kept
 * for another reason. The database is opened as it is stored (docs/decisions/0224).
 */
export async function takeShared(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll('files').filter((part) => part instanceof File)
  const device = openUndeclaredDevice()
  try {
    // A page makes the device's database at its first start.
    if (!(await openAsStored(device))) return new Response(NOT_KEPT, { status: 503 })
    await keepHanded(device, files)
  } catch (error) {
    return isQuota(error) ? new Response(FULL, { status: 507 }) : new Response(NOT_KEPT, { status: 503 })
  } finally {
    device.close()
  }
  // 303: the browser reads the screen with GET.
  return new Response(null, {
    status: 303,
    headers: { location: files[0] ? HANDED_PLACES[purposeOf(files[0])] : '/' },
  })
}

/** Files that another app shares with Larder (`share_target` in the manifest): kept, and led to the screen that takes them. */
import { openDeviceDatabase } from '#src/db/device.ts'
import { keepHanded, purposeOf, type HandedPurpose } from '#src/db/handed-files.ts'

/** The manifest's `share_target`. Nothing but the worker answers there. */
const SHARE = '/share'

const PLACES: Record<HandedPurpose, string> = { receipt: '/receipt/upload', outbox: '/sync' }

export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
  method === 'POST' && new URL(url).pathname === SHARE

/** Answers with the way to the screen of the first file; with 507 where the device has no room for it. */
export async function takeShared(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll('files').filter((part) => part instanceof File)
  const device = openDeviceDatabase()
  try {
    await keepHanded(device, files)
  } catch {
    return new Response('The file could not be kept: this device is full. Make room and share it again.', {
      status: 507,
    })
  } finally {
    device.close()
  }
  // 303: the screen is read, whatever was sent.
  return new Response(null, {
    status: 303,
    headers: { location: files[0] ? PLACES[purposeOf(files[0])] : '/' },
  })
}

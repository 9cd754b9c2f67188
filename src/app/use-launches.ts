import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorText } from '#src/api/errors.ts'
import { dropOldHanded, keepHanded } from '#src/db/handed-files.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { device } from './device.ts'

/** Web App Launch Handler API, which TypeScript's library does not have yet. */
interface Launch {
  targetURL?: string | null
  /** Files that the system opens with Larder. */
  files?: readonly { getFile(): Promise<File> }[]
}
interface LaunchQueue {
  setConsumer(consume: (launch: Launch) => void): void
}

async function keepFiles(files: NonNullable<Launch['files']>): Promise<void> {
  try {
    await keepHanded(device, await Promise.all(files.map((file) => file.getFile())))
  } catch (error) {
    snackbar(errorText(error), 'bad')
  }
}

/** The manifest's `start_url`: the app's icon raises the window and leads nowhere else. */
const ICON = '/'

/**
 * Goes to the address of a link in a mail or of a shortcut when the installed app is already open. The manifest's
 * `launch_handler` passes the address to this window instead of opening another one, so that one window sends and one
 * draft is kept. A screen with unsaved work asks first, as before every other address. Files that come along are
 * stored for the screen that takes them (`use-handed-files.ts`). Files that were not taken within a day are deleted
 * at a start of the app.
 */
export function useLaunches(): void {
  const { history } = useRouter()
  useEffect(() => {
    // A browser that stores nothing has no files.
    dropOldHanded(device).catch(() => {})
  }, [])
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ targetURL, files = [] }) => {
      if (files.length > 0) void keepFiles(files)
      if (!targetURL) return
      const { href, pathname, search, hash } = new URL(targetURL)
      // The browser also names the address with which it opened this window.
      if (href !== location.href && pathname !== ICON) history.push(`${pathname}${search}${hash}`)
    })
  }, [history])
}

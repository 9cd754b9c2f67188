import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Web App Launch Handler API, which TypeScript's library does not have yet. */
interface LaunchQueue {
  setConsumer(consume: (launch: { targetURL?: string | null }) => void): void
}

/** The manifest's `start_url`: the app's icon brings the window to the front and leads nowhere else. */
const ICON = '/'

/**
 * Goes where a link in a mail or a shortcut leads, when the installed app is open already. The manifest's
 * `launch_handler` hands the address to this window instead of opening another one, so that one window sends and one
 * draft is kept. A screen with unsaved work asks first, as before every other address.
 */
export function useLaunches(): void {
  const { history } = useRouter()
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ targetURL }) => {
      if (!targetURL) return
      const { href, pathname, search, hash } = new URL(targetURL)
      // The browser also names the address with which it opened this window.
      if (href !== location.href && pathname !== ICON) history.push(`${pathname}${search}${hash}`)
    })
  }, [history])
}

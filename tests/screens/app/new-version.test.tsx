/** A newer version that waits. In a browser: tests/e2e/app. */
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

/** A registration whose version is at work, and the message that another one waits. */
class WaitingWorkbox extends EventTarget {
  readonly messageSkipWaiting = () => undefined
  async register() {
    this.dispatchEvent(new Event('waiting'))
    return { active: Object.assign(new EventTarget(), { state: 'activated' }) }
  }
}

it('Reload reloads a page that was itself loaded past the worker', async () => {
  const container = Object.assign(new EventTarget(), { controller: null, ready: new Promise(() => {}) })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  vi.stubEnv('PROD', true)
  vi.doMock('workbox-window', () => ({ Workbox: WaitingWorkbox }))
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  try {
    vi.resetModules()
    const { followWorker, registerServiceWorker, useWaitingVersion } =
      await import('#src/app/service-worker.ts')
    followWorker()
    void registerServiceWorker()
    const { result } = renderHook(useWaitingVersion)
    await waitFor(() => expect(result.current).not.toBeNull())
    result.current!.reload()
    container.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  } finally {
    vi.doUnmock('workbox-window')
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    reload.mockRestore()
  }
})

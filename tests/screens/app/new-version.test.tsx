/** A newer version that waits. In a browser: tests/e2e/app. */
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const workerIn = (state: string) => Object.assign(new EventTarget(), { state })
/** The registration that the page gets. */
let registration: Partial<Record<'active' | 'installing', EventTarget & { state: string }>>

/** Answers with that registration, and with the message that another version waits. */
class WaitingWorkbox extends EventTarget {
  readonly messageSkipWaiting = () => undefined
  async register() {
    this.dispatchEvent(new Event('waiting'))
    return registration
  }
}

const spyOnReload = () => vi.spyOn(location, 'reload').mockReturnValue()
let reload: ReturnType<typeof spyOnReload>
beforeEach(() => {
  reload = spyOnReload()
  registration = { active: workerIn('activated') }
  vi.stubEnv('PROD', true)
  vi.doMock('workbox-window', () => ({ Workbox: WaitingWorkbox }))
  vi.resetModules()
})
afterEach(() => {
  vi.doUnmock('workbox-window')
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  reload.mockRestore()
})

/** Loads the code of a page that no worker serves. */
async function loadPage() {
  const container = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => {}),
    getRegistration: async () => registration,
  })
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  const takeOver = () => container.dispatchEvent(new Event('controllerchange'))
  return { ...(await import('#src/app/service-worker.ts')), takeOver }
}

/** Opens that page, and waits until it has registered a worker. */
async function openPage() {
  const { followWorker, registerServiceWorker, useWaitingVersion, takeOver } = await loadPage()
  followWorker()
  void registerServiceWorker()
  const { result } = renderHook(useWaitingVersion)
  await waitFor(() => expect(result.current).not.toBeNull())
  return { waiting: result.current!, takeOver }
}

it('Reload reloads a page that was itself loaded past the worker', async () => {
  const { waiting, takeOver } = await openPage()
  waiting.reload()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('a page that was loaded past the worker reloads when another page has started a newer one', async () => {
  const { takeOver } = await openPage()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('such a page reloads also when that happens before it has registered the worker', async () => {
  const { followWorker, takeOver } = await loadPage()
  followWorker()
  await Promise.resolve()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

it('the first worker, which claims a page of the first visit, does not reload it, and the next one does', async () => {
  registration = { installing: workerIn('installing') }
  const { takeOver } = await openPage()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

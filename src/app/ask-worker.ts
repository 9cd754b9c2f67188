/**
 * Asks the service worker to look after the files of the app: `PRECACHE_REST` for those that are not here yet, `MEND`
 * for all of them. Answers whether the whole app is on the device now.
 */
export async function askWorker(worker: ServiceWorker, type: 'PRECACHE_REST' | 'MEND'): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const said = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve((data as { whole: boolean }).whole), {
      once: true,
    })
  })
  port1.start()
  worker.postMessage({ type }, [port2])
  return said.finally(() => port1.close())
}

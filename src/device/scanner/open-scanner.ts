import type { ScannerEngine } from './engine.ts'

/**
 * The best engine that this browser can run. Import this module lazily: engines are big, and nothing of them belongs
 * into the first screen's bundle.
 */
export async function openScanner(): Promise<ScannerEngine> {
  if (canRunWorkerEngine(globalThis)) {
    const { createWorkerEngine } = await import('./worker-engine.ts')
    const engine = createWorkerEngine()
    try {
      await engine.prepare()
      return engine
    } catch {
      // WebAssembly may be there and yet be forbidden (lockdown mode, a proxy's policy).
      engine.dispose()
    }
  }
  const { createQuaggaEngine } = await import('./quagga-engine.ts')
  const engine = createQuaggaEngine()
  await engine.prepare()
  return engine
}

/** WebAssembly, a worker to run it in, and a canvas in there to turn pictures on. */
function canRunWorkerEngine(scope: object): boolean {
  return ['WebAssembly', 'Worker', 'OffscreenCanvas', 'createImageBitmap'].every((name) => name in scope)
}

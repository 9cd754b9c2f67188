/** Builds the bench's page as the app is built and serves it, with the photographs, on loopback only. */
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
}
/** The app's own policy (toolchain, "Policy"): the bench must not need anything that it forbids. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self'"

export async function serveHarness(source: string, photographs: string) {
  const out = await mkdtemp(path.join(tmpdir(), 'larder-bench-scan-'))
  await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
    },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [first, ...rest] = decodeURIComponent(pathname).split('/').filter(Boolean)
    // A name, never a path: nothing outside the two folders is served.
    const file =
      first === 'photos'
        ? path.join(photographs, path.basename(rest.join('/')))
        : path.join(out, ...(first === 'assets' ? ['assets', path.basename(rest.join('/'))] : ['index.html']))
    readFile(file).then(
      (body) => {
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(out, { recursive: true, force: true })
    },
  }
}

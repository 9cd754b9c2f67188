/** Builds the smallest page and a blank one into a folder, and serves them as the product's server does: compressed. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { checkout } from '#server/env.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const BLANK = '<!doctype html><title>Blank</title><body><button type="submit">SIGN IN</button>'

export interface SmallestPage {
  /** Its files by path, as they are. */
  files: Map<string, Buffer>
  address: string
  stop(): Promise<void>
}

export async function smallestPage(folder: string): Promise<SmallestPage> {
  const root = path.join(checkout, 'bench/floors/smallest')
  const outDir = path.join(folder, 'smallest')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  await mkdir(outDir, { recursive: true })
  await writeFile(path.join(outDir, 'blank.html'), BLANK)
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(outDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    files.set(`/${path.relative(outDir, file)}`, await readFile(file))
  }
  files.set('/', files.get('/index.html')!)
  const worker = await readFile(path.join(root, 'public-sw.js'), 'utf8')
  files.set('/sw.js', Buffer.from(`const FILES = ${JSON.stringify([...files.keys()])}\n${worker}`))

  const server = http.createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://smallest').pathname
    const file = files.get(name)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const type = TYPES[path.extname(name === '/' ? '/index.html' : name)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    files,
    address: `http://localhost:${(server.address() as { port: number }).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

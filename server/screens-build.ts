import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { checkout } from './env.ts'

/** With `files`, everything that `vite build` reads; the lock file stands for all of node_modules. */
const folders = ['src', 'sw', 'contract', 'public']
const files = ['index.html', 'vite.config.ts', 'manifest.webmanifest', 'package.json', 'package-lock.json']

/** Beside what was built, so that removing `dist` removes the claim; the dot keeps it from being served. */
const stamp = 'dist/.built-from'

/**
 * Whether the screens in `dist` are those of the sources as they are now. By content, since a checkout of another
 * branch and back changes every date and nothing else.
 *
 * @returns null when they are; else the hash to hand to `markBuilt` after a build.
 */
export function needsBuild(root = checkout): string | null {
  const hash = hashOf(root)
  const file = path.join(root, stamp)
  const built = existsSync(file) && existsSync(path.join(root, 'dist/index.html'))
  return built && readFileSync(file, 'utf8') === hash ? null : hash
}

/** Compresses what was built, once and well, and notes what it was built from. */
export function markBuilt(hash: string, root = checkout): void {
  compressBuilt(path.join(root, 'dist'))
  writeFileSync(path.join(root, stamp), hash)
}

/** Beside each text and program a `.br` and a `.gz`, which the server sends as they are. */
function compressBuilt(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|wasm|webmanifest)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    if (content.length < 1_400) continue
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const file of [...folders.flatMap((folder) => filesIn(root, folder)), ...files]) {
    if (!existsSync(path.join(root, file))) continue
    const content = createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('hex')
    hash.update(`${file} ${content}\n`)
  }
  return hash.digest('hex')
}

/** Paths from the root, in an order that is the same everywhere; tests build nothing. */
function filesIn(root: string, folder: string): string[] {
  const place = path.join(root, folder)
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}

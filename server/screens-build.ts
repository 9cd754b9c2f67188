import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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

/** Notes what `dist` was built from. */
export function markBuilt(hash: string, root = checkout): void {
  writeFileSync(path.join(root, stamp), hash)
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

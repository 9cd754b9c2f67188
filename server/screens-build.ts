/** The screens: checks whether they are built from the present sources, builds them, and puts a build in place. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { checkout } from './env.ts'
import { StartError } from './platform/start-error.ts'
import { writeWhole } from './platform/whole-file.ts'
import { filesBelow, hashOfFiles } from './sources.mjs'

/** With `files`, everything that `vite build` reads. The lock file represents all of node_modules. */
const folders = ['src', 'sw', 'contract', 'public']
const files = [
  'index.html',
  'vite.config.ts',
  'scripts/licences.ts',
  'LICENSE',
  'NOTICE',
  'manifest.webmanifest',
  'package.json',
  'package-lock.json',
]

/** The file is beside the built screens, so that removing `dist` removes it too. The dot keeps it from being served. */
const STAMP = '.built-from'
/** The assets of earlier builds, and when they were replaced: path in `dist` → ms since the epoch. */
const BEFORE = '.of-builds-before.json'
/** An open page, or a worker that still fetches its parts, finds the assets of its own build for so long. */
const KEEP_BEFORE_MS = 7 * 86_400_000

/**
 * Checks whether the screens in `dist` are those of the present sources. Compares contents, because a checkout of
 * another branch and back changes every date and nothing else.
 *
 * @returns null when they are; else the hash of the sources.
 */
export function needsBuild(root = checkout): string | null {
  const hash = hashOf(root)
  const stamp = path.join(root, 'dist', STAMP)
  const built = existsSync(stamp) && existsSync(path.join(root, 'dist/index.html'))
  return built && readFileSync(stamp, 'utf8') === hash ? null : hash
}

/** Builds beside `dist`, compresses what was built, once and well, and puts it in place. Throws `StartError`. */
export async function buildScreens(root = checkout): Promise<void> {
  const hash = hashOf(root)
  mkdirSync(path.join(root, '.build'), { recursive: true })
  const built = mkdtempSync(path.join(root, '.build/screens-'))
  try {
    await makeScreens(root, built)
    writeFileSync(path.join(built, STAMP), hash)
    putInPlace(built, path.join(root, 'dist'))
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}

/** Builds into a folder, and compresses what was built. Throws `StartError`. */
export async function makeScreens(root: string, folder: string): Promise<void> {
  await runVite(root, folder)
  compressBuilt(folder)
}

async function runVite(root: string, outDir: string): Promise<void> {
  const vite = spawn(
    process.execPath,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--emptyOutDir'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      // the screens do not depend on how the server runs
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  const stop = () => vite.kill()
  process.once('exit', stop)
  const [code] = (await once(vite, 'exit')) as [number | null]
  process.off('exit', stop)
  if (code !== 0) throw new StartError('the screens could not be built: see above')
}

/**
 * Moves a build into the folder that is served. At every moment the page there finds all that it names: assets, which
 * have their hash in their name, come first, the page after them, and the files that announce a new version last. Each
 * file is replaced at once, by renaming. Assets of earlier builds stay for a week. `built` and `served` are on one
 * disk.
 */
export function putInPlace(built: string, served: string, now = Date.now()): void {
  const made = filesBelow(built).sort((a, b) => turnOf(a) - turnOf(b))
  for (const file of made) {
    mkdirSync(path.dirname(path.join(served, file)), { recursive: true })
    renameSync(path.join(built, file), path.join(served, file))
  }
  const list = path.join(served, BEFORE)
  const replaced = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>) : {}
  const kept: Record<string, number> = {}
  const current = new Set([...made, BEFORE])
  for (const file of filesBelow(served)) {
    if (current.has(file)) continue
    const since = Math.min(replaced[file] ?? now, now)
    if (isAsset(file) && now - since <= KEEP_BEFORE_MS) kept[file] = since
    else rmSync(path.join(served, file))
  }
  writeWhole(list, JSON.stringify(kept))
}

const isAsset = (file: string): boolean => file.startsWith(`assets${path.sep}`)

/** Returns the turn in which a file is put in place. Its compressed forms go with it. */
function turnOf(file: string): number {
  if (isAsset(file)) return 0
  const last = ['index.html', 'sw.js', STAMP].findIndex((name) => file.startsWith(name))
  return last < 0 ? 1 : 2 + last
}

/** Writes a `.br` and a `.gz` beside each text and program. The server sends them as they are. */
function compressBuilt(folder: string): void {
  for (const name of filesBelow(folder)) {
    if (!/\.(js|css|html|svg|wasm|webmanifest)$/.test(name)) continue
    const file = path.join(folder, name)
    const content = readFileSync(file)
    if (content.length < 1_400) continue
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Returns the hash of the sources without test files, which are not built. */
const hashOf = (root: string): string =>
  hashOfFiles(root, [
    ...folders.flatMap((folder) =>
      filesBelow(path.join(root, folder))
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .map((file) => path.join(folder, file)),
    ),
    ...files,
  ])

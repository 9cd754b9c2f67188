// @ts-check
/**
 * `node server/run.mjs ENTRY …`: runs an entry of the server from a bundle, which is made when the sources have changed.
 * Plain JavaScript, since no compiler is loaded to run it. A bundle is in a folder that the hash of its sources names, so
 * that a server that runs keeps its own when another release starts beside it.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** What may be run, by the name that `package.json` gives it. */
const ENTRIES = {
  start: 'server/start.ts',
  build: 'server/build.ts',
  main: 'server/main.ts',
  demo: 'server/demo/command.ts',
  user: 'server/users/command.ts',
  setting: 'server/settings/command.ts',
  'supplier-feed': 'server/receipts/feed-command.ts',
}
const SOURCES = ['server', 'contract', 'package.json', 'tsconfig.json']
/** A bundle that nothing was started from for so long is deleted. */
const KEEP_MS = 30 * 86_400_000

const checkout = path.resolve(import.meta.dirname, '..')
const bundles = path.join(checkout, '.build/server')

/** The files that a bundle depends on, from the checkout, in an order that is the same everywhere. */
function sourceFiles() {
  const inFolders = SOURCES.filter((name) => !path.extname(name)).flatMap((folder) =>
    readdirSync(path.join(checkout, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.m?ts$|\.mjs$/.test(entry.name))
      .map((entry) => path.relative(checkout, path.join(entry.parentPath, entry.name))),
  )
  return [...inFolders.sort(), ...SOURCES.filter((name) => path.extname(name))]
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of sourceFiles()) hash.update(`${file}\n`).update(readFileSync(path.join(checkout, file)))
  return hash.digest('hex').slice(0, 16)
}

/** @param {string} folder where the bundle is put in one step, when it is whole */
async function makeBundle(folder) {
  const { build } = await import('esbuild')
  mkdirSync(bundles, { recursive: true })
  const made = mkdtempSync(path.join(bundles, 'new-'))
  try {
    await build({
      absWorkingDir: checkout,
      entryPoints: ENTRIES,
      outdir: made,
      bundle: true,
      packages: 'external',
      splitting: true,
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      logLevel: 'error',
    })
    // the folder of mkdtemp is for its owner alone, and another user may run the server
    chmodSync(made, 0o755)
    renameSync(made, folder)
  } catch (error) {
    // another start has put the same bundle in place meanwhile
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function noteUse(folder) {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // a user who runs the server and may not write to the checkout removes no bundle either
  }
}

function removeOldBundles() {
  for (const name of readdirSync(bundles)) {
    const folder = path.join(bundles, name)
    const { mtimeMs } = statSync(folder)
    if (Date.now() - mtimeMs > KEEP_MS) rmSync(folder, { recursive: true, force: true })
  }
}

const [entry = ''] = process.argv.splice(2, 1)
if (!Object.hasOwn(ENTRIES, entry)) {
  console.error(`server/run.mjs runs one of: ${Object.keys(ENTRIES).join(', ')}`)
  process.exit(2)
}
const bundle = path.join(bundles, hashOfSources())
if (existsSync(bundle)) noteUse(bundle)
else {
  await makeBundle(bundle)
  removeOldBundles()
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(path.join(bundle, `${entry}.mjs`)).href)

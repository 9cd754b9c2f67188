// @ts-check
/**
 * `node server/run.mjs ENTRY …`: runs an entry of the server from a bundle, which is made when the sources have changed.
 * Plain JavaScript, since no compiler is loaded to run it. A bundle is in a folder that the hash of its sources names, so
 * that a server that runs keeps its own when another release starts beside it.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesBelow, hashOfFiles } from './sources.mjs'

/** What may be run, by the name that `package.json` gives it. */
const ENTRIES = {
  start: 'server/start.ts',
  build: 'server/build.ts',
  main: 'server/main.ts',
  demo: 'server/demo/command.ts',
  user: 'server/users/command.ts',
  setting: 'server/settings/command.ts',
  'rotate-key': 'server/security/rotate-key-command.ts',
  'supplier-feed': 'server/receipts/feed-command.ts',
  backup: 'server/backup/command.ts',
  restore: 'server/backup/restore-command.ts',
}
const FOLDERS = ['server', 'contract']
const FILES = ['package.json', 'tsconfig.json']
/** A bundle that nothing was started from for so long is deleted. */
const KEEP_MS = 30 * 86_400_000

const checkout = path.resolve(import.meta.dirname, '..')
const bundles = path.join(checkout, '.build/server')

/** The folder of a bundle is named by what it depends on. */
function hashOfSources() {
  const inFolders = FOLDERS.flatMap((folder) =>
    filesBelow(path.join(checkout, folder))
      .filter((file) => /(?<!\.test)\.m?ts$|\.mjs$/.test(file))
      .map((file) => path.join(folder, file)),
  )
  return hashOfFiles(checkout, [...inFolders, ...FILES]).slice(0, 16)
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
    // Another start may have removed its folder since the names were read.
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > KEEP_MS) rmSync(folder, { recursive: true, force: true })
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

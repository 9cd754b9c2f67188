/**
 * The licences of everything that the build hands to a browser, in one file beside the app: MIT, Apache, OFL and LGPL
 * require that their text comes with each copy. Fonts, wasm files, workers and styles count too, so the modules of each
 * build are looked at and not its chunks.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Where a browser finds the file, below the folder of the build. */
const FILE = 'licences.txt'

/** Published as one file that holds their dependencies, whose modules no build sees. */
const PREBUILT = new Set(['@ericblade/quagga2', 'pdfmake', 'qr-code-styling', 'sheetjs-style'])

const TEXT_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i

/** A package that is part of the app. `texts` holds its licence and, where there is one, its notice. */
export interface Licence {
  name: string
  version: string
  /** SPDX expression of its package.json, or `as below`. */
  licence: string
  source: string
  texts: string[]
}

interface PackageJson {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
  repository?: string | { url: string }
  homepage?: string
  dependencies?: Record<string, string>
}

const packageJson = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson

/** The folder of the package that a module belongs to, null for a module of ours. */
export function packageFolder(module: string): string | null {
  const file = module.replace(/^\0/, '').replace(/[?#].*$/s, '')
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null
}

/** As Node looks for a package: in the folder's own `node_modules`, then in those above it. */
function installedFolder(name: string, from: string): string {
  const folder = path.join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  const above = path.dirname(from)
  if (above === from) throw new Error(`${name} is not installed`)
  return installedFolder(name, above)
}

/** The packages with what is hidden in those that were bundled before they were published. */
export function withPrebuilt(folders: Iterable<string>): string[] {
  const found = new Set<string>()
  const add = (folder: string, isHidden: boolean): void => {
    if (found.has(folder)) return
    found.add(folder)
    const { name, dependencies = {} } = packageJson(folder)
    if (isHidden || PREBUILT.has(name))
      for (const dependency of Object.keys(dependencies)) add(installedFolder(dependency, folder), true)
  }
  for (const folder of folders) add(folder, false)
  return [...found]
}

/** The ISC licence below its line of copyright. */
const ISC = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/**
 * Packages that only name MIT or ISC, and their author, get the text of that licence.
 * @param mit the text of the MIT licence from "Permission" on
 * @throws where the package comes without the text of its licence
 */
export function readLicence(folder: string, mit: string): Licence {
  const { name, version, license, author, repository, homepage } = packageJson(folder)
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim())
  if (texts.length === 0 && (license === 'MIT' || license === 'ISC')) {
    const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
    texts.push(`${license} License\n\nCopyright (c) ${holder}\n\n${license === 'MIT' ? mit : ISC}`)
  }
  if (texts.length === 0)
    throw new Error(`${name} is part of the app, and its licence (${license ?? 'none'}) comes without a text`)
  const url = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? '')
  const source = url.replace(/^git\+/, '').replace(/\.git$/, '')
  return { name, version, licence: license ?? 'as below', source, texts }
}

const RULE = '-'.repeat(80)

/** The file: the notice for all, a list of the packages, then each text once, below the packages that it is for. */
export function licenceFile(licences: readonly Licence[], notice: string): string {
  const sorted = licences.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  // A package may be installed twice.
  const list = new Set(
    sorted.map(({ name, version, licence, source }) => `${name} ${version} (${licence}) ${source}`),
  )
  const packagesByText = new Map<string, Set<string>>()
  for (const { name, texts } of sorted)
    for (const text of texts) packagesByText.set(text, (packagesByText.get(text) ?? new Set()).add(name))
  const texts = [...packagesByText].map(([text, names]) => `${RULE}\n${[...names].join(', ')}\n\n${text}`)
  return `${[notice.trim(), [...list].join('\n'), ...texts].join('\n\n')}\n`
}

/**
 * Plugins that write the file: `collect` looks at the modules of the page and of its workers, `write` is a part of the
 * build of the service worker, which is the last one.
 *
 * @param outDir where the build is written to, once that is known
 */
export function licences(outDir: () => string): { collect: Plugin; write: Plugin } {
  const folders = new Set<string>()
  const collectFrom = (modules: Iterable<string>) => {
    for (const folder of [...modules].map(packageFolder)) if (folder) folders.add(folder)
  }
  return {
    collect: {
      name: 'larder-licences',
      generateBundle() {
        collectFrom(this.getModuleIds())
      },
    },
    write: {
      name: 'larder-licences-written',
      generateBundle() {
        collectFrom(this.getModuleIds())
        const mit = /Permission is[^]*/.exec(readFileSync('LICENSE', 'utf8'))?.[0].trim() ?? ''
        const read = withPrebuilt(folders).map((folder) => readLicence(folder, mit))
        writeFileSync(path.join(outDir(), FILE), licenceFile(read, readFileSync('NOTICE', 'utf8')))
      },
    },
  }
}

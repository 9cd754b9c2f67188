import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { licenceFile, packageFolder, readLicence, withPrebuilt } from './licences.ts'

const root = mkdtempSync(path.join(tmpdir(), 'larder-licences-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Installs a package below the root. */
function install(name: string, about: object, files: Record<string, string> = {}): string {
  const folder = path.join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...about }))
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  return folder
}

it('a module belongs to the innermost package, and one of ours to none', () => {
  for (const [module, folder] of [
    ['/a/node_modules/react/index.js', '/a/node_modules/react'],
    ['/a/node_modules/@mantine/core/styles/Paper.css?inline', '/a/node_modules/@mantine/core'],
    ['/a/node_modules/b/node_modules/c/x.wasm?url', '/a/node_modules/b/node_modules/c'],
    ['\0/a/node_modules/c/x.js?commonjs', '/a/node_modules/c'],
    ['/a/src/ui/Button.tsx', null],
  ] as const)
    expect([module, packageFolder(module)]).toEqual([module, folder])
})

it('a package comes with its texts; one that names only MIT or ISC and its author gets the text of that licence', () => {
  const font = install(
    'font',
    { license: 'OFL-1.1' },
    { 'OFL.txt': 'SIL\n', NOTICE: 'Of a font', 'index.js': '' },
  )
  expect(readLicence(font, 'Permission')).toMatchObject({ licence: 'OFL-1.1', texts: ['Of a font', 'SIL'] })
  const bare = install('bare', { license: 'MIT', author: 'Ann' })
  expect(readLicence(bare, 'Permission is granted').texts).toEqual([
    'MIT License\n\nCopyright (c) Ann\n\nPermission is granted',
  ])
  const isc = install('isc', { license: 'ISC', author: 'Bob' })
  expect(readLicence(isc, '').texts[0]).toMatch(/^ISC License\n\nCopyright \(c\) Bob\n\nPermission to use/)
})

it('a package without the text of its licence ends the build', () => {
  const folder = install('secret', { license: 'Apache-2.0' })
  expect(() => readLicence(folder, '')).toThrow(
    'secret is part of the app, and its licence (Apache-2.0) comes without a text',
  )
})

it('content that was bundled into a package before counts too', () => {
  const [qr, pdfmake, deep, react] = [
    install('qr', {}),
    install('pdfmake', { dependencies: { qr: '1' } }),
    install('deep', {}),
    install('react', { dependencies: { deep: '1' } }),
  ]
  expect(withPrebuilt([pdfmake, react]).sort()).toEqual([pdfmake, qr, react].sort())
  expect(withPrebuilt([deep])).toEqual([deep])
})

it('the file names each package once, and each text once', () => {
  const of = (name: string, text: string) => ({
    name,
    version: '1',
    licence: 'MIT',
    source: 'git',
    texts: [text],
  })
  expect(licenceFile([of('b', 'T'), of('a', 'T'), of('a', 'T'), of('c', 'U')], 'About all\n')).toBe(
    `About all\n\na 1 (MIT) git\nb 1 (MIT) git\nc 1 (MIT) git\n\n${'-'.repeat(80)}\na, b\n\nT\n\n${'-'.repeat(80)}\nc\n\nU\n`,
  )
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { needsBuild, putInPlace } from './screens-build.ts'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const DAY_MS = 86_400_000
/** Puts these files in place as a build of the sources as they are. */
const build = (files: Record<string, string> = {}, now?: number) => {
  const made = { 'index.html': '', '.built-from': needsBuild(root) ?? '', ...files }
  for (const [name, text] of Object.entries(made)) write(`built/${name}`, text)
  putInPlace(path.join(root, 'built'), path.join(root, 'dist'), now)
}
const assets = () => readdirSync(path.join(root, 'dist/assets')).sort()

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'larder-build-'))
  write('src/app/main.tsx', 'one')
  write('index.html', '<main>')
})
afterEach(() => rmSync(root, { recursive: true }))

it('builds at the first start and not at the second', () => {
  expect(needsBuild(root)).not.toBeNull()
  build()
  expect(needsBuild(root)).toBeNull()
})

it('builds again when a source is changed, added, renamed or removed', () => {
  build()
  write('src/app/main.tsx', 'two')
  expect(needsBuild(root)).not.toBeNull()
  build()
  write('public/icon.svg', '<svg>')
  expect(needsBuild(root)).not.toBeNull()
  build()
  rmSync(path.join(root, 'public/icon.svg'))
  expect(needsBuild(root)).not.toBeNull()
})

it('does not build for a new date, a test or a server file', () => {
  build()
  utimesSync(path.join(root, 'index.html'), new Date(0), new Date(0))
  write('src/app/main.test.tsx', '')
  write('server/app.ts', '')
  expect(needsBuild(root)).toBeNull()
})

it('builds again when what was built is gone', () => {
  build()
  rmSync(path.join(root, 'dist/index.html'))
  expect(needsBuild(root)).not.toBeNull()
})

it('a build that is put in place leaves the assets of the builds before for a week', () => {
  const start = Date.UTC(2026, 10, 1)
  build({ 'assets/a-1.js': '', 'assets/same-1.js': '', 'icons/old.svg': '' }, start)
  build({ 'assets/a-2.js': '', 'assets/same-1.js': '' }, start + 30 * DAY_MS)
  expect(assets()).toEqual(['a-1.js', 'a-2.js', 'same-1.js'])
  expect(readdirSync(path.join(root, 'dist/icons'))).toEqual([])
  build({ 'assets/a-3.js': '', 'assets/same-1.js': '' }, start + 36 * DAY_MS)
  expect(assets()).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'same-1.js'])
  build({ 'assets/a-3.js': '', 'assets/same-1.js': '' }, start + 38 * DAY_MS)
  expect(assets()).toEqual(['a-2.js', 'a-3.js', 'same-1.js'])
})

it('a build that comes back is of today again, and its week begins when it is replaced', () => {
  build({ 'assets/a-1.js': 'one' }, 0)
  build({ 'assets/a-2.js': '' }, DAY_MS)
  build({ 'assets/a-1.js': 'one' }, 8 * DAY_MS)
  build({ 'assets/a-3.js': '' }, 9 * DAY_MS)
  expect(assets()).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
  build({ 'assets/a-3.js': '' }, 16 * DAY_MS)
  expect(assets()).toEqual(['a-1.js', 'a-3.js'])
  expect(readFileSync(path.join(root, 'dist/assets/a-1.js'), 'utf8')).toBe('one')
})

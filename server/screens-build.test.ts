import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { markBuilt, needsBuild } from './screens-build.ts'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const build = () => {
  write('dist/index.html', '')
  markBuilt(needsBuild(root) ?? '', root)
}

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

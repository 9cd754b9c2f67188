import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { foldersOf } from './changed.ts'
import { checkout } from './commands.ts'

it('a feature is tested by the folders of its name, whichever side of it has changed', () => {
  const folders = ['tests/flows/orders', 'tests/screens/orders']
  for (const file of [
    'src/features/orders/OrdersScreen.tsx',
    'server/orders/lock.ts',
    'contract/orders/can.ts',
    'tests/flows/orders/orders.test.ts',
    'tests/screens/orders/orders.test.tsx',
  ])
    expect(foldersOf([file])).toEqual(folders)
  expect(foldersOf(['src/kit/use-save.ts', 'README.md'])).toEqual(['tests/screens/kit'])
  expect(foldersOf(['server/people/edit.ts'])).toContain('tests/flows/users')
})

it('a folder of tests is reached from some folder of the code', () => {
  const names = (folder: string) =>
    readdirSync(path.join(checkout, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
  const code = ['src', 'src/features', 'server', 'contract'].flatMap(names).map((folder) => `${folder}/x.ts`)
  const reached = new Set(foldersOf(code))
  const unreached = ['tests/flows', 'tests/screens'].flatMap(names).filter((folder) => !reached.has(folder))
  expect(unreached).toEqual([])
})

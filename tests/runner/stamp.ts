/** The stamp which records that `npm test` has passed on exactly this tree: `git rev-parse HEAD^{tree}` in a file. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkout } from './commands.ts'

const STAMP = path.join(checkout, 'node_modules/.cache/larder/tests-passed')

const git = async (...args: string[]) =>
  (await promisify(execFile)('git', args, { cwd: checkout })).stdout.trim()

/** Returns the hash of the tree that is checked out; null with uncommitted changes, or without git. */
export async function cleanTree(): Promise<string | null> {
  try {
    return (await git('status', '--porcelain')) ? null : await git('rev-parse', 'HEAD^{tree}')
  } catch {
    return null
  }
}

/** Writes the stamp where the tree was clean when the tests began and is still the same. */
export async function markPassed(before: string | null): Promise<void> {
  if (!before || before !== (await cleanTree())) return
  await mkdir(path.dirname(STAMP), { recursive: true })
  await writeFile(STAMP, `${before}\n`)
}

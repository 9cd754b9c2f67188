/** Which files have changed, and which folders of flow and screen tests belong to them. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkout } from './commands.ts'

const lines = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('git', args, { cwd: checkout })
  return stdout.split('\n').filter(Boolean)
}

/** The files that differ from where this branch left `since`, new and uncommitted ones included. */
export async function changedFiles(since: string): Promise<string[]> {
  const [base] = await lines('merge-base', since, 'HEAD')
  const [changed, added] = await Promise.all([
    lines('diff', '--name-only', base!),
    lines('ls-files', '--others', '--exclude-standard'),
  ])
  return [...changed, ...added]
}

/** A folder of the code is tested by the folders of tests with the same name, or by these. */
const TESTED_BY: Record<string, string[]> = {
  'contract/barcode': ['scan'],
  'contract/people': ['users', 'customers', 'session'],
  'server/mail': ['mails'],
  'server/people': ['users', 'customers', 'session'],
  'src/api': ['session'],
  'src/app': ['app', 'session'],
  'src/db': ['sync'],
  'src/device': ['scan'],
  'src/documents': ['invoices'],
  'src/features/scanner-check': ['scan'],
  'src/features/sync-log': ['sync'],
  'src/kit': ['kit'],
  'src/queries': ['invoices', 'mails', 'products'],
  'src/routes': ['app'],
  'src/sync': ['sync'],
  'src/ui': ['kit'],
}

/** Folder and name of a feature, as in `src/features/orders`, `server/orders` or `tests/screens/orders`. */
const FEATURE = /^(?:src\/features|server|contract|tests\/(?:flows|screens|e2e))\/([^/]+)\//

/** The folders of flow and screen tests that belong to these files. */
export function foldersOf(files: string[], isThere = existsSync): string[] {
  const features = new Set(
    files.flatMap((file) => {
      const listed = Object.entries(TESTED_BY).find(([folder]) => file.startsWith(`${folder}/`))
      return listed?.[1] ?? FEATURE.exec(file)?.[1] ?? []
    }),
  )
  return [...features]
    .toSorted()
    .flatMap((feature) => [`tests/flows/${feature}`, `tests/screens/${feature}`])
    .filter((folder) => isThere(path.join(checkout, folder)))
}

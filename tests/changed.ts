/** `npm run test:changed`: the tests that belong to what has changed. See `USAGE`. */
import { runCommand } from '#server/platform/command.ts'
import { bin, run } from './runner/commands.ts'
import { changedFiles, foldersOf } from './runner/changed.ts'

const USAGE = `Usage: npm run test:changed [-- --since REV]
Runs the tests that belong to what has changed, uncommitted changes included. "npm test" runs all of them.
  --since REV (main)  the commit to compare with
  --help              prints this
Units: each test that imports a changed file. Flows and screens: each test of the feature's folder, since all of them import
the whole server or the whole app. Browser: the tests whose own files have changed.`

async function runChanged(since: string): Promise<void> {
  const folders = foldersOf(await changedFiles(since))
  const units = ['run', '--project=unit', '--project=device', `--changed=${since}`, '--passWithNoTests']
  const codes = [await run(bin('vitest'), units)]
  if (folders.length > 0) codes.push(await run(bin('vitest'), ['run', ...folders, '--passWithNoTests']))
  codes.push(await run(bin('playwright'), ['test', `--only-changed=${since}`, '--pass-with-no-tests']))
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1
}

const OPTIONS = { since: { type: 'string', default: 'main' } } as const
await runCommand({ usage: USAGE, options: OPTIONS }, ({ since }) => runChanged(since))

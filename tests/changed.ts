/**
 * `npm run test:changed`: the tests that belong to what has changed since main, uncommitted changes included. It runs
 * while somebody works; `npm test` decides.
 *
 * - Units: every test that imports a changed file (vitest's `--changed`).
 * - Flows and screens: every test imports the whole server or the whole app, so the folder decides. A change in
 *   `src/features/orders`, `server/orders` or `contract/orders` runs `tests/flows/orders` and `tests/screens/orders`.
 * - Browser: the tests whose own files have changed (Playwright's `--only-changed`).
 *
 * `npm run test:changed -- --since REV` compares with another commit.
 */
import { parseArgs } from 'node:util'
import { bin, run } from './runner/commands.ts'
import { changedFiles, foldersOf } from './runner/changed.ts'

const { values } = parseArgs({ options: { since: { type: 'string', default: 'main' } } })
const folders = foldersOf(await changedFiles(values.since))

const codes = [
  await run(bin('vitest'), [
    'run',
    '--project=unit',
    '--project=device',
    `--changed=${values.since}`,
    '--passWithNoTests',
  ]),
]
if (folders.length > 0) codes.push(await run(bin('vitest'), ['run', ...folders, '--passWithNoTests']))
codes.push(await run(bin('playwright'), ['test', `--only-changed=${values.since}`, '--pass-with-no-tests']))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/**
 * `npm test`: formats-check, lint, types, dead code, unit and flow tests, browser tests; each step runs even where an
 * earlier one failed. A failed test is run once more, alone, at the end: if it passes then, it is unsteady, and more than
 * two of these fail the run. The last line counts them all: `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin, check, checkout, run } from './runner/commands.ts'
import {
  byLayer,
  hasPassedAlone,
  readPlaywright,
  readVitest,
  type PlaywrightReport,
  type Ran,
  type VitestReport,
} from './runner/reports.ts'
import { cleanTree, markPassed } from './runner/stamp.ts'

/** So many tests may pass at the second try only. */
const UNSTEADY = 2
/** With more failures than this nothing is run again: something is broken. */
const AGAIN = 10

const reports = await mkdtemp(path.join(tmpdir(), 'larder-reports-'))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const started = Date.now()

/** A command that passes or fails as a whole, as one test. */
const asTest = (command: string, passed: boolean): Ran => ({
  file: command,
  title: command,
  ended: passed ? 'passed' : 'failed',
  ms: 0,
  alone: null,
})

async function checks(): Promise<Ran[]> {
  // Side by side: none of them keeps two cores busy.
  const all = [
    ['tsc', '-p', '.'],
    ['oxlint', '--type-aware', '--deny-warnings'],
    ['oxfmt', '--check', '.'],
    ['tsc', '-p', 'sw'],
    ['knip', '--treat-config-hints-as-errors'],
  ] as const
  return Promise.all(
    all.map(async ([command, ...args]) => asTest([command, ...args].join(' '), await check(command, args))),
  )
}

/** Runs a test runner and answers its tests; one that ends badly without naming a failed test has failed itself. */
async function runner(
  command: string,
  args: string[],
  report: string,
  read: (report: unknown) => Ran[],
): Promise<Ran[]> {
  // The report of the run before does not speak for this one.
  await rm(report, { force: true })
  const code = await run(bin(command), args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const ran = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text)),
    () => [],
  )
  const failed = ran.some(({ ended }) => ended === 'failed')
  return failed || (code === 0 && ran.length > 0) ? ran : [...ran, asTest(command, false)]
}

const RUNNERS = {
  vitest(args: string[]): Promise<Ran[]> {
    const file = path.join(reports, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return runner('vitest', [...args, ...reporters], file, (report) =>
      readVitest(report as VitestReport, checkout),
    )
  },
  playwright(args: string[]): Promise<Ran[]> {
    const file = path.join(reports, 'playwright.json')
    return runner('playwright', [...args, '--reporter=list,json'], file, (report) =>
      readPlaywright(report as PlaywrightReport),
    )
  },
  /** The main job in the other engines, where they can be had: one test. */
  async engines(args: string[]): Promise<Ran[]> {
    const began = Date.now()
    const passed = (await run('npm', ['run', '--silent', 'e2e:engines'])) === 0
    return [
      {
        file: 'tests/engines/command.ts',
        title: 'the main job in WebKitGTK and Firefox',
        ended: passed ? 'passed' : 'failed',
        ms: Date.now() - began,
        alone: { runner: 'engines', args },
      },
    ]
  },
}

const vitest = () => RUNNERS.vitest(['run'])
const playwright = () => RUNNERS.playwright(['test'])
const engines = () => RUNNERS.engines([])
/** Every part of the bench in its tiny size: one test, of which no figure counts. */
const bench = async () => [
  asTest('bench --tiny', (await run('npm', ['run', '--silent', 'bench', '--', '--tiny'])) === 0),
]

/** The failed tests that pass when they are run once more, alone. */
async function passingAlone(failed: Ran[]): Promise<Ran[]> {
  const passing: Ran[] = []
  for (const test of failed) {
    if (!test.alone) continue
    const { runner, args } = test.alone
    if (hasPassedAlone(test, await RUNNERS[runner](args))) passing.push(test)
  }
  return passing
}

const tree = await cleanTree()
const all: Ran[] = []
for (const step of [checks, vitest, playwright, engines, bench]) {
  const began = Date.now()
  all.push(...(await step()))
  console.log(`\n${step.name}: ${seconds(Date.now() - began)} by the clock`)
}

// A skipped test has not passed.
const failed = all.filter(({ ended }) => ended !== 'passed')
const unsteady = failed.length > AGAIN ? [] : await passingAlone(failed)
const broken = failed.filter((test) => !unsteady.includes(test))
await rm(reports, { recursive: true, force: true })

console.log('\nThe ten slowest tests')
for (const { ms, file, title } of all.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
  console.log(`${seconds(ms).padStart(9)}  ${file} › ${title}`)
console.log('\nTests and their time by layer')
for (const { layer, tests, ms } of byLayer(all.filter(({ alone }) => alone)))
  console.log(`${seconds(ms).padStart(9)}  ${String(tests).padStart(5)}  ${layer}`)
console.log(`${seconds(Date.now() - started).padStart(9)}  by the clock, with the checks\n`)

for (const { file, title } of unsteady) console.log(`unsteady: ${file} › ${title}`)
for (const { file, title } of broken) console.log(`failed: ${file} › ${title}`)
const lost = unsteady.length > UNSTEADY ? [...broken, ...unsteady] : broken
if (unsteady.length > UNSTEADY) console.log(`More than ${UNSTEADY} unsteady tests: they count as failed.`)
console.log(`\n${all.length - lost.length} passed, ${lost.length} failed`)
if (lost.length === 0) await markPassed(tree)
process.exitCode = lost.length === 0 ? 0 : 1

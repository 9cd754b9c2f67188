/**
 * `npm test` runs every check and every test. Units, flows and screens keep the cores busy; the checks, the process tests
 * and the other engines, which wait for most of their time, run beside them. The browser tests follow. Each step runs even
 * if an earlier one failed. A failed test runs once more, alone, at the end. If it passes then, it is unsteady, and more
 * than two unsteady tests fail the run. The last line counts all tests: `N passed, N failed`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin, checkout, run } from './runner/commands.ts'
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

const CHECKS = [
  ['tsc', '-p', '.'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt', '--check', '.'],
  ['tsc', '-p', 'sw'],
  ['knip', '--treat-config-hints-as-errors'],
] as const

async function checks(): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const [command, ...args] of CHECKS) {
    const passed = (await run(bin(command), args, { atTheEnd: true })) === 0
    ran.push(asTest([command, ...args].join(' '), passed))
  }
  const audited = (await run('npm', ['run', '--silent', 'audit'], { atTheEnd: true })) === 0
  return [...ran, asTest('npm audit', audited)]
}

let reportCount = 0

/** Runs a test runner and returns its tests. A run that ends badly without naming a failed test has failed itself. */
async function runner(
  command: string,
  args: (report: string) => string[],
  read: (report: unknown) => Ran[],
  atTheEnd: boolean,
): Promise<Ran[]> {
  const report = path.join(reports, `${command}-${reportCount++}.json`)
  const code = await run(bin(command), args(report), {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    atTheEnd,
  })
  const ran = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text)),
    () => [],
  )
  const failed = ran.some(({ ended }) => ended === 'failed')
  return failed || (code === 0 && ran.length > 0) ? ran : [...ran, asTest(command, false)]
}

const RUNNERS = {
  vitest: (args: string[], atTheEnd = false): Promise<Ran[]> =>
    runner(
      'vitest',
      (report) => [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      (report) => readVitest(report as VitestReport, checkout),
      atTheEnd,
    ),
  playwright: (args: string[]): Promise<Ran[]> =>
    runner(
      'playwright',
      () => [...args, '--reporter=list,json'],
      (report) => readPlaywright(report as PlaywrightReport),
      false,
    ),
  /** The main job in the other engines, if they can be installed: one test. */
  async engines(args: string[], atTheEnd = false): Promise<Ran[]> {
    const began = Date.now()
    const passed = (await run('npm', ['run', '--silent', 'e2e:engines'], { atTheEnd })) === 0
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

/** Every part of the bench in its tiny size: one test, of which no figure counts. */
async function bench(): Promise<Ran[]> {
  const code = await run('npm', ['run', '--silent', 'bench', '--', '--tiny'], { atTheEnd: true })
  return [asTest('bench --tiny', code === 0)]
}

const STEPS = {
  'units, flows and screens': () => RUNNERS.vitest(['run', '--project=!process']),
  checks,
  processes: () => RUNNERS.vitest(['run', '--project=process'], true),
  'other engines': () => RUNNERS.engines([], true),
  bench,
  browser: () => RUNNERS.playwright(['test']),
}

/** Runs the named steps one after the other, and prints how long each took. */
async function inTurn(...names: (keyof typeof STEPS)[]): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const name of names) {
    const began = Date.now()
    ran.push(...(await STEPS[name]()))
    console.log(`\n${name}: ${seconds(Date.now() - began)} by the clock`)
  }
  return ran
}

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
const beside = await Promise.all([
  inTurn('units, flows and screens'),
  inTurn('checks', 'processes', 'other engines', 'bench'),
])
const all = [...beside.flat(), ...(await inTurn('browser'))]

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

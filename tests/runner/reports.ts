/**
 * What the runners' JSON reports say, in one shape: vitest's (`--reporter=json`) and Playwright's (`--reporter=json`).
 */
import path from 'node:path'

/** One test as it ended. */
export interface Ran {
  /** Relative to the checkout, with `/`. */
  file: string
  title: string
  passed: boolean
  ms: number
  /** The command that runs this test and no other; empty for what is no test. */
  alone: string[]
}

/** The part of vitest's report that is read. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

/** The part of Playwright's report that is read. A spec runs once a project. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[]
  /** What went wrong outside of any test. */
  errors: { message?: string }[]
}
interface PlaywrightSuite {
  specs: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { duration: number }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The folder of the browser tests, to which Playwright's files are relative. */
const BROWSER_TESTS = 'tests/e2e'

/**
 * Every test of a vitest run. A file that fails outside of its tests (it does not load, a hook throws) is one more,
 * called by its file.
 */
export function readVitest(report: VitestReport, checkout: string): Ran[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(checkout, name).replaceAll('\\', '/')
    const tests = assertionResults.map(({ fullName, status: ended, duration }) => ({
      file,
      title: fullName,
      passed: ended === 'passed',
      ms: duration ?? 0,
      alone: ['vitest', 'run', file, '--testNamePattern', `^${escaped(fullName)}$`],
    }))
    const outside = status !== 'passed' && tests.every(({ passed }) => passed)
    return outside
      ? [...tests, { file, title: file, passed: false, ms: 0, alone: ['vitest', 'run', file] }]
      : tests
  })
}

/** Every test of a Playwright run. A skipped test has not passed. */
export function readPlaywright(report: PlaywrightReport): Ran[] {
  const read = (suite: PlaywrightSuite): Ran[] => [
    ...suite.specs.flatMap(({ title, file, line, tests }) =>
      tests.map(({ status, results }) => ({
        file: `${BROWSER_TESTS}/${file}`,
        title,
        passed: status === 'expected',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        alone: ['playwright', 'test', `${BROWSER_TESTS}/${file}:${line}`, '--workers=1'],
      })),
    ),
    ...(suite.suites ?? []).flatMap(read),
  ]
  const outside = report.errors.map(({ message }) => ({
    file: BROWSER_TESTS,
    title: message?.split('\n')[0] ?? 'the run',
    passed: false,
    ms: 0,
    alone: [],
  }))
  return [...report.suites.flatMap(read), ...outside]
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The layers of `docs/testing.md`, each with the files that belong to it; the first that fits counts. */
const LAYERS: [name: string, files: RegExp][] = [
  ['browser', /^tests\/e2e\//],
  ['screen', /^tests\/screens\//],
  ['flow', /^tests\/flows\//],
  ['process', /^tests\/process\//],
  ['simulation', /^tests\/sim\//],
  ['unit', /./],
]

/** Tests and their time by layer, the longest first. Two or three tests run at a time, so this is not the clock's time. */
export function byLayer(all: Ran[]): { layer: string; tests: number; ms: number }[] {
  return LAYERS.map(([layer]) => {
    const ran = all.filter(({ file }) => layerOf(file) === layer)
    return { layer, tests: ran.length, ms: ran.reduce((sum, { ms }) => sum + ms, 0) }
  })
    .filter(({ tests }) => tests > 0)
    .toSorted((a, b) => b.ms - a.ms)
}

const layerOf = (file: string) => LAYERS.find(([, files]) => files.test(file))![0]

/**
 * What the runners' JSON reports say, in one shape: vitest's (`--reporter=json`) and Playwright's (`--reporter=json`).
 */
import path from 'node:path'

/** One test as it ended. */
export interface Ran {
  /** Relative to the checkout, with `/`. */
  file: string
  /** With the titles of the groups around it before it. */
  title: string
  /** Playwright's project; vitest reports none. */
  project?: string
  ended: 'passed' | 'failed' | 'skipped'
  ms: number
  /** How this test is run again and no other; null for what is no test. */
  alone: { runner: 'vitest' | 'playwright' | 'engines'; args: string[] } | null
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
  title: string
  specs: {
    title: string
    file: string
    line: number
    tests: { projectName: string; status: string; results: { duration: number }[] }[]
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
    const tests: Ran[] = assertionResults.map(({ fullName, status: ended, duration }) => ({
      file,
      title: fullName,
      ended: ended === 'passed' || ended === 'failed' ? ended : 'skipped',
      ms: duration ?? 0,
      alone: {
        runner: 'vitest',
        args: ['run', file, '--testNamePattern', `^${escaped(fullName)}$`],
      },
    }))
    if (status === 'passed' || tests.some(({ ended }) => ended === 'failed')) return tests
    return [
      ...tests,
      { file, title: file, ended: 'failed', ms: 0, alone: { runner: 'vitest', args: ['run', file] } },
    ]
  })
}

/** Every test of a Playwright run. */
export function readPlaywright(report: PlaywrightReport): Ran[] {
  const read = (suite: PlaywrightSuite, groups: string[]): Ran[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }): Ran => {
        const file = `${BROWSER_TESTS}/${spec.file}`
        const title = [...groups, spec.title].join(' ')
        return {
          file,
          title,
          project: projectName,
          ended: ENDED[status] ?? 'failed',
          ms: results.reduce((sum, { duration }) => sum + duration, 0),
          alone: {
            runner: 'playwright',
            // The line alone would bring every test of a loop. The pattern is laid on project, file, groups and title;
            // without slashes around it it would not mind the case.
            args: [
              'test',
              `${file}:${spec.line}`,
              `--project=${projectName}`,
              `--grep=/ ${escaped(`${spec.file} ${title}`)}$/`,
              '--workers=1',
            ],
          },
        }
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...groups, inner.title])),
  ]
  const outside = report.errors.map(({ message }): Ran => ({
    file: BROWSER_TESTS,
    title: message?.split('\n')[0] ?? 'the run',
    ended: 'failed',
    ms: 0,
    alone: null,
  }))
  // The outermost suites are the files.
  return [...report.suites.flatMap((file) => read(file, [])), ...outside]
}

const ENDED: Record<string, Ran['ended']> = { expected: 'passed', skipped: 'skipped' }

/**
 * Whether a failed test has passed in a run of its `alone`. The exit code does not tell: vitest ends well also where no
 * test fits the pattern. So the run's own report must hold this test, passed, and nothing else that was run. A file that
 * failed outside of its tests has passed where all of them have.
 */
export function hasPassedAlone(test: Ran, again: Ran[]): boolean {
  const ran = again.filter(({ ended }) => ended !== 'skipped')
  const isWanted = ({ file, title, project }: Ran) =>
    file === test.file && (title === test.title || isWholeFile(test)) && project === test.project
  return ran.length > 0 && ran.every((one) => one.ended === 'passed' && isWanted(one))
}

const isWholeFile = ({ file, title }: Ran) => title === file

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The layers of `docs/testing.md`, each with the files that belong to it; the first that fits counts. */
const LAYERS: [name: string, files: RegExp][] = [
  ['browser', /^tests\/e2e\//],
  ['screen', /^tests\/screens\//],
  ['flow', /^tests\/flows\//],
  ['process', /^tests\/process\//],
  ['simulation', /^tests\/sim\//],
  ['other engines', /^tests\/engines\//],
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

/** The layer of a test file; its path is from the checkout. */
export const layerOf = (file: string): string => LAYERS.find(([, files]) => files.test(file))![0]

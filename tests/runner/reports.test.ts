import { expect, it } from 'vitest'
import { byLayer, hasPassedAlone, readPlaywright, readVitest, type Ran } from './reports.ts'

it('reads each test of vitest with the command that runs it alone', () => {
  const report = {
    testResults: [
      {
        name: '/larder/contract/money.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'cents are added', status: 'passed', duration: 2.5 },
          { fullName: 'half a cent (0.5) is rounded up', status: 'failed', duration: 1 },
        ],
      },
    ],
  }
  expect(readVitest(report, '/larder')).toEqual([
    {
      file: 'contract/money.test.ts',
      title: 'cents are added',
      ended: 'passed',
      ms: 2.5,
      alone: {
        runner: 'vitest',
        args: ['run', 'contract/money.test.ts', '--testNamePattern', '^cents are added$'],
      },
    },
    {
      file: 'contract/money.test.ts',
      title: 'half a cent (0.5) is rounded up',
      ended: 'failed',
      ms: 1,
      alone: {
        runner: 'vitest',
        args: [
          'run',
          'contract/money.test.ts',
          '--testNamePattern',
          String.raw`^half a cent \(0\.5\) is rounded up$`,
        ],
      },
    },
  ])
})

it('counts a file of vitest that fails outside of its tests as one more, and tells a skipped test', () => {
  const report = {
    testResults: [
      { name: '/larder/src/a.test.ts', status: 'failed', assertionResults: [] },
      {
        name: '/larder/src/b.test.ts',
        status: 'passed',
        assertionResults: [{ fullName: 'later', status: 'skipped', duration: null }],
      },
      {
        name: '/larder/src/c.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'one', status: 'passed', duration: 1 },
          { fullName: 'a hook failed before it', status: 'skipped', duration: null },
        ],
      },
    ],
  }
  expect(readVitest(report, '/larder').map(({ title, ended }) => [title, ended])).toEqual([
    ['src/a.test.ts', 'failed'],
    ['later', 'skipped'],
    ['one', 'passed'],
    ['a hook failed before it', 'skipped'],
    ['src/c.test.ts', 'failed'],
  ])
})

it('reads each test of Playwright, however deep, and what failed outside of them', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'scan.spec.ts',
    line: 30,
    tests: [{ projectName: 'short', status, results: [{ duration: 1_200 }] }],
  })
  const report = {
    suites: [
      {
        title: 'scan.spec.ts',
        specs: [spec('A027 one', 'expected')],
        suites: [{ title: 'by the wedge', specs: [spec('A050 two (2/2)', 'unexpected')] }],
      },
      { title: 'shell.spec.ts', specs: [spec('three', 'skipped')] },
    ],
    errors: [{ message: 'No browser\nat setup' }],
  }
  const read = readPlaywright(report)
  expect(read.map(({ title, ended }) => [title, ended])).toEqual([
    ['A027 one', 'passed'],
    ['by the wedge A050 two (2/2)', 'failed'],
    ['three', 'skipped'],
    ['No browser', 'failed'],
  ])
  expect(read[1]).toMatchObject({
    file: 'tests/e2e/scan.spec.ts',
    project: 'short',
    ms: 1_200,
    alone: {
      runner: 'playwright',
      args: [
        'test',
        'tests/e2e/scan.spec.ts:30',
        '--project=short',
        String.raw`--grep=/ scan\.spec\.ts by the wedge A050 two \(2/2\)$/`,
        '--workers=1',
      ],
    },
  })
})

it('a second run counts where exactly the failed test was run in it, and passed', () => {
  const ran = (title: string, more: Partial<Ran> = {}): Ran => ({
    file: 'src/a.test.ts',
    title,
    ended: 'passed',
    ms: 1,
    alone: null,
    ...more,
  })
  const failed = ran('saves', { ended: 'failed' })
  const left = ran('saves twice', { ended: 'skipped' })
  expect(hasPassedAlone(failed, [ran('saves'), left])).toBe(true)
  // Of test.each: one name, several tests.
  expect(hasPassedAlone(failed, [ran('saves'), ran('saves')])).toBe(true)
  expect(hasPassedAlone(failed, [ran('saves'), ran('saves', { ended: 'failed' })])).toBe(false)
  // The pattern fitted none, or another one as well.
  expect(hasPassedAlone(failed, [])).toBe(false)
  expect(hasPassedAlone(failed, [ran('saves', { ended: 'skipped' }), left])).toBe(false)
  expect(hasPassedAlone(failed, [ran('saves twice')])).toBe(false)
  expect(hasPassedAlone(failed, [ran('saves'), ran('saves twice')])).toBe(false)
  expect(hasPassedAlone(failed, [ran('saves', { file: 'contract/a.test.ts' })])).toBe(false)
  expect(hasPassedAlone(ran('saves', { project: 'long' }), [ran('saves', { project: 'short' })])).toBe(false)

  const file = ran('src/a.test.ts', { ended: 'failed' })
  expect(hasPassedAlone(file, [ran('saves'), ran('saves twice')])).toBe(true)
  expect(hasPassedAlone(file, [ran('saves'), ran('src/a.test.ts', { ended: 'failed' })])).toBe(false)
  expect(hasPassedAlone(file, [])).toBe(false)
})

it('adds up the time of each layer, the longest first', () => {
  const ran = (file: string, ms: number): Ran => ({ file, title: '', ended: 'passed', ms, alone: null })
  expect(
    byLayer([
      ran('contract/money.test.ts', 1),
      ran('tests/e2e/scan.spec.ts', 10),
      ran('tests/flows/api.test.ts', 2),
      ran('src/sync/flush.test.ts', 2),
    ]),
  ).toEqual([
    { layer: 'browser', tests: 1, ms: 10 },
    { layer: 'unit', tests: 2, ms: 3 },
    { layer: 'flow', tests: 1, ms: 2 },
  ])
})

import { expect, it } from 'vitest'
import { byLayer, readPlaywright, readVitest, type Ran } from './reports.ts'

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
      passed: true,
      ms: 2.5,
      alone: ['vitest', 'run', 'contract/money.test.ts', '--testNamePattern', '^cents are added$'],
    },
    {
      file: 'contract/money.test.ts',
      title: 'half a cent (0.5) is rounded up',
      passed: false,
      ms: 1,
      alone: [
        'vitest',
        'run',
        'contract/money.test.ts',
        '--testNamePattern',
        String.raw`^half a cent \(0\.5\) is rounded up$`,
      ],
    },
  ])
})

it('counts a file of vitest that fails outside of its tests, and a test that was skipped, as failed', () => {
  const report = {
    testResults: [
      { name: '/larder/src/a.test.ts', status: 'failed', assertionResults: [] },
      {
        name: '/larder/src/b.test.ts',
        status: 'passed',
        assertionResults: [{ fullName: 'later', status: 'skipped', duration: null }],
      },
    ],
  }
  expect(readVitest(report, '/larder').map(({ title, passed }) => [title, passed])).toEqual([
    ['src/a.test.ts', false],
    ['later', false],
  ])
})

it('reads each test of Playwright, however deep, and what failed outside of them', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'scan.spec.ts',
    line: 30,
    tests: [{ status, results: [{ duration: 1_200 }] }],
  })
  const report = {
    suites: [
      { specs: [spec('A027 one', 'expected')], suites: [{ specs: [spec('A050 two', 'unexpected')] }] },
      { specs: [spec('three', 'skipped')] },
    ],
    errors: [{ message: 'No browser\nat setup' }],
  }
  const read = readPlaywright(report)
  expect(read.map(({ title, passed }) => [title, passed])).toEqual([
    ['A027 one', true],
    ['A050 two', false],
    ['three', false],
    ['No browser', false],
  ])
  expect(read[1]).toMatchObject({
    file: 'tests/e2e/scan.spec.ts',
    ms: 1_200,
    alone: ['playwright', 'test', 'tests/e2e/scan.spec.ts:30', '--workers=1'],
  })
})

it('adds up the time of each layer, the longest first', () => {
  const ran = (file: string, ms: number): Ran => ({ file, title: '', passed: true, ms, alone: [] })
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

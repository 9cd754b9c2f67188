import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The simulation takes longest: begun last, it would keep one core waiting for the other. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSimulation = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/sim/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isSimulation), ...sorted.filter((file) => !isSimulation(file))]
  }
}

const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 }
const COMMON = {
  ...PATIENCE,
  // A busy machine is no failure: what is awaited is awaited as long as in the browser's tests.
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/setup/quiet.ts'],
}

export default defineConfig({
  test: {
    globalSetup: ['tests/setup/global.ts'],
    // As many as CI has cores. With three, and the process tests beside them, tests end at their time limits.
    maxWorkers: 2,
    sequence: { sequencer: SimulationFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // They keep nothing in globals, so that a worker reads the server once and not for every file.
          isolate: false,
          include: ['{contract,server,scripts,bench}/**/*.test.ts'],
          ...COMMON,
        },
      },
      {
        test: {
          name: 'device',
          isolate: false,
          include: ['{src,sw}/**/*.test.ts', 'tests/{setup,runner}/**/*.test.ts', 'tests/*.test.ts'],
          ...COMMON,
          setupFiles: [...COMMON.setupFiles, 'tests/setup/indexed-db.ts'],
        },
      },
      { test: { name: 'simulation', include: ['tests/sim/**/*.test.ts'], ...COMMON } },
      { test: { name: 'process', include: ['tests/process/**/*.test.ts'], ...COMMON } },
      { test: { name: 'flow', isolate: false, include: ['tests/flows/**/*.test.ts'], ...COMMON } },
      {
        test: {
          name: 'screen',
          // A worker reads the libraries once. Each window reads the app again, and ends what it began (tests/screens/larder.tsx).
          isolate: false,
          // Tests make much that is soon garbage: with more room less is collected (`npm run unit -- --project=screen`: 7 % less processor time).
          execArgv: ['--max-semi-space-size=64'],
          include: ['tests/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          // As wide as the office's windows: a narrow one shows cards where this one shows tables.
          environmentOptions: { happyDOM: { url: 'http://larder.test/', width: 1280, height: 800 } },
          ...COMMON,
          setupFiles: [...COMMON.setupFiles, 'tests/screens/setup.ts'],
        },
      },
    ],
  },
})

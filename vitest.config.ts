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

export default defineConfig({
  test: {
    include: ['{contract,server,src,sw,scripts,bench}/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/setup/global.ts'],
    // Two cores: more workers than that make the databases wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: SimulationFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,src,sw,scripts,bench}/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/setup/global.ts'],
    // Two cores: more workers than that make the databases wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

/** What `npm run mutants` runs for each change of the rules: their unit tests, which need no database. */
export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts'],
    setupFiles: ['tests/setup/quiet.ts'],
    testTimeout: 60_000,
  },
})

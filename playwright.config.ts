import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS } from './tests/setup/browser.ts'

/** The longest tests. Begun last, one core would wait for the other. */
const LONG = /(?:spine|looks|kills)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two cores carry three of them: each waits now and then, for the next sending or for a page to come to rest.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  // What is not there after this is not there, also on a machine that does other work beside.
  expect: { timeout: 20_000 },
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  globalSetup: './tests/e2e/setup.ts',
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: BROWSER_FLAGS,
      ...(process.env['CHROME_PATH'] && { executablePath: process.env['CHROME_PATH'] }),
    },
    viewport: { width: 390, height: 844 },
    // A trace records every step and slows each: `TRACE=1` where a failure needs one.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})

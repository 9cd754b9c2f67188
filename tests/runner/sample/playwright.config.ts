import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  reporter: 'json',
  projects: [{ name: 'short' }, { name: 'long' }],
})

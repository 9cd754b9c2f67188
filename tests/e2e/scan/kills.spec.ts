/** The browser dies in the middle of the work; `npm run soak` does the same 200 times. */
import { killUnderScanning } from '../../soak/kills.ts'
import { expect, test } from '../larder.ts'

// A trace of five browsers shows nothing that the findings do not, and takes time.
test.use({ trace: 'off' })

test('a browser killed at any moment of scanning on a bad link loses no scan and counts none twice', async ({
  server,
}) => {
  const report = await killUnderScanning(server, { kills: 5, leastBeeps: 6, seed: 1 })
  expect(report.wrong).toEqual([])
  // Otherwise nothing was at stake.
  expect(report.beeps).toBeGreaterThan(5)
  expect(report.edits).toBeGreaterThanOrEqual(report.beeps)
})

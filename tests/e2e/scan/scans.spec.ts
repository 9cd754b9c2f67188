/** A scanner types on a slow or busy device; `npm run soak -- scans` does the same with 20,000 scans. */
import { SETTINGS, stormOfScans } from '../../soak/scans.ts'
import { expect, test } from '../larder.ts'

// A trace of a throttled page takes longer than the scans.
test.use({ trace: 'off' })

test('every scan is counted or answered, with any load on the page and any focus', async ({ server }) => {
  const settings = SETTINGS.filter((_, n) => n % 5 === 3)
  const report = await stormOfScans(server, { scans: 8, settings })
  expect(report.wrong).toEqual([])
  expect(report.scans).toBe(8 * settings.length)
})

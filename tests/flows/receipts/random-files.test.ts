import { expect, it } from 'vitest'
import { chanceOf } from '../../sim/chance.ts'
import { readRandomFiles } from '../../soak/files.ts'

it('random files are read as they were written, and as a slow reader reads them', async () => {
  const report = await readRandomFiles(60, chanceOf('files', 1))
  expect(report.wrong).toEqual([])
  expect(report.cells).toBeGreaterThan(5_000)
})

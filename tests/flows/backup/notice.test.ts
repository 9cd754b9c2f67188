/** What a server notes beside its data folder, so that the next start sees whether the database was put back. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { keepWritten } from '#server/backup/notice.ts'
import { testDatabase } from '../../setup/database.ts'

it('a server notes the place of its database, also after the demo was made, which empties every table', async () => {
  const { pool, drop } = await testDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'larder-notice-'))
  await pool.query('delete from facts')
  const warnings: unknown[] = []
  const stop = await keepWritten(pool, folder, { warn: (said: unknown) => void warnings.push(said) })
  await stop()
  const noted: unknown = JSON.parse(readFileSync(path.join(folder, 'written.json'), 'utf8'))
  expect(noted).toEqual({ count: 2, place: expect.stringMatching(/^\d+\/\d+$/) })
  expect(warnings).toEqual([])
  rmSync(folder, { recursive: true })
  await drop()
})

/** The daily job: deletes old rows, and moves old months to files. */
import path from 'node:path'
import { embeddedDir } from '../env.ts'
import type { Context } from '../platform/context.ts'
import { readSettings } from '../settings/store.ts'
import { archiveOldMonths } from './archive.ts'
import { forgetOld } from './forget.ts'

/**
 * Returns the folder for the files of old months; null where the database is external and no folder is set: then those
 * months stay.
 */
function archiveFolder(env: Context['env']): string | null {
  const folder = embeddedDir(env)
  return env.ARCHIVE_DIR ?? (folder && path.join(folder, 'archive'))
}

export async function keepHouse({
  pool,
  env,
  clock,
  log,
}: Pick<Context, 'pool' | 'env' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const forgotten = await forgetOld(pool, now)
  const folder = archiveFolder(env)
  const { keep_history_months: months } = await readSettings(pool)
  const files = folder === null ? [] : await archiveOldMonths(pool, { folder, months, now })
  if (Object.keys(forgotten).length + files.length > 0)
    log.info({ forgotten, files }, 'old rows are forgotten')
}

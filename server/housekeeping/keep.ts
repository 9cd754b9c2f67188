/** The daily job: old rows are forgotten, and old months go to files. */
import path from 'node:path'
import { embeddedDir } from '../env.ts'
import type { Context } from '../platform/context.ts'
import { readSettings } from '../settings/store.ts'
import { archiveOldMonths } from './archive.ts'
import { forgetOld } from './forget.ts'

/** Where the files of old months go; null where nobody has said so for a database of one's own: then those months stay. */
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

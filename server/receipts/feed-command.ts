/** `npm run supplier-feed -- FILE`: takes in what the supplier's system tells of, beside a server that runs or without one. */
import { readFile } from 'node:fs/promises'
import { readEnv } from '../env.ts'
import { migrate, openDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { reachPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { BadFeed, storeFeed } from './feed.ts'

async function main(): Promise<void> {
  const env = readEnv()
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || more.length > 0) throw new StartError('Usage: npm run supplier-feed -- FILE')
  const csv = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`The file cannot be read: ${error.message}`)
  })
  const postgres = await reachPostgres(env, silentLog)
  const { db, pool, close } = openDatabase(postgres.url, { max: 1 })
  try {
    await migrate(db)
    const { invoices, lines, converted } = await storeFeed(pool, csv, new Date())
    console.log(
      `Invoices: ${invoices}, with ${lines} lines. Converted already, and left as they are: ${converted}.`,
    )
  } finally {
    await close()
    await postgres.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError || error instanceof BadFeed ? error.message : error)
  process.exitCode = 1
}

/** `npm run supplier-feed -- FILE`: takes in the invoices that the supplier's system names. See `USAGE`. */
import { readFile } from 'node:fs/promises'
import { runCommand, UsageError } from '../platform/command.ts'
import { withDatabase } from '../platform/command-database.ts'
import { StartError } from '../platform/start-error.ts'
import { BadFeed, FEED_COLUMNS, storeFeed } from './feed.ts'

const USAGE = `Usage: npm run supplier-feed -- FILE
Takes in the supplier's invoices. An invoice that was converted into a receipt already is left as it is.
  FILE    a csv with one row for each line of an invoice, and the columns
          ${FEED_COLUMNS.join(', ')}
  --help  prints this`

async function takeIn(file: string): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`The file cannot be read: ${error.message}`)
  })
  await withDatabase(async ({ pool }) => {
    const { invoices, lines, converted } = await storeFeed(pool, csv, new Date()).catch((error: unknown) => {
      throw error instanceof BadFeed ? new StartError(error.message) : error
    })
    console.log(
      `Invoices: ${invoices}, with ${lines} lines. Converted already, and left as they are: ${converted}.`,
    )
  })
}

await runCommand({ usage: USAGE, options: {}, mostWords: 1 }, async (_, [file]) => {
  if (file === undefined) throw new UsageError('A FILE is needed.')
  await takeIn(file)
})

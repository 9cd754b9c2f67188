/** `npm run supplier-feed -- FILE`: takes in the invoices that the supplier's system names. See `USAGE`. */
import { readFile } from 'node:fs/promises'
import { readFileNumber, type CommaReading } from '#contract/file-number.ts'
import { fileText } from '#contract/file-text.ts'
import { runCommand, UsageError } from '../platform/command.ts'
import { withDatabase } from '../command-database.ts'
import { StartError } from '../platform/start-error.ts'
import { BadFeed, FEED_COLUMNS, storeFeed } from './feed.ts'

const USAGE = `Usage: npm run supplier-feed -- FILE
Takes in the supplier's invoices. An invoice that was converted into a receipt already is left as it is.
  FILE         a csv with one row for each line of an invoice, and the columns
               ${FEED_COLUMNS.join(', ')}
  --thousands  reads "1,234" as 1234 instead of 1.234: a comma before exactly three digits can be both
  --help       prints this`

async function takeIn(file: string, comma: CommaReading): Promise<void> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new StartError(`The file cannot be read: ${error.message}`)
  })
  await withDatabase(async ({ pool }) => {
    const { invoices, lines, converted, ambiguous } = await storeFeed(
      pool,
      fileText(bytes),
      new Date(),
      comma,
    ).catch((error: unknown) => {
      throw error instanceof BadFeed ? new StartError(error.message) : error
    })
    console.log(
      `Invoices: ${invoices}, with ${lines} lines. Converted already, and left as they are: ${converted}.`,
    )
    const [first] = ambiguous
    if (first !== undefined)
      console.log(
        `Read in one of two ways: ${ambiguous.length} numbers such as ${first}, which is ${readFileNumber(first, comma)} here. See --thousands.`,
      )
  })
}

await runCommand(
  { usage: USAGE, options: { thousands: { type: 'boolean' } }, mostWords: 1 },
  async ({ thousands }, [file]) => {
    if (file === undefined) throw new UsageError('A FILE is needed.')
    await takeIn(file, thousands === true ? 'thousands' : 'point')
  },
)

/** Reads a spreadsheet that a person chose. A worker reads it, so that no file can stop the page. */
import type { ReadReply, ReadRequest, Spreadsheet } from './spreadsheet-reading.ts'

const LARGEST_FILE_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'The file has more than 10 MB. Split it into smaller files.'
const READ_TIMEOUT_MS = 20_000
const TOO_SLOW = 'The file could not be read within 20 seconds. Split it into smaller files.'
const BROKEN = 'The file could not be read. Try it again.'

/**
 * Returns the first sheet of a file as rows of texts. Rejects with an Error whose message a person can read.
 * @param also the name of another sheet that is wanted
 */
export async function readSpreadsheet(file: File, also?: string): Promise<Spreadsheet> {
  if (file.size > LARGEST_FILE_BYTES) throw new Error(TOO_LARGE)
  let timer: ReturnType<typeof setTimeout> | undefined
  const worker = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      const fail = (words: string) => reject(new Error(words))
      timer = setTimeout(fail, READ_TIMEOUT_MS, TOO_SLOW)
      worker.onerror = () => fail(BROKEN)
      worker.onmessage = ({ data }: MessageEvent<ReadReply>) =>
        'spreadsheet' in data ? resolve(data.spreadsheet) : fail(data.problem)
      worker.postMessage({ file, also: also ?? null } satisfies ReadRequest, [])
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/** Reads one spreadsheet off the page's thread. */
import { replyTo, type ReadRequest } from './spreadsheet-reading.ts'

// With options, as the project's types are those of a page, where the second argument may be an origin.
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void replyTo(data).then((reply) => globalThis.postMessage(reply, {}))
})

import { replyTo, type ReadReply, type ReadRequest } from '#src/ui/spreadsheet-reading.ts'

/** happy-dom has no workers. The one that reads spreadsheets works on the page's thread here; no other is there. */
export class SpreadsheetWorker {
  onmessage: ((event: { data: ReadReply }) => void) | null = null
  #isOver = false

  constructor(script: URL) {
    if (!script.pathname.endsWith('/spreadsheet.worker.ts'))
      throw new Error(`There is no worker ${script.pathname} in this test.`)
  }
  postMessage(request: ReadRequest): void {
    void replyTo(request).then((data) => {
      if (!this.#isOver) this.onmessage?.({ data })
    })
  }
  terminate(): void {
    this.#isOver = true
  }
}

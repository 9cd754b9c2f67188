/**
 * The parts of the bench. `npm run bench -- --help` prints this table: what each part measures, and how many lines it fills.
 * The lines themselves are the figures at the end of each part's function, in the file that is named as the part.
 */
import { api } from './api.ts'
import { bulk } from './bulk.ts'
import { bytes } from './bytes.ts'
import { drain } from './drain.ts'
import { edits } from './edits.ts'
import { firstPull } from './first-pull.ts'
import { growth, GROWTH_LINES } from './growth.ts'
import { invoices } from './invoices.ts'
import { list } from './list.ts'
import { live } from './live.ts'
import { placing, typing } from './ordering.ts'
import { pdf } from './pdf.ts'
import { pull } from './pull.ts'
import { scan } from './scan.ts'
import { search } from './search.ts'
import type { Stack } from './stack.ts'
import type { Figure } from './table.ts'
import { visits } from './visits.ts'

export interface Part {
  what: string
  /** How many lines of the table it fills. */
  lines: number
  /** Uses the full device, which only one part at a time can have. */
  device?: true
  /** How long it may take, where that is longer than others may. */
  mostMs?: number
  run(stack: Stack): Promise<Figure[]>
}

export const PARTS: Record<string, Part> = {
  api: { what: 'three plain calls, beside a bare server', lines: 6, run: api },
  pull: { what: 'the pull of a catalogue, beside raw bulkPut', lines: 1, run: pull },
  scan: {
    what: 'a scan until it is stored and painted, beside a transaction and a frame',
    lines: 3,
    device: true,
    run: scan,
  },
  visits: {
    what: 'the first and the second visit, beside the smallest page',
    lines: 2,
    device: true,
    run: visits,
  },
  bytes: { what: 'what the first screen downloads, beside the smallest page', lines: 2, run: bytes },
  drain: { what: 'sending a shift of edits, beside one call at a time', lines: 1, run: drain },
  edits: { what: 'edits applied in batches, beside a batched UPDATE', lines: 2, run: edits },
  live: { what: 'a change until it is on other devices, and memory of a stream', lines: 3, run: live },
  list: { what: 'a press on a long pick list, beside a short one', lines: 2, device: true, run: list },
  search: { what: 'a search in the catalogue, beside a sequential scan', lines: 1, run: search },
  first: {
    what: 'the first order and all rows of a new device, after three years (first-pull.ts)',
    lines: 2,
    mostMs: 1_800_000,
    run: firstPull,
  },
  growth: {
    what: 'lists and searches after three years, beside a month',
    lines: GROWTH_LINES,
    mostMs: 1_800_000,
    run: growth,
  },
  invoices: { what: 'making invoices, beside a bare transaction', lines: 2, run: invoices },
  typing: { what: 'a search in Create Order, beside the bare filter (ordering.ts)', lines: 2, run: typing },
  placing: { what: 'placing orders, beside a bare transaction (ordering.ts)', lines: 1, run: placing },
  pdf: { what: 'PDFs in the worker, beside pdfmake alone', lines: 7, run: pdf },
  bulk: { what: 'printing and invoicing in bulk, beside the calls alone', lines: 9, run: bulk },
}

/** Runs a part. Throws where a line is missing or has no figure. */
export async function fill(part: Part, stack: Stack): Promise<Figure[]> {
  const figures = await part.run(stack)
  if (figures.length !== part.lines)
    throw new Error(`${figures.length} lines are filled, and not ${part.lines}`)
  const empty = figures.find(
    ({ figure, beside, ratio }) =>
      figure === '' || NO_NUMBER.test(`${figure} ${beside}`) || !Number.isFinite(ratio ?? 0),
  )
  if (empty) throw new Error(`no figure: ${empty.name}, ${empty.figure}, ${empty.beside}, ${empty.ratio}`)
  return figures
}

const NO_NUMBER = /NaN|Infinity|undefined/

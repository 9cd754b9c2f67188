/** Interprets a scan: it counts on a line, or asks a question first. */
import { barcodeToLink } from '#contract/barcode/match.ts'
import type { ParsedScan } from '#contract/barcode/parse.ts'
import {
  byGravity,
  pieceWarnings,
  factsOfLabel,
  reasonText,
  serialDoubt,
  type Doubt,
} from '#contract/orders/doubts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { countPiece, confirmBeforeCount, itemToCount, unitToCount } from '#contract/picking/count-piece.ts'
import type { Line } from '#contract/picking/lines.ts'
import { countText } from '#contract/picking/state.ts'
import { findLine, type FoundLine } from './find-line.ts'
import { untilRead } from './scan-list.ts'
import { isQuestion } from './scan-view.ts'
import type { ScanSessionOptions, SessionParts } from './session-parts.ts'

/** A scan that has found its line. */
interface Reading {
  raw: string
  parsed: ParsedScan
  /** The linked barcode by which the scan found the line, or null. */
  linked: string | null
}

/** Returns the scan that a question is about. */
const readingOf = (
  { raw, parsed }: Pick<Reading, 'raw' | 'parsed'>,
  linked: string | null = null,
): Reading => ({
  raw,
  parsed,
  linked,
})

/** Makes the functions that take scans and the answers to their questions, one after the other (`act-queue.ts`). */
export function createScanTaker(parts: SessionParts) {
  const { options, view, queue, memory } = parts
  const { list, answer } = options
  const { show } = queue
  const counter = createCounter(parts)

  /** Takes a scan in its turn. The scan is not counted while a question waits for its answer. */
  async function hear(raw: string): Promise<void> {
    // A wedge does not wait for the list: a scan that comes before the list is looked up as soon as the list is there.
    if (list.get().status === 'loading') await untilRead(list)
    if (memory.questions === 0 && !isQuestion(view.get().result)) return take(raw)
    show({ isIgnoring: true })
    answer('wrong')
  }

  async function take(raw: string): Promise<void> {
    const found = findLine(list.get(), raw, options.settings())
    const { parsed } = found
    switch (found.kind) {
      case 'line':
        return counter.takeOn(found.line, { raw, parsed, linked: found.linked ? linkedCode(raw) : null })
      case 'choose':
        show({ result: { kind: 'choose', lines: found.lines.map((l) => l.id), raw, parsed } })
        return answer('done')
      case 'substitute':
        show({
          current: found.line.id,
          result: { kind: 'substitute', line: found.line.id, upc: found.upc, raw },
        })
        return answer('done')
      default:
        return unmatched(found, raw)
    }
  }

  async function unmatched(found: FoundLine, raw: string): Promise<void> {
    const { links, isKnown } = await options.lookElsewhere(raw)
    // Another user linked the code a moment ago, and the list has not been read again since.
    const fresh = links.filter((link) => list.get().alternates.get(link.barcode) !== link.product)
    if (fresh.length > 0) {
      list.apply(fresh.map((row) => ({ table: 'barcodes', row })))
      return take(raw)
    }
    const { error } = found.parsed
    const hint = error?.name === 'check-digit' ? error.message : null
    const isOutside = isKnown || found.kind === 'outside'
    show({ result: isOutside ? { kind: 'outside', raw } : { kind: 'unknown', raw, hint } })
    answer('wrong')
  }

  /** Returns the barcode that a link stores for a scan, by the layouts set on this device. */
  const codeToLink = (raw: string): string => barcodeToLink(raw, options.settings())

  /** The barcode under which a linked scan is stored: the scanned text, or its product number. */
  function linkedCode(raw: string): string {
    const code = codeToLink(raw)
    return list.get().alternates.has(code) ? code : raw
  }

  return { hear, take, codeToLink, ...createAnswers(parts, counter) }
}

type Counter = ReturnType<typeof createCounter>

/** Counts a scan on its line, or asks whether to. */
function createCounter({ options, queue, memory, lineOf }: SessionParts) {
  const { answer, newId } = options
  const { show, store } = queue

  async function takeOn(line: Line, reading: Reading): Promise<void> {
    const item = itemToCount(line)
    const why = confirmBeforeCount(item)
    if (!why) return countUnlessUnusual(line, item, reading)
    const { raw, parsed } = reading
    show({ current: line.id, result: { kind: 'doubt', why, line: line.id, raw, parsed } })
    answer('done')
  }

  async function countUnlessUnusual(line: Line, item: OrderItemRow, reading: Reading): Promise<void> {
    const doubts = await doubtsOf(options, line, item, reading.parsed)
    if (doubts.length === 0) return count(line, item, reading)
    show({ current: line.id, result: { kind: 'unusual', line: line.id, doubts, ...reading } })
    answer('unusual')
  }

  async function count(
    line: Line,
    item: OrderItemRow,
    { raw, parsed, linked }: Reading,
    reason: string | null = null,
  ): Promise<void> {
    const piece = countPiece(line, item, { raw, parsed, reason }, newId)
    const number = item[piece.unit === 'c' ? 'case_quantity' : 'unit_quantity'] + 1
    const isStored = await store(piece.act, line.id, () => ({
      current: line.id,
      result: {
        kind: 'counted',
        line: line.id,
        text: [countText(lineOf(line.id) ?? line, piece.unit), parsed.ok && parsed.error?.message]
          .filter(Boolean)
          .join(' · '),
        linked,
      },
      ...(piece.needsWeight && {
        weight: { line: line.id, at: { item: item.id, unit: piece.unit, number, piece: piece.piece } },
      }),
    }))
    if (!isStored) return
    memory.counted.add(item.id)
    if (piece.completes) {
      memory.justCompleted = line.id
      rememberCounted(line.id, item)
    }
    answer(piece.needsWeight ? 'weight' : 'match')
  }

  /** When Picked is unset later, the counted quantities stay: those pieces are in the box. */
  function rememberCounted(lineId: string, { id, scanned, picked }: OrderItemRow): void {
    const after = lineOf(lineId)?.items.find((item) => item.id === id)
    if (!after) return
    const { unit_quantity, case_quantity } = after
    memory.before.set(id, { scanned, picked, unit_quantity, case_quantity })
  }

  return { takeOn, countUnlessUnusual, count }
}

async function doubtsOf(
  { today, isSerialKnown }: ScanSessionOptions,
  { product }: Line,
  item: OrderItemRow,
  parsed: ParsedScan,
): Promise<Doubt[]> {
  const facts = factsOfLabel(parsed, unitToCount(item, product), product?.supplier_rate)
  const doubts = product ? pieceWarnings(product, facts, today()) : []
  const { serial } = parsed
  if (serial === null || !(await isSerialKnown(item.product, serial))) return doubts
  return byGravity([...doubts, serialDoubt(serial)])
}

/** The picker's answers to the questions of a scan. */
function createAnswers(
  { view, queue, lineOf }: SessionParts,
  { takeOn, countUnlessUnusual, count }: Counter,
) {
  const { queued } = queue
  return {
    /** The answer to a doubt: counts the scan after all. */
    countAnyway: () =>
      queued(async () => {
        const { result } = view.get()
        const line = result.kind === 'doubt' ? lineOf(result.line) : undefined
        if (result.kind === 'doubt' && line)
          await countUnlessUnusual(line, itemToCount(line), readingOf(result))
      }),
    /** The answer to something unusual: counts the scan, and stores the reason. */
    countFor: (reason: string) =>
      queued(async () => {
        const { result } = view.get()
        const line = result.kind === 'unusual' ? lineOf(result.line) : undefined
        if (result.kind === 'unusual' && line)
          await count(
            line,
            itemToCount(line),
            readingOf(result, result.linked),
            reasonText(result.doubts, reason),
          )
      }),
    /** The answer to two products with one code. */
    countOn: (lineId: string) =>
      queued(async () => {
        const { result } = view.get()
        const line = lineOf(lineId)
        if (result.kind === 'choose' && line) await takeOn(line, readingOf(result))
      }),
  }
}

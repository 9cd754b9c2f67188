/**
 * What a person does on the scan screen: what a scan means, what each press does, and what the screen shows of it. All of
 * it goes through one queue (`act-queue.ts`): stored before it is answered, and to be undone.
 */
import { nextPending, stateOf } from '#contract/picking/state.ts'
import { type Line, pickedOf } from '#contract/picking/lines.ts'
import {
  byGravity,
  doubtsAbout,
  factsOfLabel,
  reasonText,
  serialDoubt,
  type Doubt,
} from '#contract/orders/doubts.ts'
import type { ParsedScan, ScanSettings } from '#contract/barcode/parse.ts'
import { barcodeToLink } from '#contract/barcode/match.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { ScanAnswer } from '#src/device/sound.ts'
import { createActQueue } from './act-queue.ts'
import { createCell, type Cell } from '#src/ui/cell.ts'
import { countPiece, countText, doubtAbout, itemToCount, unitToCount } from '#contract/picking/count-piece.ts'
import type { Act } from '#contract/orders/acts.ts'
import type { Commit } from './commit.ts'
import { isLowStock } from '#contract/products/low-stock.ts'
import type { UnitType } from '#contract/values.ts'
import { findLine, type Found } from './find-line.ts'
import {
  newMemory,
  pressPicked,
  pressScanned,
  pressSkip,
  rememberBeforePicked,
  setQuantity,
} from '#contract/picking/presses.ts'
import type { Elsewhere } from './load-rows.ts'
import { untilRead, type ScanListStore } from './scan-list.ts'
import type { ScanView } from './scan-view.ts'
import { linkBarcode, swapLine, unlinkBarcode } from '#contract/picking/swap-and-link.ts'
import type { Quantities } from '#contract/picking/substitutes.ts'

export interface ScanSessionOptions {
  list: ScanListStore
  commit: Commit
  /** Sound, vibration and the flash of the edge. Called when the disk has it, never before. */
  answer(answer: ScanAnswer): void
  /** What the whole catalogue knows of a code (A326): asked only when no listed line has it. */
  lookElsewhere(raw: string): Promise<Elsewhere>
  /** Whether a piece of this product with this serial was picked before, on any order that the device knows. */
  isSerialKnown(product: string, serial: string): Promise<boolean>
  /** The distributor's day, `YYYY-MM-DD`. */
  today(): string
  newId(): string
  /** How this device reads codes. */
  settings(): ScanSettings
}

/** What somebody who is asked first about a scan says: handled, or let the screen count it. */
export type Interceptor = (raw: string) => Promise<'handled' | 'pass'>

export type ScanSession = ReturnType<typeof createScanSession>

export function createScanSession(options: ScanSessionOptions) {
  const { list, commit, answer, newId } = options
  const view: Cell<ScanView> = createCell<ScanView>({
    current: null,
    result: { kind: 'none' },
    weight: null,
    acts: [],
    scans: 0,
    queued: 0,
  })
  const memory = newMemory()
  /** Lines of low stock whose quantity the picker changes all the same (A230). */
  const lowStockMeant = new Set<string>()
  let interceptor: Interceptor | null = null
  /** The line that the last act, a scan, completed: Picked then only confirms. */
  let justCompleted: string | null = null
  let gate: Promise<unknown> = Promise.resolve()

  const lineOf = (id: string | null) => (id === null ? undefined : list.get().byId.get(id))

  const { show, queued, store, run, undo } = createActQueue({
    list,
    commit,
    answer,
    view,
    onStored: () => (justCompleted = null),
  })

  async function take(raw: string): Promise<void> {
    // A wedge does not wait for the list: what it reads before the list is there is looked for when it is.
    if (list.get().status === 'loading') await untilRead(list)
    const found = findLine(list.get(), raw, options.settings())
    switch (found.kind) {
      case 'line':
        return takeOn(found.line, raw, found.parsed, found.linked ? linkedCode(raw) : null)
      case 'choose':
        show({ result: { kind: 'choose', lines: found.lines.map((l) => l.id), raw, parsed: found.parsed } })
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

  async function unmatched(found: Found, raw: string): Promise<void> {
    const { links, isKnown } = await options.lookElsewhere(raw)
    // Somebody linked the code a moment ago, and the list has not been read again since.
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

  /** The barcode that a link stores for a scan, by the layouts that this device is set to. */
  const codeToLink = (raw: string): string => barcodeToLink(raw, options.settings())

  /** The barcode under which a linked scan is stored: as scanned, or as its product number. */
  function linkedCode(raw: string): string {
    const code = codeToLink(raw)
    return list.get().alternates.has(code) ? code : raw
  }

  async function takeOn(line: Line, raw: string, parsed: ParsedScan, linked: string | null): Promise<void> {
    const item = itemToCount(line)
    const why = doubtAbout(item)
    if (why) {
      show({ current: line.id, result: { kind: 'doubt', why, line: line.id, raw, parsed } })
      return answer('done')
    }
    await countUnlessUnusual(line, item, raw, parsed, linked)
  }

  async function countUnlessUnusual(
    line: Line,
    item: OrderItemRow,
    raw: string,
    parsed: ParsedScan,
    linked: string | null,
  ): Promise<void> {
    const doubts = await doubtsOf(line, item, parsed)
    if (doubts.length === 0) return count(line, item, raw, parsed, linked)
    show({ current: line.id, result: { kind: 'unusual', line: line.id, doubts, raw, parsed, linked } })
    answer('unusual')
  }

  async function doubtsOf({ product }: Line, item: OrderItemRow, parsed: ParsedScan): Promise<Doubt[]> {
    const facts = factsOfLabel(parsed, unitToCount(item, product), product?.supplier_rate)
    const doubts = product ? doubtsAbout(product, facts, options.today()) : []
    const { serial } = parsed
    if (serial === null || !(await options.isSerialKnown(item.product, serial))) return doubts
    return byGravity([...doubts, serialDoubt(serial)])
  }

  async function count(
    line: Line,
    item: OrderItemRow,
    raw: string,
    parsed: ParsedScan,
    linked: string | null,
    reason: string | null = null,
  ) {
    const piece = countPiece(line, item, { raw, parsed, reason }, newId)
    const isStored = await store(piece.act, line.id, () => ({
      current: line.id,
      result: {
        kind: 'counted',
        line: line.id,
        text: countText(lineOf(line.id) ?? line, piece.unit),
        linked,
      },
      ...(piece.needsWeight && {
        weight: {
          line: line.id,
          at: {
            item: item.id,
            unit: piece.unit,
            number: item[piece.unit === 'c' ? 'case_quantity' : 'unit_quantity'] + 1,
          },
        },
      }),
    }))
    if (!isStored) return
    memory.counted.add(item.id)
    if (piece.completes) {
      justCompleted = line.id
      // Picked, pressed off again later, leaves what was counted: those pieces are in the box.
      const after = lineOf(line.id)?.items.find(({ id }) => id === item.id)
      if (after) {
        const { unit_quantity, case_quantity } = after
        memory.before.set(item.id, {
          scanned: item.scanned,
          picked: item.picked,
          unit_quantity,
          case_quantity,
        })
      }
    }
    answer(piece.needsWeight ? 'weight' : 'match')
  }

  function press(lineId: string, make: (line: Line) => Act | null, then?: (line: Line) => Partial<ScanView>) {
    return queued(async () => {
      const line = lineOf(lineId)
      if (!line) return
      const done = make(line)
      const after = () => then?.(line) ?? { current: lineId }
      if (done) await store(done, lineId, after)
      else show(after())
    })
  }

  /** The act that sets a quantity by hand; what it changes is the person's own number from now on. */
  function typed(line: Line, unit: UnitType, quantity: number, seen?: Line): Act | null {
    const act = setQuantity(line, unit, quantity, seen)
    for (const { entity_id } of act?.edits ?? []) {
      memory.typed.add(entity_id)
      memory.counted.delete(entity_id)
    }
    return act
  }

  const advance = (line: Line): Partial<ScanView> => ({
    current: (nextPending(list.get().lines, line.id) ?? line).id,
    result: { kind: 'none' },
  })

  return {
    view: view as Pick<Cell<ScanView>, 'get' | 'subscribe'>,
    list,
    today: options.today,
    settings: options.settings,
    /** The tone for something unusual that a dialog has noticed. */
    warn: () => answer('unusual'),

    /** A scan, exactly as it came. Scans that come while another is being stored wait; none is lost. */
    scan: (raw: string): Promise<void> => {
      // Whoever is asked first may want to store something itself, so it is asked outside the queue.
      let taken: Promise<unknown> = Promise.resolve()
      const turn = (run: () => Promise<void>) => {
        taken = queued(run, { scans: view.get().scans + 1 })
      }
      gate = gate
        .then(async () => {
          if (interceptor && (await interceptor(raw)) === 'handled') return
          turn(() => take(raw))
        })
        // Said like any scan that could not be stored; the next one has its turn.
        .catch((error: unknown) => turn(() => Promise.reject(error)))
      return gate.then(() => taken).then(() => undefined)
    },
    /** While something open wants scans first (the Weight / Lot dialog); returns how to stop. */
    intercept(next: Interceptor) {
      interceptor = next
      return () => {
        if (interceptor === next) interceptor = null
      }
    },
    /** The line that a person taps on. It waits its turn: what was scanned or undone before shows its own line first. */
    choose: (line: string) =>
      gate.then(() => queued(async () => show({ current: line, result: { kind: 'none' } }))),
    /** The line that the walk begins with, where nothing was chosen. */
    begin: (line: string) => show({ current: line, result: { kind: 'none' } }),
    rescan: () => show({ result: { kind: 'none' } }),

    picked: (lineId: string) => {
      if (justCompleted === lineId && stateOf(lineOf(lineId)!) === true) {
        justCompleted = null
        return Promise.resolve(undefined)
      }
      return press(
        lineId,
        (line) => {
          const done = pressPicked(line, memory)
          if (stateOf(line) !== true) rememberBeforePicked(line, memory)
          return done
        },
        () => ({ current: lineId, result: { kind: 'none' } }),
      )
    },
    scanned: (lineId: string) => {
      let wasOn = false
      return press(
        lineId,
        (line) => {
          wasOn = stateOf(line) === false
          return pressScanned(line)
        },
        // A172: taking it back stays with the item; A174: setting it goes on to the next.
        (line) => (wasOn ? { current: lineId, result: { kind: 'none' } } : advance(line)),
      )
    },
    skip: (lineId: string) => press(lineId, pressSkip, advance),
    /** A typed quantity. It is for the line as the person saw it: what was counted meanwhile is not overwritten. */
    quantity: (seen: Line, unit: UnitType, quantity: number) =>
      // After the scans that came before it, which may still be asked about elsewhere.
      gate.then(() =>
        press(
          seen.id,
          (line) => {
            const now = pickedOf(line, unit)
            if (now !== pickedOf(seen, unit)) {
              const name = unit === 'u' ? 'Units' : 'Cases'
              throw new Error(
                `${name} became ${now} while ${quantity} was typed. Type it again if it is right.`,
              )
            }
            return typed(line, unit, quantity, seen)
          },
          // A scan may have shown the next item already: it stays.
          () => ({}),
        ),
      ),

    /** The stepper's + and −: from what stands there when its turn comes, and never below 0 (A218). */
    step: (lineId: string, unit: UnitType, by: 1 | -1) =>
      press(lineId, (line) => typed(line, unit, pickedOf(line, unit) + by)),

    /** Whether a change of this line's quantity by hand must be asked about first (A080, A230): once while it is open. */
    asksLowStock: (lineId: string): boolean =>
      !lowStockMeant.has(lineId) && isLowStock(lineOf(lineId)?.product),
    meansLowStock: (lineId: string) => void lowStockMeant.add(lineId),

    /** The answer to a doubt: counts the scan after all. */
    countAnyway: () =>
      queued(async () => {
        const { result } = view.get()
        const line = result.kind === 'doubt' ? lineOf(result.line) : undefined
        if (result.kind === 'doubt' && line)
          await countUnlessUnusual(line, itemToCount(line), result.raw, result.parsed, null)
      }),
    /** The answer to something unusual: counts the scan, and keeps why. */
    countFor: (reason: string) =>
      queued(async () => {
        const { result } = view.get()
        const line = result.kind === 'unusual' ? lineOf(result.line) : undefined
        if (result.kind !== 'unusual' || !line) return
        const { raw, parsed, linked, doubts } = result
        await count(line, itemToCount(line), raw, parsed, linked, reasonText(doubts, reason))
      }),
    /** The answer to two products with one code. */
    countOn: (lineId: string) =>
      queued(async () => {
        const { result } = view.get()
        const line = lineOf(lineId)
        if (result.kind === 'choose' && line) await takeOn(line, result.raw, result.parsed, null)
      }),

    openWeight: (line: string) => show({ weight: { line, at: null } }),
    closeWeight: () => show({ weight: null }),
    run,

    swap: (lineId: string, upc: string, chosen?: ReadonlyMap<string, Quantities>) =>
      queued(async () => {
        // A second press finds the question answered.
        const { result } = view.get()
        const isAsked = result.kind === 'substitute' && result.line === lineId && result.upc === upc
        const line = isAsked ? lineOf(lineId) : undefined
        const substitute = list.get().products.get(upc)
        if (!line || !substitute) return
        const done = swapLine(line, substitute, newId, chosen)
        const created = done.edits[0]?.entity_id
        if (created === undefined) return
        await store(done, lineId, () => ({
          current: list.get().byId.has(created) ? created : upc,
          result: { kind: 'none' },
        }))
      }),
    codeToLink,
    link: (raw: string, lineId: string) => {
      const barcode = codeToLink(raw)
      return press(
        lineId,
        (line) => linkBarcode(barcode, line),
        () => ({ current: lineId, result: { kind: 'linked', line: lineId, barcode } }),
      )
    },
    unlink: (barcode: string) =>
      queued(async () => {
        const product = list.get().alternates.get(barcode)
        if (product !== undefined)
          await store(unlinkBarcode(barcode, product), null, () => ({ result: { kind: 'none' } }))
      }),

    undo,
  }
}

/** The acts of the current item's buttons and fields (A170–A175, A199, A216–A218). */
import { isLowStock } from '#contract/products/low-stock.ts'
import type { Act } from '#contract/orders/acts.ts'
import { toggleOutOfStock } from '#contract/picking/list-acts.ts'
import { type Line, pickedOf } from '#contract/picking/lines.ts'
import {
  pressPicked,
  pressScanned,
  pressSkip,
  rememberBeforePicked,
  setQuantity,
} from '#contract/picking/presses.ts'
import { nextPending, stateOf } from '#contract/picking/state.ts'
import type { UnitType } from '#contract/values.ts'
import type { ScanView } from './scan-view.ts'
import type { SessionMemory, SessionParts } from './session-parts.ts'

/** @param after runs a task once the scans that came before it are taken */
export function createLinePresses(
  { options, queue, memory, lineOf }: SessionParts,
  after: (run: () => Promise<void>) => Promise<void>,
) {
  const { list } = options
  const { press } = queue
  /** Lines of low stock whose quantity the picker has confirmed to change (A230). */
  const lowStockMeant = new Set<string>()

  const advance = (line: Line): Partial<ScanView> => ({
    current: (nextPending(list.get().lines, line.id) ?? line).id,
    result: { kind: 'none' },
  })

  return {
    picked: (lineId: string): Promise<void> => {
      let confirms = false
      return press(
        lineId,
        (line) => {
          // Read in the turn of this press: the scan that completes the line may have been waiting before it.
          confirms = memory.justCompleted === lineId && stateOf(line) === true
          memory.justCompleted = null
          if (confirms) return null
          const done = pressPicked(line, memory)
          if (stateOf(line) !== true) rememberBeforePicked(line, memory)
          return done
        },
        () => (confirms ? {} : { current: lineId, result: { kind: 'none' } }),
      )
    },
    scanned: (lineId: string): Promise<void> => {
      let wasOn = false
      return press(
        lineId,
        (line) => {
          wasOn = stateOf(line) === false
          return pressScanned(line)
        },
        // A press that unsets it stays at the item. One that sets it goes on to the next.
        (line) => (wasOn ? { current: lineId, result: { kind: 'none' } } : advance(line)),
      )
    },
    skip: (lineId: string): Promise<void> => press(lineId, pressSkip, advance),
    /** A199; a second press restores the state before. The reason is stored with it. */
    outOfStock: (lineId: string, reason: string | null = null): Promise<void> =>
      press(
        lineId,
        (line) => toggleOutOfStock(line, reason),
        () => ({ current: lineId, result: { kind: 'none' } }),
      ),
    /**
     * A typed quantity. It applies to the line as the person saw it: a quantity counted meanwhile is not overwritten.
     */
    quantity: (seen: Line, unit: UnitType, quantity: number): Promise<void> =>
      after(() =>
        press(
          seen.id,
          (line) => {
            requireAsSeen(line, seen, unit, quantity)
            return typed(memory, line, unit, quantity, seen)
          },
          // A scan may have shown the next item already, which stays.
          () => ({}),
        ),
      ),
    /** The stepper's + and −: it starts from the quantity when its turn comes, and never goes below 0 (A218). */
    step: (lineId: string, unit: UnitType, by: 1 | -1): Promise<void> =>
      press(lineId, (line) => typed(memory, line, unit, pickedOf(line, unit) + by)),

    /**
     * Whether a change of this line's quantity by hand must be confirmed first (A080, A230): once while the list is
     * open.
     */
    asksLowStock: (lineId: string): boolean =>
      !lowStockMeant.has(lineId) && isLowStock(lineOf(lineId)?.product),
    meansLowStock: (lineId: string) => void lowStockMeant.add(lineId),
  }
}

/** The act that sets a quantity by hand. From then on the changed quantity is the person's own. */
function typed(memory: SessionMemory, line: Line, unit: UnitType, quantity: number, seen?: Line): Act | null {
  const act = setQuantity(line, unit, quantity, seen)
  for (const { entity_id } of act?.edits ?? []) {
    memory.typed.add(entity_id)
    memory.counted.delete(entity_id)
  }
  return act
}

/** @throws where the picked quantity differs from the one that the person saw while typing */
function requireAsSeen(line: Line, seen: Line, unit: UnitType, quantity: number): void {
  const now = pickedOf(line, unit)
  if (now === pickedOf(seen, unit)) return
  const name = unit === 'u' ? 'Units' : 'Cases'
  throw new Error(`${name} became ${now} while ${quantity} was typed. Type it again if it is right.`)
}

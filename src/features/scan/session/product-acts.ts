/** Another product for a line (A189, A190), and the barcodes of its product (A228, A229). */
import type { Act } from '#contract/orders/acts.ts'
import type { Quantities } from '#contract/picking/substitutes.ts'
import { linkBarcode, swapLine, unlinkBarcode } from '#contract/picking/swap-and-link.ts'
import type { Product } from '#contract/products/schema.ts'
import type { ScanView } from './scan-view.ts'
import type { SessionParts } from './session-parts.ts'
import type { createScanTaker } from './take-scan.ts'

export function createProductActs(
  { options, view, queue, lineOf }: SessionParts,
  { take, codeToLink }: Pick<ReturnType<typeof createScanTaker>, 'take' | 'codeToLink'>,
) {
  const { list, newId } = options
  const { queued, press, run, store } = queue

  /** The scan that asked whether this substitute replaces this line, or null. */
  function scanOf(lineId: string, { upc }: Product): string | null {
    const { result } = view.get()
    return result.kind === 'substitute' && result.line === lineId && result.upc === upc ? result.raw : null
  }

  return {
    /**
     * Swap: the substitute on an item of its own, which is the current one afterwards. The piece whose scan asked for it is
     * in the picker's hand, so it is counted. Resolves with why nothing was stored, or null; a second press finds nothing left
     * to swap.
     *
     * @param chosen how many of it each item gets, by item id, where it is sold in another unit (A241)
     */
    swap: async (
      lineId: string,
      substitute: Product,
      chosen?: ReadonlyMap<string, Quantities>,
    ): Promise<string | null> => {
      let created: string | undefined
      let inHand: string | null = null
      const make = (): Act | null => {
        const line = lineOf(lineId)
        const act = line ? swapLine(line, substitute, newId, chosen) : null
        created = act?.edits[0]?.entity_id
        inHand = scanOf(lineId, substitute)
        return created === undefined ? null : act
      }
      const then = (): Partial<ScanView> => ({
        current: list.get().byId.has(created!) ? created! : substitute.upc,
        result: { kind: 'none' },
      })
      const why = await run(make, lineId, then)
      if (why === null && created !== undefined && inHand !== null) await queued(() => take(inHand!))
      return why
    },
    link: (raw: string, lineId: string): Promise<void> => {
      const barcode = codeToLink(raw)
      return press(
        lineId,
        (line) => linkBarcode(barcode, line),
        () => ({ current: lineId, result: { kind: 'linked', line: lineId, barcode } }),
      )
    },
    unlink: (barcode: string): Promise<void> =>
      queued(async () => {
        const product = list.get().alternates.get(barcode)
        if (product !== undefined)
          await store(unlinkBarcode(barcode, product), null, () => ({ result: { kind: 'none' } }))
      }),
  }
}

import { useSignedIn } from '#src/kit/signed-in.ts'
import { parseScan } from '#contract/barcode/parse.ts'
import WeightLotDialog, { type OpenRows } from '#src/picking/WeightLotDialog.tsx'
import { sendAct } from '#src/sync/save-weights.ts'
import { useCell } from '#src/ui/cell.ts'
import { useState } from 'react'
import { findLine, type ScanSession, type WeightPlace } from '../session/index.ts'
import { refusalOfScan } from './save.ts'

interface ScanWeightLotProps {
  session: ScanSession
  place: WeightPlace
}

/** The "Weight / Lot" dialog on the scan screen: it begins with the piece that was scanned, and scans go on while it is open. */
export default function ScanWeightLot({ session, place: { line: id, at } }: ScanWeightLotProps) {
  const { engine } = useSignedIn()
  const now = useCell(session.list, (list) => list.byId.get(id))
  // A line that somebody deletes or merges meanwhile stays in the dialog, with what was typed: saving it is refused in words.
  const [line, setLine] = useState(now)
  if (now && now !== line) setLine(now)
  if (line?.id !== id) return null
  return (
    <WeightLotDialog
      key={`${id}/${at?.item}/${at?.unit}/${at?.number}`}
      line={line}
      today={session.today}
      newId={engine.newId}
      run={(act) => session.run(act, id)}
      send={(act) => sendAct(engine, act, refusalOfScan)}
      onClose={session.closeWeight}
      scans={{ at, warn: session.warn, refuse: session.refuse, take: (rows) => takeScans(session, rows) }}
    />
  )
}

/**
 * Gives the dialog the scans until the returned function is called. A label with only a weight or a lot fills the row
 * that has the focus. A plain code in a lot field is the lot if no line has that code. Any other scan first saves the
 * rows, and is then counted; if the rows cannot be saved, it is not counted.
 */
const takeScans = (session: ScanSession, rows: OpenRows): (() => void) =>
  session.intercept(async (raw) => {
    const row = rows.focused()
    const { symbology, gtin, weightLb, lot, expiry, bestBefore } = parseScan(raw, session.settings())
    const { kind } = findLine(session.list.get(), raw, session.settings())
    // A plain code may begin like a label. Only FNC1 or a symbology identifier proves that it is one.
    const isLabel = symbology !== 'gs1-plain' && gtin === null
    if (row && isLabel && (weightLb !== null || lot !== null)) {
      rows.change(row.key, {
        ...(weightLb !== null && { weight: weightLb }),
        ...(lot !== null && { lot }),
        label: { raw, expiry, bestBefore },
      })
      return 'handled'
    }
    const inLot = (document.activeElement as HTMLElement | null)?.dataset['field'] === 'lot'
    if (row && inLot && kind === 'unknown') {
      rows.change(row.key, { lot: raw })
      return 'handled'
    }
    return (await rows.save()) ? 'pass' : 'handled'
  })

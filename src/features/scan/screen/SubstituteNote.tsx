import { nameOf, type Line } from '#contract/picking/lines.ts'
import { sellsLine } from '#contract/picking/substitutes.ts'
import { itemsToSwap } from '#contract/picking/swap-and-link.ts'
import type { Product } from '#contract/products/schema.ts'
import { FloorNote } from '#src/picking/FloorNote.tsx'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { useCell } from '#src/ui/cell.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { IgnoredScan, ScanSubstitute } from '../dialogs/index.ts'
import type { ScanResult, ScanSession } from '../session/index.ts'

interface SubstituteNoteProps {
  session: ScanSession
  line: Line
  result: Extract<ScanResult, { kind: 'substitute' }>
  onRescan: () => void
}

/** A059, A189, A227: the scan is an accepted substitute of a line. */
export function SubstituteNote({ session, line, result: { upc }, onRescan }: SubstituteNoteProps) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const substitute = useCell(session.list, (list) => list.products.get(upc))
  async function swap(product: Product) {
    if (sellsLine(itemsToSwap(line), product)) setProblem(await session.swap(line.id, product))
    else setAsking(true)
  }
  return (
    <FloorNote tone="warn" title={`${substitute?.name ?? upc} is a substitute for ${nameOf(line)}`}>
      <IgnoredScan session={session} />
      {problem !== null && <p role="alert">Nothing was stored. {problem}</p>}
      <div className={classes.row}>
        <Button
          size="floor"
          kind="main"
          icon={<IconArrowsExchange size={26} aria-hidden />}
          reason={!substitute && 'This device does not know the substitute yet.'}
          onClick={() => substitute && void swap(substitute)}
        >
          Swap
        </Button>
        <Button size="floor" onClick={onRescan}>
          Re-scan
        </Button>
      </div>
      {asking && substitute && (
        <Suspense>
          <ScanSubstitute
            session={session}
            line={line}
            scanned={substitute}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </FloorNote>
  )
}

import { type Line, nameOf } from '#contract/picking/lines.ts'
import { sellsLine } from '#contract/picking/substitutes.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowsExchange, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { lazy, memo, Suspense, useState } from 'react'
import { useCell } from '#src/ui/cell.ts'
import classes from '#src/picking/floor.module.css'
import { Button } from '#src/ui/Button.tsx'
import { LinkDialog } from '../dialogs/index.ts'
import type { ScanResult, ScanSession } from '../session/index.ts'
import { itemsToSwap } from '#contract/picking/swap-and-link.ts'

const SubstituteDialog = lazy(() => import('#src/picking/SubstituteDialog.tsx'))

interface NoteProps {
  session: ScanSession
  person: Person | null
  /** Clears the last result so that another code can be scanned (A060). */
  onRescan: () => void
}

/** What the last scan came to, and what can be done about it. Read out as it changes. */
export const ScanResultNote = memo(function ScanResultNote(props: NoteProps) {
  const result = useCell(props.session.view, (view) => view.result)
  return <div aria-live="assertive">{result.kind !== 'none' && <Result {...props} result={result} />}</div>
})

function Result({ session, person, onRescan, result }: NoteProps & { result: ScanResult }) {
  const line = useCell(session.list, (list) => ('line' in result ? list.byId.get(result.line) : undefined))
  const rescan = (
    <Button size="floor" onClick={onRescan}>
      Re-scan
    </Button>
  )
  const mayLink = can(person, 'barcodes.link')
  switch (result.kind) {
    case 'counted':
    case 'linked': {
      const barcode = result.kind === 'linked' ? result.barcode : result.linked
      // The card shows the count itself, and nothing may move under the thumb with every scan.
      if (barcode === null) return <VisuallyHidden>{result.kind === 'counted' && result.text}</VisuallyHidden>
      return (
        <Note
          tone="ok"
          title={
            result.kind === 'linked'
              ? `Linked to ${line ? nameOf(line) : ''}. Scan it again to count it.`
              : result.text
          }
        >
          {mayLink && (
            <Button size="floor" onClick={() => void session.unlink(barcode)}>
              Unlink barcode
            </Button>
          )}
        </Note>
      )
    }
    case 'doubt':
      return (
        <Note
          tone="warn"
          title={
            result.why === 'out-of-stock'
              ? 'Marked out of stock – picked after all?'
              : 'Already picked – add one more?'
          }
        >
          {line && <p>{nameOf(line)}</p>}
          <div className={classes.row}>
            <Button size="floor" kind="main" onClick={() => void session.countAnyway()}>
              {result.why === 'out-of-stock' ? 'Pick it' : 'Add one more'}
            </Button>
            <Button size="floor" onClick={onRescan}>
              No, leave it
            </Button>
          </div>
        </Note>
      )
    case 'choose':
      return (
        <Note tone="warn" title="Two products have this code. Which one is it?">
          <ChooseLine session={session} ids={result.lines} />
          {rescan}
        </Note>
      )
    case 'substitute':
      return line ? <Substitute session={session} line={line} upc={result.upc} onRescan={onRescan} /> : null
    case 'outside':
      return (
        <Note tone="act" title="There are no items in the order with the scanned barcode.">
          <p>Please re-scan</p>
          <Code raw={result.raw} />
          <div className={classes.row}>{rescan}</div>
        </Note>
      )
    case 'unknown':
      return <Unknown session={session} result={result} mayLink={mayLink} onRescan={onRescan} />
    case 'refused':
      return (
        <Note tone="act" title="Nothing was stored">
          <p>{result.message}</p>
          <div className={classes.row}>{rescan}</div>
        </Note>
      )
    default:
      return null
  }
}

const ICONS = { ok: IconCircleCheck, warn: IconHelpCircle, act: IconAlertTriangle }

function Note({
  tone,
  title,
  children,
}: {
  tone: 'ok' | 'warn' | 'act'
  title: string
  children?: React.ReactNode
}) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.note} data-tone={tone}>
      <div className={classes.noteTitle}>
        <Icon size={32} aria-hidden />
        <span>{title}</span>
      </div>
      {children}
    </div>
  )
}

/** A scan with what cannot be seen made visible. */
function Code({ raw }: { raw: string }) {
  return <p className={classes.code}>{raw.replaceAll('\u001d', '␝')}</p>
}

/** A325–A329: what is not known may be linked, by those who may. */
function Unknown({
  session,
  result,
  mayLink,
  onRescan,
}: {
  session: ScanSession
  result: Extract<ScanResult, { kind: 'unknown' }>
  mayLink: boolean
  onRescan: () => void
}) {
  const [linking, setLinking] = useState(false)
  return (
    <Note tone="act" title="Not found">
      <p>
        {mayLink
          ? 'Please re-scan or link this barcode to a product included in the scanning list...'
          : 'Please re-scan'}
      </p>
      {result.hint && <p>{result.hint}</p>}
      <Code raw={result.raw} />
      <div className={classes.row}>
        <Button size="floor" onClick={onRescan}>
          Re-scan
        </Button>
        {mayLink && (
          <Button size="floor" onClick={() => setLinking(true)}>
            Link barcode
          </Button>
        )}
      </div>
      {linking && (
        <Suspense>
          <LinkDialog
            session={session}
            raw={result.raw}
            onClose={() => setLinking(false)}
            onLink={(line) => {
              setLinking(false)
              void session.link(result.raw, line)
            }}
          />
        </Suspense>
      )}
    </Note>
  )
}

/** A059, A189, A227: the scan is an accepted substitute of a line. */
function Substitute({
  session,
  line,
  upc,
  onRescan,
}: {
  session: ScanSession
  line: Line
  upc: string
  onRescan: () => void
}) {
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const substitute = useCell(session.list, (list) => list.products.get(upc))
  const items = itemsToSwap(line)
  async function swap(product: Product) {
    if (sellsLine(items, product)) setProblem(await session.swap(line.id, product))
    else setAsking(true)
  }
  return (
    <Note tone="warn" title={`${substitute?.name ?? upc} is a substitute for ${nameOf(line)}`}>
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
          <SubstituteDialog
            line={line}
            items={items}
            scanned={substitute}
            replace={(product, chosen) => session.swap(line.id, product, chosen)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Note>
  )
}

function ChooseLine({ session, ids }: { session: ScanSession; ids: string[] }) {
  const byId = useCell(session.list, (list) => list.byId)
  return (
    <>
      {ids.map((id) => {
        const line = byId.get(id)
        return (
          line && (
            <Button size="floor" key={id} onClick={() => void session.countOn(id)}>
              {line.bin} {nameOf(line)}
            </Button>
          )
        )
      })}
    </>
  )
}

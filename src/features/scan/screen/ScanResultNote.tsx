import { nameOf, type Line } from '#contract/picking/lines.ts'
import { can } from '#contract/permissions.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useCell } from '#src/ui/cell.ts'
import classes from '#src/picking/floor.module.css'
import { FloorNote } from '#src/picking/FloorNote.tsx'
import { Button } from '#src/ui/Button.tsx'
import { IgnoredScan } from '../dialogs/index.ts'
import type { ScanResult, ScanSession } from '../session/index.ts'
import { ScannedCode } from './ScannedCode.tsx'
import { SubstituteNote } from './SubstituteNote.tsx'
import { UnknownNote } from './UnknownNote.tsx'

interface NoteProps {
  session: ScanSession
  /** Clears the last result so that another code can be scanned (A060). */
  onRescan: () => void
}

/** Shows the outcome of the last scan, and what can be done about it. A screen reader reads each change out. */
export const ScanResultNote = memo(function ScanResultNote(props: NoteProps) {
  const result = useCell(props.session.view, (view) => view.result)
  return (
    <div className={classes.answer} aria-live="assertive">
      {result.kind === 'none' ? (
        <p className={classes.quiet}>Ready to scan</p>
      ) : (
        <Result {...props} result={result} />
      )}
    </div>
  )
})

function Result({ session, onRescan, result }: NoteProps & { result: ScanResult }) {
  const { person } = useSignedIn()
  const line = useCell(session.list, (list) => ('line' in result ? list.byId.get(result.line) : undefined))
  const rescan = (
    <Button size="floor" onClick={onRescan}>
      Re-scan
    </Button>
  )
  const mayLink = can(person, 'barcodes.link')
  switch (result.kind) {
    case 'counted':
    case 'linked':
      return <CountedNote session={session} line={line} result={result} mayLink={mayLink} />
    case 'doubt':
      return <DoubtNote session={session} line={line} result={result} onRescan={onRescan} />
    case 'choose':
      return (
        <FloorNote tone="warn" title="Two products have this code. Which one is it?">
          <IgnoredScan session={session} />
          <ChooseLine session={session} ids={result.lines} />
          {rescan}
        </FloorNote>
      )
    case 'substitute':
      return line ? (
        <SubstituteNote session={session} line={line} result={result} onRescan={onRescan} />
      ) : null
    case 'outside':
      return (
        <FloorNote tone="act" title="There are no items in the order with the scanned barcode.">
          <p>Please re-scan</p>
          <ScannedCode raw={result.raw} />
          <div className={classes.row}>{rescan}</div>
        </FloorNote>
      )
    case 'unknown':
      return <UnknownNote session={session} result={result} mayLink={mayLink} onRescan={onRescan} />
    case 'refused':
      return (
        <FloorNote tone="act" title="Nothing was stored">
          <p>{result.message}</p>
          <div className={classes.row}>{rescan}</div>
        </FloorNote>
      )
    default:
      return null
  }
}

interface ResultProps<Kind extends ScanResult['kind']> {
  session: ScanSession
  line: Line | undefined
  result: Extract<ScanResult, { kind: Kind }>
}

/** A piece that was counted, or a code that was linked to its line. */
function CountedNote({
  session,
  line,
  result,
  mayLink,
}: ResultProps<'counted' | 'linked'> & { mayLink: boolean }) {
  const barcode = result.kind === 'linked' ? result.barcode : result.linked
  if (barcode === null) return <Said>{result.kind === 'counted' && result.text}</Said>
  return (
    <FloorNote
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
    </FloorNote>
  )
}

/** A scan of a line that needs no further piece: it is counted only after a yes. */
function DoubtNote({ session, line, result, onRescan }: ResultProps<'doubt'> & Pick<NoteProps, 'onRescan'>) {
  const isOut = result.why === 'out-of-stock'
  return (
    <FloorNote
      tone="warn"
      title={isOut ? 'Marked out of stock – picked after all?' : 'Already picked – add one more?'}
    >
      <IgnoredScan session={session} />
      {line && <p>{nameOf(line)}</p>}
      <div className={classes.row}>
        <Button size="floor" onClick={() => void session.countAnyway()}>
          {isOut ? 'Pick it' : 'Add one more'}
        </Button>
        <Button size="floor" kind="main" onClick={onRescan}>
          No, leave it
        </Button>
      </div>
    </FloorNote>
  )
}

/** The counted quantity, on one line, so that a scan moves no button away from the thumb. */
const Said = ({ children }: { children: ReactNode }) => (
  <p className={classes.said}>
    <IconCircleCheck size={28} aria-hidden />
    <span>{children}</span>
  </p>
)

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

import { Chip } from '#src/ui/Chip.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { answerWords, FILTERS, isWaiting, passes, stateWord, type LogFilter, type LogEntry } from './log.ts'
import { showTime } from '#src/ui/show-time.ts'
import classes from './sync-log.module.css'
import { editWords, showScan } from '#contract/sync/words.ts'
import type { SyncLog } from './use-sync-log.ts'

interface LedgerProps extends Pick<SyncLog, 'names' | 'madeAt'> {
  /** Newest first. */
  entries: readonly LogEntry[]
  onMore: (() => void) | undefined
}

const LABEL: Record<LogFilter, string> = {
  all: 'All changes',
  unsent: 'Unsent',
  acknowledged: 'Acknowledged',
  'needs-you': 'Needs you',
}
/** Measured: a row of two lines; each is measured again when it is shown. */
const ROW_PX = 76

/** Every edit of the last 14 days on this device. */
export function Ledger({ entries, names, madeAt, onMore }: LedgerProps) {
  const [filter, setFilter] = useState<LogFilter>('all')
  const shown = useMemo(() => entries.filter((entry) => passes(entry, filter)), [entries, filter])
  return (
    <section aria-labelledby="ledger">
      <div className={classes.head}>
        <h2 id="ledger" className={classes.heading}>
          Changes on this device
        </h2>
        <div className={classes.acts}>
          <span className={classes.quiet} aria-live="polite">
            {shown.length} shown
          </span>
          <NativeSelect
            aria-label="Show"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value as LogFilter)}
            data={FILTERS.map((value) => ({ value, label: LABEL[value] }))}
          />
        </div>
      </div>
      {shown.length > 0 ? (
        <VirtualList
          label="Changes on this device, newest first"
          items={shown}
          keyOf={keyOf}
          rowPx={ROW_PX}
          className={classes.box}
          rowClassName={classes.row}
          head={HEAD}
        >
          {(entry) => <Row entry={entry} names={names} madeAt={madeAt} />}
        </VirtualList>
      ) : (
        <EmptyState
          icon={<IconListCheck size={40} />}
          title={entries.length === 0 ? 'No changes yet' : 'None of these'}
        >
          {entries.length === 0
            ? 'What you pick, weigh and change on this device shows here for 14 days. Open an order to begin.'
            : 'Show all changes to see the others.'}
        </EmptyState>
      )}
      {onMore && (
        <div className={classes.more}>
          <Button onClick={onMore}>Show older changes</Button>
        </div>
      )}
    </section>
  )
}

const keyOf = ({ mutation_id }: LogEntry) => mutation_id

const HEAD = (
  <div className={classes.columns} aria-hidden>
    <span>When</span>
    <span>What</span>
    <span>Scan</span>
    <span>State</span>
    <span>Acknowledged</span>
  </div>
)

function Row({ entry, names, madeAt }: Omit<LedgerProps, 'entries' | 'onMore'> & { entry: LogEntry }) {
  const { title, detail } = editWords(entry, names.of(entry), names.product)
  const { tone, word } = stateWord(entry)
  const words = answerWords(entry)
  const made = madeAt(entry)
  return (
    <>
      <time dateTime={made}>{showTime(made)}</time>
      <div className={classes.edit}>
        <strong>{title}</strong>
        {detail && <span>{detail}</span>}
        <span className={classes.quiet}>
          {entry.order !== null && `Order ${entry.order}`}
          {entry.reason && ` · Reason: ${entry.reason}`}
          {entry.retry_of && ' · Tried again'}
        </span>
      </div>
      <div>
        {entry.raw_scan && (
          <code className={classes.code}>
            <VisuallyHidden>Scan </VisuallyHidden>
            {showScan(entry.raw_scan)}
          </code>
        )}
      </div>
      <div className={classes.edit}>
        <span>
          <Chip tone={tone}>{word}</Chip>
        </span>
        {words && <span className={classes.quiet}>{words}</span>}
      </div>
      <Acknowledged entry={entry} />
    </>
  )
}

function Acknowledged({ entry }: { entry: LogEntry }) {
  if (isWaiting(entry)) return <span className={classes.quiet}>not yet</span>
  if (entry.end !== 'applied') return <span className={classes.quiet}>ended {showTime(entry.ended_at)}</span>
  return (
    <time dateTime={entry.ended_at}>
      <span className={classes.inCard}>Acknowledged </span>
      {showTime(entry.server_time ?? entry.ended_at)}
    </time>
  )
}

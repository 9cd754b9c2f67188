import { Chip } from '#src/ui/Chip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { FILTERS, isWaiting, passes, stateWord, type Filter, type LogEntry } from './log.ts'
import type { Names } from './names.ts'
import { showTime } from '#src/ui/show-time.ts'
import classes from './sync-log.module.css'
import { editWords, showScan } from '#contract/sync/words.ts'

interface LedgerProps {
  /** Newest first. */
  entries: readonly LogEntry[]
  names: Names
  onMore: (() => void) | undefined
}

const LABEL: Record<Filter, string> = {
  all: 'All changes',
  unsent: 'Unsent',
  acknowledged: 'Acknowledged',
  'needs-you': 'Needs you',
}
/** Measured: a row of two lines; each is measured again when it is shown. */
const ROW_PX = 76

/** Every edit of the last 14 days on this device. */
export function Ledger({ entries, names, onMore }: LedgerProps) {
  const [filter, setFilter] = useState<Filter>('all')
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
            size="md"
            aria-label="Show"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value as Filter)}
            data={FILTERS.map((value) => ({ value, label: LABEL[value] }))}
          />
        </div>
      </div>
      {shown.length > 0 ? (
        <Rows entries={shown} names={names} />
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
        <Button variant="default" mt="sm" onClick={onMore}>
          Show older changes
        </Button>
      )}
    </section>
  )
}

function Rows({ entries, names }: Pick<LedgerProps, 'entries' | 'names'>) {
  const box = useRef<HTMLDivElement>(null)
  // The compiler leaves this component alone, which is right: the library's functions change under it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => entries[index]!.mutation_id,
    overscan: 10,
  })
  return (
    <div
      className={classes.box}
      ref={box}
      // A box that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Changes on this device, newest first"
    >
      <div className={classes.columns} aria-hidden>
        <span>When</span>
        <span>What</span>
        <span>Scan</span>
        <span>State</span>
        <span>Acknowledged</span>
      </div>
      <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-even={index % 2 === 1 || undefined}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            className={classes.row}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row entry={entries[index]!} names={names} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Row({ entry, names }: { entry: LogEntry; names: Names }) {
  const { title, detail } = editWords(entry, names.of(entry), names.product)
  const { tone, word } = stateWord(entry)
  const words = isWaiting(entry) ? (entry.last_error ?? entry.answer?.message) : entry.answer?.message
  return (
    <>
      <time dateTime={entry.created_at}>{showTime(entry.created_at)}</time>
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

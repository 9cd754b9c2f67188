import { addDays } from '#contract/day.ts'
import { CompanyLocation, type User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { REPORTS } from '#contract/reports/reports.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { EXPORT_FAILED, exportReport, UNKNOWN_REPORT } from './export-report.ts'
import classes from './reports.module.css'

interface ReportsScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  /** The distributor's day, `YYYY-MM-DD`. */
  today: string
  /** The report that the address names; '' for none. */
  report: string
}

/** `/reporting` (C124–C126): what a location has bought, as a spreadsheet. Online only. */
export function ReportsScreen({ person, ...props }: ReportsScreenProps) {
  const { client, serverReachable } = props
  const read = useCallback(
    (signal: AbortSignal) =>
      client.api('GET', 'companylocations', {
        query: { no_page: 1 },
        schema: CompanyLocation.array(),
        signal,
      }),
    [client],
  )
  const mayExport = can(person, 'reports.export')
  const reading = useRead(read, serverReachable && mayExport)
  // C125: nothing, until it is known who is here.
  if (!person) return null
  if (!mayExport) return <EmptyState icon={<IconLock size={40} />} title="Permission denied" />
  return (
    <div className={classes.page}>
      <h1>Reporting</h1>
      <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
        {(locations) => <ReportForm {...props} locations={locations} />}
      </WhenRead>
    </div>
  )
}

type Result = { saved: string } | { failed: string; why: string | null }

function ReportForm({
  client,
  serverReachable,
  today,
  locations,
  ...given
}: Omit<ReportsScreenProps, 'person'> & { locations: readonly CompanyLocation[] }) {
  const [report, setReport] = useState(given.report)
  const [at, setAt] = useState('')
  // C400: tomorrow, the whole of it.
  const [start, setStart] = useState(() => addDays(today, 1))
  const [end, setEnd] = useState(() => addDays(today, 1))
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const location = locations.find(({ id }) => String(id) === at)
  const reason = !serverReachable
    ? NEEDS_SERVER
    : report === ''
      ? 'Choose a report.'
      : !location
        ? 'Choose a customer location.'
        : end < start && 'The end date is before the start date.'

  async function run() {
    if (!location || busy) return
    setBusy(true)
    setResult(null)
    try {
      const saved = await exportReport(client, { report, location, start, end })
      setResult(saved === null ? { failed: UNKNOWN_REPORT, why: null } : { saved })
    } catch (error) {
      setResult({ failed: EXPORT_FAILED, why: errorText(error) })
    }
    setBusy(false)
  }

  return (
    <form
      className={classes.card}
      aria-label="Report"
      onSubmit={(event) => {
        event.preventDefault()
        if (!reason) void run()
      }}
    >
      <div className={classes.fields}>
        <NativeSelect
          label="Report"
          size="md"
          value={report}
          data={[
            { value: '', label: 'Choose a report' },
            ...Object.entries(REPORTS).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={({ currentTarget: { value } }) => setReport(value)}
        />
        <NativeSelect
          label="Company location"
          size="md"
          value={at}
          data={[
            { value: '', label: 'Choose a customer location' },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => setAt(value)}
        />
        <div>
          <DayInput label="Start date" required value={start} onChange={(day) => day && setStart(day)} />
          <p className={classes.time}>from 00:00:00</p>
        </div>
        <div>
          <DayInput label="End date" required value={end} onChange={(day) => day && setEnd(day)} />
          <p className={classes.time}>to 23:59:59</p>
        </div>
      </div>
      {!serverReachable && <OfflineNote>The server is not in reach. What you chose stays here.</OfflineNote>}
      {result &&
        ('saved' in result ? (
          <p className={classes.note} role="status">
            Saved as <b>{result.saved}</b>.
          </p>
        ) : (
          <ErrorNote>
            <b>{result.failed}</b>
            {result.why && <div>{result.why}</div>}
          </ErrorNote>
        ))}
      <div className={classes.buttons}>
        <ActionButton
          size="md"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={busy}
          reason={reason}
          onClick={() => void run()}
        >
          Export Report
        </ActionButton>
      </div>
    </form>
  )
}

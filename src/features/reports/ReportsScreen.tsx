import type { CompanyLocation } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import { isReport, REPORTS } from '#contract/reports/reports.ts'
import { errorText } from '#src/api/errors.ts'
import { LOCATIONS } from '#src/kit/choices-queries.ts'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useDays } from '#src/kit/use-days.ts'
import { useToday } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { REPORT_FAILED, exportReport, UNKNOWN_REPORT } from './export-report.ts'
import { Preview } from './Preview.tsx'
import classes from './reports.module.css'

/**
 * `/reporting` (C124–C126): what a location has bought, as a spreadsheet. Online only.
 *
 * @param report the one that the address names; '' for none
 */
export function ReportsScreen({ report }: { report: string }) {
  const { person } = useSignedIn()
  const mayExport = can(person, 'reports.export')
  const reading = useServerQuery(LOCATIONS, { enabled: mayExport })
  // C125: nothing, until it is known who is here.
  if (!person) return null
  if (!mayExport) return <EmptyState icon={<IconLock size={40} />} title="Permission denied" />
  return (
    <div className={classes.page}>
      <PageHead title="Reporting" />
      <WhenRead reading={reading}>
        {(locations) => <ReportForm named={report} locations={locations} />}
      </WhenRead>
    </div>
  )
}

type Result = { saved: string } | { failed: string; why: string | null }

interface ReportFormProps {
  /** The report that the address names. */
  named: string
  locations: readonly CompanyLocation[]
}

function ReportForm({ named, locations }: ReportFormProps) {
  const { client, engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const [report, setReport] = useState(named)
  const [at, setAt] = useState('')
  const [{ start, end }, pickDays, newDay] = useDays(useToday(engine).tomorrow)
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
      setResult({ failed: REPORT_FAILED, why: errorText(error) })
    }
    setBusy(false)
  }

  return (
    <>
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
              ...locations
                .filter(({ active }) => active)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => setAt(value)}
          />
          <div>
            <DayInput
              label="Start date"
              required
              value={start}
              onChange={(day) => day && pickDays({ start: day })}
            />
            <p className={classes.time}>from 00:00:00</p>
          </div>
          <div>
            <DayInput
              label="End date"
              required
              value={end}
              onChange={(day) => day && pickDays({ end: day })}
            />
            <p className={classes.time}>to 23:59:59</p>
          </div>
        </div>
        {newDay}
        {!serverReachable && (
          <OfflineNote>The server is not in reach. What you chose stays here.</OfflineNote>
        )}
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
          <Button
            kind="main"
            icon={<IconDownload size={20} aria-hidden />}
            isBusy={busy}
            reason={reason}
            onClick={() => void run()}
          >
            Export Report
          </Button>
        </div>
      </form>
      {location && isReport(report) && start <= end && (
        <Preview report={report} location={location} start={start} end={end} />
      )}
    </>
  )
}

import { can } from '#contract/permissions.ts'
import { isReport, REPORTS } from '#contract/reports/reports.ts'
import { LISTED_LOCATIONS, type ListedLocation } from '#src/queries/locations.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { usePress } from '#src/kit/form/use-press.ts'
import { useDays } from '#src/kit/list/use-days.ts'
import { useToday } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
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
  const reading = useServerQuery(LISTED_LOCATIONS, { enabled: mayExport })
  // Nothing, until it is known who is here.
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

type Result = { saved: string } | { failed: string }

interface ReportFormProps {
  /** The report that the address names. */
  named: string
  locations: readonly ListedLocation[]
}

function ReportForm({ named, locations }: ReportFormProps) {
  const { client, engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const [report, setReport] = useState(named)
  const [at, setAt] = useState('')
  const [days, pickDays, newDay] = useDays(useToday(engine).tomorrow)
  const { press, isBusy, problem } = usePress()
  const [result, setResult] = useState<Result | null>(null)
  const location = locations.find(({ id }) => String(id) === at)
  const reason = !serverReachable
    ? NEEDS_SERVER
    : report === ''
      ? 'Choose a report.'
      : !location && 'Choose a customer location.'

  async function run(at: ListedLocation) {
    setResult(null)
    const saved = await exportReport(client, { report, location: at, ...days })
    setResult(saved === null ? { failed: UNKNOWN_REPORT } : { saved })
  }
  function exportNow() {
    if (location && !isBusy) void press(() => run(location))
  }

  return (
    <>
      <form
        className={classes.card}
        aria-label="Report"
        onSubmit={(event) => {
          event.preventDefault()
          if (!reason) exportNow()
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
          <DaysInputs days={days} onDays={pickDays} startNote="from 00:00:00" endNote="to 23:59:59" />
        </div>
        {newDay}
        {!serverReachable && (
          <OfflineNote>The server is not in reach. What you chose stays here.</OfflineNote>
        )}
        {result && 'saved' in result && (
          <p className={classes.note} role="status">
            Saved as <b>{result.saved}</b>.
          </p>
        )}
        {result && 'failed' in result && (
          <ErrorNote>
            <b>{result.failed}</b>
          </ErrorNote>
        )}
        {problem && (
          <ErrorNote>
            <b>{REPORT_FAILED}</b>
            <div>{problem}</div>
          </ErrorNote>
        )}
        <div className={classes.buttons}>
          <Button
            kind="main"
            icon={<IconDownload size={20} aria-hidden />}
            isBusy={isBusy}
            reason={reason}
            onClick={exportNow}
          >
            Export Report
          </Button>
        </div>
      </form>
      {location && isReport(report) && <Preview report={report} location={location} {...days} />}
    </>
  )
}

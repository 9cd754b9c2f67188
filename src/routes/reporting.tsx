/** `/reporting`: the reports. */
import { ReportsScreen } from '#features/reports/ReportsScreen.tsx'
import { routes } from './tree.ts'
import { useBulkProps } from './use-bulk-props.tsx'

export default function ReportingRoute() {
  const { client, person, serverReachable, today } = useBulkProps()
  const { report = '' } = routes.reporting.useSearch()
  return (
    <ReportsScreen
      client={client}
      person={person}
      serverReachable={serverReachable}
      today={today}
      report={report}
    />
  )
}

/** `/reporting`: the reports. */
import { ReportsScreen } from '#features/reports/ReportsScreen.tsx'
import { useSearch } from '@tanstack/react-router'
import { useBulkProps } from './use-bulk-props.tsx'

export default function ReportingRoute() {
  const { client, person, serverReachable, today } = useBulkProps()
  const { report }: { report?: unknown } = useSearch({ strict: false })
  return (
    <ReportsScreen
      client={client}
      person={person}
      serverReachable={serverReachable}
      today={today}
      report={typeof report === 'string' ? report : ''}
    />
  )
}

/** `/reporting`: the reports. */
import { ReportsScreen } from '#features/reports/ReportsScreen.tsx'
import { routes } from '../tree.ts'

export default function ReportingRoute() {
  const { report = '' } = routes.reporting.useSearch()
  return <ReportsScreen report={report} />
}

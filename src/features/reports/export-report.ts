/** Exporting a report: the call, and the file that it is saved as. */
import type { Days } from '#contract/day.ts'
import { isReport, REPORTS, reportFileName } from '#contract/reports/reports.ts'
import type { Client } from '#src/api/client.ts'
import { downloadBlob } from '#src/ui/download.ts'

/** C375. */
export const UNKNOWN_REPORT = 'There was an issue exporting the report; API not found.'
/** C374. */
export const REPORT_FAILED = 'There was an error while exporting the report'

/** A report over a year of a large customer takes the server a while. */
const TIMEOUT_MS = 120_000

export interface ReportChoice extends Days {
  /** The key of a report; another one is not asked for. */
  report: string
  location: { id: number; name: string }
}

/** Saves the report as a file and gives its name; null for a report that is none (C375). */
export async function exportReport(
  client: Pick<Client, 'file'>,
  { report, location, start, end }: ReportChoice,
  save: (name: string, file: Blob) => void = downloadBlob,
): Promise<string | null> {
  if (!isReport(report)) return null
  const file = await client.file(REPORTS[report].path, {
    query: { company_location: location.id, start_date: start, end_date: end },
    timeoutMs: TIMEOUT_MS,
  })
  const name = reportFileName(location.name, start, end, report)
  save(name, file)
  return name
}

/** The first lines of a report, and what all of them come to: `GET reports/preview`. */
import { z } from 'zod'
import { Count } from '../values.ts'

export const PREVIEW_LINES = 20

export const ReportPreview = z.object({
  columns: z.array(z.object({ label: z.string(), is_number: z.boolean() })),
  /** The first lines as the file has them, a text for each column; '' for an empty cell. */
  rows: z.array(z.array(z.string())),
  /** The last row of the file: the sum of a column, '' where it has none. */
  sums: z.array(z.string()),
  /** How many lines the file has. */
  lines: Count,
})
export type ReportPreview = z.infer<typeof ReportPreview>

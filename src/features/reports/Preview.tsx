import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import type { ReportPreview } from '#contract/reports/preview.ts'
import { plural } from '#src/ui/format.ts'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { ReportChoice } from './export-report.ts'
import { previewQuery } from './queries.ts'
import classes from './reports.module.css'

/** The preview of the file: its first lines and its sums. */
export function Preview({ report, location, start, end }: ReportChoice) {
  const query = useMemo(() => previewQuery({ report, location, start, end }), [report, location, start, end])
  return (
    <section className={classes.card} aria-label="Preview">
      <WhenRead reading={useServerQuery(query)} waiting={<Skeleton height={240} radius="md" />}>
        {(preview) => <Lines preview={preview} />}
      </WhenRead>
    </section>
  )
}

function Lines({ preview: { columns, rows, sums, lines } }: { preview: ReportPreview }) {
  if (lines === 0) return <p className={classes.note}>Nothing was bought on these days.</p>
  const cells = (row: readonly string[]) =>
    columns.map(({ label, is_number }, at) => (
      <td key={label} data-align={is_number ? 'right' : undefined}>
        {row[at]}
      </td>
    ))
  return (
    <>
      <p className={classes.note}>
        {rows.length < lines ? `The first ${rows.length} of ${plural(lines, 'line')}` : plural(lines, 'line')}
      </p>
      <div
        className={classes.scroll}
        // Keyboards must reach a box that scrolls (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label="Lines of the report"
      >
        <table className={classes.preview}>
          <thead>
            <tr>
              {columns.map(({ label, is_number }) => (
                <th key={label} scope="col" data-align={is_number ? 'right' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <tr key={n}>{cells(row)}</tr>
            ))}
          </tbody>
          <tfoot>
            <tr>{cells(sums)}</tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './customer-lists.module.css'
import type { Finding } from './list-file.ts'

interface ImportReportProps {
  /** The file's name. */
  name: string
  findings: readonly Finding[]
}

/** The rows of a file that are not imported as written. Draws nothing where there are none. */
export function ImportReport({ name, findings }: ImportReportProps) {
  if (findings.length === 0) return null
  return (
    <section className={classes.missing} aria-label={`What was found in ${name}`}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <p>
          {findings.length === 1
            ? `One row of ${name} is not taken as it is in the file:`
            : `${findings.length} rows of ${name} are not taken as they are in the file:`}
        </p>
        {/* The list scrolls, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={classes.findings} tabIndex={0} aria-label="Rows">
          {findings.map(({ row, code, words }) => (
            <li key={row}>
              <b>
                Row {row}: {code}
              </b>
              <br />
              {words}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

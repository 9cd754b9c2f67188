import { LINE_COLUMNS, TAX_MARK, type PrintedInvoice, type PrintedLine } from '#contract/invoices/document.ts'
import { WEIGH_COLUMNS, type WeighTicket } from '#contract/invoices/weigh-ticket.ts'
import type { ReactNode } from 'react'
import classes from '../invoice.module.css'

interface InvoicePaperProps {
  printed: PrintedInvoice
  /** On paper there is nothing to press, so the weigh ticket is open. */
  isPrint?: boolean
  /** In edit mode: inputs in place of the lines and the sums. */
  children?: ReactNode
}

/** The invoice as printed (B038–B043). */
export function InvoicePaper({ printed, isPrint = false, children }: InvoicePaperProps) {
  const { id, title, distributor, header, facts, addresses, terms, weighTicket } = printed
  return (
    <section className={classes.paper} aria-label={`Invoice of order ${id}`}>
      <div className={classes.letterhead}>
        <address aria-label="Distributor">
          <strong>{distributor}</strong>
          {header.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <div>
          <strong>{title}</strong>
          <dl className={classes.facts}>
            {facts.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className={classes.addresses}>
        {addresses.map(({ title: heading, name, address }) => (
          <div key={heading}>
            <h2>{heading}</h2>
            <p>{name}</p>
            <p>{address}</p>
          </div>
        ))}
      </div>
      {children ?? (
        <>
          <Lines printed={printed} />
          <Sums printed={printed} />
        </>
      )}
      <p className={classes.terms}>{terms}</p>
      {weighTicket && <Weighed ticket={weighTicket} isOpen={isPrint} />}
    </section>
  )
}

const lineCell = (line: PrintedLine, of: (typeof LINE_COLUMNS)[number]['of']) => (
  <>
    {line[of]}
    {of === 'name' && line.notes.map((note) => <small key={note}>{note}</small>)}
    {of === 'total' && line.taxable && <abbr title="taxable">{TAX_MARK}</abbr>}
  </>
)

const Lines = ({ printed: { lines, noLines, taxNote } }: { printed: PrintedInvoice }) => (
  <div>
    <PaperTable columns={LINE_COLUMNS} rows={lines} isBelow={({ kind }) => kind !== 'item'} cell={lineCell} />
    {noLines && <p>{noLines}</p>}
    {taxNote && <p className={classes.note}>{taxNote}</p>}
  </div>
)

const Sums = ({ printed: { sums, paid } }: { printed: PrintedInvoice }) => (
  <dl className={classes.sums}>
    {[...sums, ...paid].map(({ label, text, isGrand }) => (
      <div key={label} data-grand={isGrand || undefined}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

const Weighed = ({ ticket: { title, rows }, isOpen }: { ticket: WeighTicket; isOpen: boolean }) => (
  <details className={classes.weighed} open={isOpen}>
    <summary>{title}</summary>
    <PaperTable columns={WEIGH_COLUMNS} rows={rows} isSum={(row) => row.isSum} cell={(row, of) => row[of]} />
  </details>
)

interface PaperTableProps<Row extends { key: string }, Of extends string> {
  columns: readonly { of: Of; label: string; isNumber: boolean }[]
  rows: readonly Row[]
  cell: (row: Row, of: Of) => ReactNode
  /** Whether the row belongs to the line above it. */
  isBelow?: (row: Row) => boolean
  isSum?: (row: Row) => boolean
}

/** A table as printed. On a phone each line is a card, and each cell has its column's name. */
const PaperTable = <Row extends { key: string }, Of extends string>({
  columns,
  rows,
  cell,
  isBelow,
  isSum,
}: PaperTableProps<Row, Of>) => (
  <div className={classes.scroll}>
    <table className={classes.lines}>
      <thead>
        <tr>
          {columns.map(({ of, label, isNumber }) => (
            <th key={of} scope="col" data-number={isNumber || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-below={isBelow?.(row) || undefined} data-sum={isSum?.(row) || undefined}>
            {columns.map(({ of, label, isNumber }) => (
              <td
                key={of}
                data-name={of === 'name' || undefined}
                data-number={isNumber || undefined}
                // The name has no label, because it heads its card.
                data-label={of === 'name' ? undefined : label}
              >
                {cell(row, of)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

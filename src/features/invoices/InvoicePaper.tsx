import type { Invoice } from '#contract/invoices/schema.ts'
import { printedItems, printedSums, TAX_MARK, TAX_NOTE, TERMS } from '#src/documents/invoice-lines.ts'
import { showDay } from '#src/ui/format.ts'
import type { ReactNode } from 'react'
import classes from './invoice.module.css'

interface InvoicePaperProps {
  invoice: Invoice
  /** The distributor's name, then where it is and how it is reached (B002, B003). */
  header: readonly string[]
  /** In edit mode: inputs in the place of the lines and the sums. */
  children?: ReactNode
}

/** The invoice as it stands on paper (B038–B043). */
export function InvoicePaper({ invoice, header: [name, ...lines], children }: InvoicePaperProps) {
  const { customer, company_location_name: place } = invoice
  return (
    <section className={classes.paper} aria-label={`Invoice of order ${invoice.order_id}`}>
      <div className={classes.letterhead}>
        <address aria-label="Distributor">
          <strong>{name}</strong>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <dl className={classes.facts}>
          <dt>Invoice</dt>
          <dd>#{invoice.order_id}</dd>
          <dt>Delivery date</dt>
          <dd>{showDay(invoice.order_delivery_date)}</dd>
          <dt>Customer</dt>
          <dd>{customer.username}</dd>
          {customer.email && (
            <>
              <dt>Email</dt>
              <dd>{customer.email}</dd>
            </>
          )}
        </dl>
      </div>
      <div className={classes.addresses}>
        <div>
          <h2>Bill to</h2>
          <p>{place}</p>
          <p>{invoice.bill_to_address}</p>
        </div>
        <div>
          <h2>Ship to</h2>
          <p>{place}</p>
          <p>{invoice.ship_to_address}</p>
        </div>
      </div>
      {children ?? (
        <>
          <Lines invoice={invoice} />
          <Sums invoice={invoice} />
        </>
      )}
      <p className={classes.terms}>{TERMS}</p>
    </section>
  )
}

const HEADINGS = ['Item Code', 'Item', 'Units', 'Cases', 'Unit Price', 'Case Price', 'Total']

function Lines({ invoice }: { invoice: Invoice }) {
  const items = printedItems(invoice)
  return (
    <div>
      <div className={classes.scroll}>
        <table className={classes.lines}>
          <thead>
            <tr>
              {HEADINGS.map((heading, n) => (
                <th key={heading} scope="col" data-number={n > 1 || undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.key} data-below={item.code === '' || undefined}>
                <td data-label="Item Code">{item.code}</td>
                <td data-name>
                  {item.name}
                  {item.notes.map((note) => (
                    <small key={note}>{note}</small>
                  ))}
                </td>
                <td data-number data-label="Units">
                  {item.units}
                </td>
                <td data-number data-label="Cases">
                  {item.cases}
                </td>
                <td data-number data-label="Unit Price">
                  {item.unitPrice}
                </td>
                <td data-number data-label="Case Price">
                  {item.casePrice}
                </td>
                <td data-number data-label="Total">
                  {item.total}
                  {item.taxable && <abbr title="taxable">{TAX_MARK}</abbr>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length === 0 && <p>Nothing was picked for it.</p>}
      {items.some(({ taxable }) => taxable) && <p className={classes.note}>{TAX_NOTE}</p>}
    </div>
  )
}

function Sums({ invoice }: { invoice: Invoice }) {
  return (
    <dl className={classes.sums}>
      {printedSums(invoice).map(({ label, amount, isGrand }) => (
        <div key={label} data-grand={isGrand || undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { ReactNode } from 'react'
import type { OrderLine } from './lines.ts'
import classes from './OrderPrint.module.css'

export interface PrintedColumn {
  label: string
  cell: (line: OrderLine) => ReactNode
  isNumber?: boolean
}

/** An order's lines on paper. B018: an item that is sold by weight is bold. */
export function PrintedLines({
  columns,
  lines,
}: {
  columns: readonly PrintedColumn[]
  lines: readonly OrderLine[]
}) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" data-name={label === 'Name' || undefined} data-number={isNumber}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.item.id} data-weighed={line.product?.weight_type === 'r/w' || undefined}>
              {columns.map(({ label, cell, isNumber }) => (
                <td key={label} data-number={isNumber}>
                  {cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

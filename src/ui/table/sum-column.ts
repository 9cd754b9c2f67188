import { cents, money } from '#contract/money.ts'
import { showMoney } from '../format.ts'
import type { Column } from './column.ts'

/** A column of money with its sum below it. */
export const sumColumn = <Id extends string, Row extends Record<Id, string>>(
  id: Id,
  label: string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  label,
  align: 'right',
  value: (row) => cents(row[id]),
  text: (row) => showMoney(row[id]),
  isMoney: true,
  exported: (row) => row[id],
  isZeroDash: true,
  foot: (rows) => showMoney(money(rows.reduce((all, row) => all + cents(row[id]), 0n))),
  ...more,
})

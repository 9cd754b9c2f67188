import { useOwnTable } from '#src/kit/list/use-own-table.ts'
import type { Days } from '#contract/day.ts'
import type { Figures as FiguresAnswer } from '#contract/reports/figures.ts'
import { OnlyFor } from '#src/kit/page/OnlyFor.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useToday } from '#src/kit/use-today.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { FigureList } from '#src/ui/Figures.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { allRows } from '#src/ui/table/source.ts'
import { Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  customerColumns,
  dayColumns,
  departmentColumns,
  PICKER_COLUMNS,
  PRODUCT_COLUMNS,
} from './figure-columns.tsx'
import { daysUntil, departmentsOf, shareOf } from './figures.ts'
import { figuresQuery } from './queries.ts'
import classes from './reports.module.css'

interface FiguresScreenProps {
  /** `YYYY-MM-DD`; undefined for the last seven days. */
  start: string | undefined
  end: string | undefined
  onDays: (days: Days) => void
}

/** `/figures`: sales, margins and picking of some delivery days. Online only. */
export const FiguresScreen = (props: FiguresScreenProps) => (
  <OnlyFor right="reports.export" title="Figures" refusal="The figures are for the office">
    {() => <Shown {...props} />}
  </OnlyFor>
)

function Shown({ start, end, onDays }: FiguresScreenProps) {
  const { engine } = useSignedIn()
  const { today } = useToday(engine)
  const lately = daysUntil(today)
  const days = { start: start ?? lately.start, end: end ?? lately.end }
  const query = useMemo(() => figuresQuery(days.start, days.end), [days.start, days.end])
  const reading = useServerQuery(query)
  return (
    <div className={classes.page}>
      <PageHead title="Figures" note="By delivery day. Sales are what was invoiced." />
      <div className={classes.days}>
        <DaysInputs days={days} onDays={onDays} />
      </div>
      <WhenRead reading={reading} waiting={<Skeleton height={480} radius="md" />}>
        {(figures) => <Tables figures={figures} />}
      </WhenRead>
    </div>
  )
}

function Tables({ figures }: { figures: FiguresAnswer }) {
  const { days, customers, products, picking, pickers } = figures
  const departments = useMemo(() => departmentsOf(products), [products])
  return (
    <>
      <Picking picking={picking} />
      <Table label="Sales by day" columns={dayColumns(days)} rows={days} keyOf={({ day }) => day} />
      <Table
        label="Sales by customer"
        columns={customerColumns(customers)}
        rows={customers}
        keyOf={({ company_location }) => company_location}
      />
      <Table
        label="Sales by department"
        columns={departmentColumns(departments)}
        rows={departments}
        keyOf={({ name }) => name}
      />
      <Table
        label="Sales by product"
        columns={PRODUCT_COLUMNS}
        rows={products}
        keyOf={({ product }) => product}
      />
      <Table label="Pickers" columns={PICKER_COLUMNS} rows={pickers} keyOf={({ username }) => username} />
    </>
  )
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}

function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const table = useOwnTable()
  return (
    <section aria-label={`${label}, with its tools`}>
      <h2>{label}</h2>
      <DataTable
        label={label}
        columns={columns}
        source={allRows(rows, keyOf)}
        {...table}
        empty={<EmptyState icon={<IconChartBar size={40} />} title="Nothing on these days" />}
      />
    </section>
  )
}

/** How well the days were picked. */
function Picking({ picking }: { picking: FiguresAnswer['picking'] }) {
  const { orders, late_orders, lines, short_lines, pieces_ordered, pieces_picked } = picking
  const fill = shareOf(BigInt(pieces_picked), BigInt(pieces_ordered))
  return (
    <FigureList
      label="Picking"
      facts={[
        { label: 'Orders picked', value: orders.toLocaleString('en-US') },
        { label: 'After the cut-off', value: late_orders.toLocaleString('en-US') },
        { label: 'Fill rate', value: fill === null ? '–' : `${fill} %` },
        {
          label: 'Short lines',
          value: `${short_lines.toLocaleString('en-US')} of ${lines.toLocaleString('en-US')}`,
        },
      ]}
    />
  )
}

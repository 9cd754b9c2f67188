import { Link } from '#src/kit/links/Link.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useStayingDay } from '#src/kit/list/use-staying-day.tsx'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import type { Icon } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './bulk.module.css'

/** The props that every bulk screen gets. */
export interface BulkScreenProps {
  /** The way to the other bulk screens (B076). */
  tabs: ReactNode
}

/** The link to an order. */
export const orderLink = (order: number) => <Link to={to.order(order)}>{`Order ${order}`}</Link>

/** A button for the chosen rows, which is in sight before the list is. A press asks the run about them. */
interface BulkAct<Row> {
  label: string
  Icon: Icon
  /** Why the act cannot be done now. */
  reason: string | false
  chosen: readonly Row[]
  run: {
    ask: (chosen: readonly Row[]) => void
    dialog: ReactNode
    /** The note of a run that was left before its end. */
    note?: ReactNode
  }
}

interface BulkFrameProps<Row> extends Pick<BulkScreenProps, 'tabs'> {
  title: string
  /** The text of the bar, where it is not the title (C035). */
  bar?: string
  /** The choice of days. */
  days: ReactNode
  act: BulkAct<Row>
  /** A second act on the chosen rows. */
  also?: BulkAct<Row>
  children: ReactNode
}

/** The head that the bulk screens share, with the notes and the dialogs of their runs. */
export function BulkFrame<Row>({ title, bar = title, tabs, days, act, also, children }: BulkFrameProps<Row>) {
  return (
    <div className={classes.page}>
      <PageHead title={title} bar={bar}>
        {also && (
          <Button
            icon={<also.Icon size={18} aria-hidden />}
            reason={also.reason}
            onClick={() => also.run.ask(also.chosen)}
          >
            {also.label}
          </Button>
        )}
        <Button
          kind="main"
          icon={<act.Icon size={18} aria-hidden />}
          reason={act.reason}
          onClick={() => act.run.ask(act.chosen)}
        >
          {act.label}
        </Button>
      </PageHead>
      {tabs}
      <div className={classes.days}>{days}</div>
      {act.run.note}
      {also?.run.note}
      {children}
      {act.run.dialog}
      {also?.run.dialog}
    </div>
  )
}

/** The one delivery date of a screen: the day on which the screen was opened, until a person picks another (B269). */
export function useDeliveryDate(): { day: string; input: ReactNode } {
  const [picked, setPicked] = useState<string | null>(null)
  const opened = useStayingDay(useToday(useSignedIn().engine).today)
  const day = picked ?? opened.day
  const input = (
    <>
      <DayInput label="Delivery date" required value={day} onChange={(next) => next && setPicked(next)} />
      {picked === null && opened.note}
    </>
  )
  return { day, input }
}

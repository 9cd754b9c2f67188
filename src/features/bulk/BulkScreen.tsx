import { Link } from '#src/kit/Link.tsx'
import { PageHead } from '#src/kit/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useStayingDay } from '#src/kit/use-staying-day.tsx'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import type { Icon } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './bulk.module.css'

/** What every bulk screen is given. */
export interface BulkScreenProps {
  /** The way to the other bulk screens (B076). */
  tabs: ReactNode
}

/** The way to an order. */
export const orderLink = (order: number) => <Link to={to.order(order)}>{`Order ${order}`}</Link>

/** The button that does it, in sight before the list is. */
interface BulkAct {
  label: string
  Icon: Icon
  /** Why it cannot be done now. */
  reason: string | false
  onClick: () => void
}

interface BulkFrameProps extends Pick<BulkScreenProps, 'tabs'> {
  title: string
  /** What the bar says where that is something else (C035). */
  bar?: string
  /** The choice of days. */
  days: ReactNode
  act: BulkAct
  /** What else can be done with what is chosen. */
  also?: BulkAct
  /** What a run came to that was left before its end. */
  note?: ReactNode
  children: ReactNode
}

/** The head that the bulk screens share. */
export function BulkFrame({ title, bar = title, tabs, days, act, also, note, children }: BulkFrameProps) {
  return (
    <div className={classes.page}>
      <PageHead title={title} bar={bar}>
        {also && (
          <Button icon={<also.Icon size={18} aria-hidden />} reason={also.reason} onClick={also.onClick}>
            {also.label}
          </Button>
        )}
        <Button
          kind="main"
          icon={<act.Icon size={18} aria-hidden />}
          reason={act.reason}
          onClick={act.onClick}
        >
          {act.label}
        </Button>
      </PageHead>
      {tabs}
      <div className={classes.days}>{days}</div>
      {note}
      {children}
    </div>
  )
}

/** The one delivery date of a screen: the day on which it was opened until somebody picks another (B269). */
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

import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import type { Reading } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import type { Icon } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './bulk.module.css'

/** What every bulk screen is given. */
export interface BulkScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  /** The distributor's day, `YYYY-MM-DD`. */
  today: string
  /** The way to the other bulk screens (B076). */
  tabs: ReactNode
  /** The way to an order. */
  orderLink: (order: number) => ReactNode
}

/** The button that does it, in sight before the list is. */
interface BulkAct {
  label: string
  Icon: Icon
  /** Why it cannot be done now. */
  reason: string | false
  onClick: () => void
}

interface BulkFrameProps extends Pick<BulkScreenProps, 'tabs' | 'serverReachable'> {
  title: string
  /** What the screen lists. */
  reading: Reading<unknown> & { reload: () => void }
  /** The choice of days. */
  days: ReactNode
  act: BulkAct
  /** What else can be done with what is chosen. */
  also?: BulkAct
  /** What a run came to that was left before its end. */
  note?: ReactNode
  children: ReactNode
}

/** The head that the bulk screens share, and what stands in the place of their lists when those cannot be had. */
export function BulkFrame({
  title,
  tabs,
  serverReachable,
  reading,
  days,
  act,
  also,
  note,
  children,
}: BulkFrameProps) {
  const { value, failure } = reading
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      {tabs}
      <div className={classes.days}>
        {days}
        <div className={classes.act}>
          {also && (
            <ActionButton
              size="lg"
              variant="default"
              leftSection={<also.Icon size={22} aria-hidden />}
              reason={also.reason}
              onClick={also.onClick}
            >
              {also.label}
            </ActionButton>
          )}
          <ActionButton
            size="lg"
            leftSection={<act.Icon size={22} aria-hidden />}
            reason={act.reason}
            onClick={act.onClick}
          >
            {act.label}
          </ActionButton>
        </div>
      </div>
      {note}
      {value !== null && !serverReachable && (
        <OfflineNote>
          The server is not in reach. What you chose is kept here while this screen is open.
        </OfflineNote>
      )}
      {value !== null && serverReachable && failure !== null && <ErrorNote>{errorText(failure)}</ErrorNote>}
      {value === null && (failure !== null || !serverReachable) ? (
        <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
          {() => null}
        </WhenRead>
      ) : (
        children
      )}
    </div>
  )
}

/** The one delivery date of a screen: today until somebody picks another (B269). */
export function useDeliveryDate(today: string): { day: string; input: ReactNode } {
  const [picked, setPicked] = useState<string | null>(null)
  const day = picked ?? today
  const input = (
    <DayInput label="Delivery date" required value={day} onChange={(next) => next && setPicked(next)} />
  )
  return { day, input }
}

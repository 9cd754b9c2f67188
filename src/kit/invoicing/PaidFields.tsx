import { EXTERNAL_WAYS, type ExternalPayment } from '#contract/invoices/payment.ts'
import { WAY_WORDS } from '#src/queries/paid-externally.ts'
import DayInput from '#src/ui/inputs/DayInput.tsx'
import { LineInput } from '#src/ui/inputs/LineInput.tsx'
import { NativeSelect } from '@mantine/core'

/** When and how money came that was not paid online. */
export interface Paid {
  /** Null for today. */
  day: string | null
  way: ExternalPayment['way']
  note: string
}
export const PAID_TODAY: Paid = { day: null, way: 'check', note: '' }

interface PaidFieldsProps {
  value: Paid
  onChange: (value: Paid) => void
  /** The distributor's day. */
  today: string
}

export function PaidFields({ value, onChange, today }: PaidFieldsProps) {
  return (
    <>
      <DayInput
        label="Day"
        value={value.day ?? today}
        onChange={(day) => onChange({ ...value, day })}
        required
      />
      <NativeSelect
        label="How"
        size="md"
        value={value.way}
        onChange={({ currentTarget }) =>
          onChange({ ...value, way: currentTarget.value as ExternalPayment['way'] })
        }
        data={EXTERNAL_WAYS.map((way) => ({ value: way, label: WAY_WORDS[way] }))}
      />
      <LineInput
        label="Note"
        description="Such as the number of the check. The customer does not see it."
        maxLength={200}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
    </>
  )
}

/** As a call sends it. */
export const paidBody = ({ day, ...paid }: Paid): Pick<ExternalPayment, 'way' | 'note' | 'day'> => ({
  ...paid,
  ...(day !== null && { day }),
})

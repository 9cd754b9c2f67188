import { LineInput } from '#src/ui/inputs/LineInput.tsx'

interface CreditReasonProps {
  value: string
  onChange: (reason: string) => void
}

/** The field for why a credit is given or kept. */
export const CreditReason = (field: CreditReasonProps) => (
  <LineInput label="Reason" description="It is printed on the invoice." maxLength={200} {...field} />
)

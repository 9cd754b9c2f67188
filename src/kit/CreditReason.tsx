import { TextInput } from '@mantine/core'

interface CreditReasonProps {
  value: string
  onChange: (reason: string) => void
}

/** The field for why a credit is given or kept. */
export const CreditReason = ({ value, onChange }: CreditReasonProps) => (
  <TextInput
    label="Reason"
    description="It stands on the invoice."
    size="md"
    maxLength={200}
    autoComplete="off"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

import { Switch } from '@mantine/core'

interface CasePriceSwitchProps {
  byCase: boolean
  onChange: (byCase: boolean) => void
}

/** Chooses whether fees are shown with the price of a case. It is for what is sold by unit and by case. */
export const CasePriceSwitch = ({ byCase, onChange }: CasePriceSwitchProps) => (
  <Switch
    label="Case price"
    size="md"
    checked={byCase}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

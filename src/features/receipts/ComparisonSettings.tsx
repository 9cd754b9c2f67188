import { PRICE_MARGIN_MAX, PRICE_MARGIN_STEP } from '#contract/spec.ts'
import type { PricingWord } from '#contract/receipts/schema.ts'
import { Button } from '#src/ui/Button.tsx'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { NativeSelect, Switch } from '@mantine/core'
import { withPricing, type Choices } from './choices.ts'
import classes from './receipts.module.css'

interface ComparisonSettingsProps {
  choices: Choices
  /** The distributor's day. */
  today: string
  onChange: (choices: Choices) => void
}

/** How orders and receipts are compared (C194, C262, C318). */
export function ComparisonSettings({ choices, today, onChange }: ComparisonSettingsProps) {
  const { pricingType, dateRange, priceMargin, showPricingDifferences, currentPricing } = choices
  const change = (part: Partial<Choices>) => onChange({ ...choices, ...part })
  const isContract = pricingType === 'contract'
  return (
    <section className={classes.settings} aria-label="Comparison">
      <PricingSelect value={pricingType} onChange={(pricing) => onChange(withPricing(choices, pricing))} />
      <DaysInputs days={dateRange} onDays={(days) => change({ dateRange: days })} />
      <Button
        isPressed={dateRange.start === today && dateRange.end === today}
        onClick={() => change({ dateRange: { start: today, end: today } })}
      >
        Today
      </Button>
      <PriceMargin value={priceMargin} onChange={(margin) => change({ priceMargin: margin })} />
      <Switch
        label="Show pricing differences"
        description={isContract ? 'Prices by contract are agreed.' : undefined}
        size="md"
        disabled={isContract}
        checked={showPricingDifferences}
        onChange={({ currentTarget }) => change({ showPricingDifferences: currentTarget.checked })}
      />
      <Switch
        label="Use current pricing"
        size="md"
        checked={currentPricing}
        onChange={({ currentTarget }) => change({ currentPricing: currentTarget.checked })}
      />
    </section>
  )
}

interface PricingSelectProps {
  value: PricingWord
  onChange: (pricing: PricingWord) => void
}

export const PricingSelect = ({ value, onChange }: PricingSelectProps) => (
  <NativeSelect
    label="Pricing type"
    size="md"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value as PricingWord)}
    data={[
      { value: 'shelf', label: 'Shelf' },
      { value: 'contract', label: 'Contract' },
    ]}
  />
)

interface PriceMarginProps {
  /** A tolerance as a fraction. */
  value?: number
  onChange: (margin: number) => void
}

/** C262, C397: its own default shows only where a page passes none. */
function PriceMargin({ value = 1, onChange }: PriceMarginProps) {
  return (
    <label className={classes.margin}>
      <span>
        Price margin <output>{value}</output>
      </span>
      <input
        type="range"
        aria-label="Price margin"
        min={0}
        max={PRICE_MARGIN_MAX}
        step={PRICE_MARGIN_STEP}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  )
}

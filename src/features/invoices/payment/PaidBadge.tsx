import { Chip } from '#src/ui/Chip.tsx'
import { IconCheck } from '@tabler/icons-react'

/** B109, B110: green, and says it. */
export const PaidBadge = () => (
  <Chip tone="ok" icon={<IconCheck aria-hidden />}>
    Paid
  </Chip>
)

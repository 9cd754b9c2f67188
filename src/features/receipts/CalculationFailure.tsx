import { lazy, Suspense, useState } from 'react'
import type { CalculationFailed } from './use-differences.ts'

const FailureDialog = lazy(() => import('./FailureDialog.tsx'))

/** C356: on both screens that compare, the dialog of a calculation that failed; Continue leaves it until the next one fails. */
export function CalculationFailure({ failure }: { failure: CalculationFailed | null }) {
  const [seen, setSeen] = useState<CalculationFailed | null>(null)
  if (failure === null && seen !== null) setSeen(null)
  if (failure === null || failure === seen) return null
  return (
    <Suspense>
      <FailureDialog
        heading="There was an error while calculating the receipt information"
        text={failure.text}
        onClose={() => setSeen(failure)}
      />
    </Suspense>
  )
}

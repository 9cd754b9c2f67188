import type { PricingWord } from '#contract/receipts/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { showDay } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Steps } from '#src/ui/Steps.tsx'
import { NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { PricingSelect } from './ComparisonSettings.tsx'
import { useFinish } from './DifferenceScreen.tsx'
import { missingWords } from './missing-words.ts'
import { receiptsQuery } from './queries.ts'
import { ReceiptLines } from './ReceiptLines.tsx'
import { ReceiptList } from './ReceiptList.tsx'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

/** `/receiptDifference?action=viewer`: one receipt's lines (C092, C316, C365). */
export function ViewerScreen({ tabs }: { tabs: ReactNode }) {
  const [pricing, setPricing] = useState<PricingWord>('shelf')
  const [chosen, setChosen] = useState<number | null>(null)
  const finish = useFinish()
  const { value: receipts, failure, busy, reload } = useServerQuery(receiptsQuery(pricing))
  const receipt = receipts?.find(({ id }) => id === chosen) ?? null

  return (
    <ReceiptPage title="Receipt Viewer" tabs={tabs}>
      <Steps label="Viewing a receipt" steps={['Receipt Viewer']} current={0} />
      <div className={classes.fields}>
        <PricingSelect
          value={pricing}
          onChange={(word) => {
            setPricing(word)
            setChosen(null)
          }}
        />
        <NativeSelect
          label="Receipt"
          size="md"
          value={receipt?.id ?? ''}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value) || null)}
          data={[
            { value: '', label: 'Choose a receipt' },
            ...(receipts ?? []).map((one) => ({
              value: String(one.id),
              label: [showDay(one.date), one.description, missingWords(one) && 'short']
                .filter(Boolean)
                .join(' · '),
            })),
          ]}
        />
      </div>
      {failure !== null && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      {receipt ? (
        <ReceiptLines key={receipt.id} receipt={receipt} onDeleted={() => setChosen(null)} />
      ) : (
        <ReceiptList key={pricing} pricing={pricing} onChoose={setChosen} />
      )}
      <StepButtons onFinish={finish.ask} />
      {finish.dialog}
    </ReceiptPage>
  )
}

import type { Client } from '#src/api/client.ts'
import type { User } from '#contract/people/schema.ts'
import type { Go } from '#src/kit/use-go.ts'
import { to } from '#src/paths.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { freshChoices, handOver, readChoices, type Choices } from './choices.ts'
import { ChooseOrders, ChooseReceipts } from './ChooseRows.tsx'
import { ComparisonSettings } from './ComparisonSettings.tsx'
import { DifferenceResults } from './DifferenceResults.tsx'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

export interface ReceiptScreenProps {
  client: Client
  person: User | null
  serverReachable: boolean
  go: Go
  tabs: ReactNode
  /** The distributor's, `YYYY-MM-DD`. */
  tomorrow: string
}

interface DifferenceScreenProps extends ReceiptScreenProps {
  /** What came along with the address: the choices, when somebody comes back from the missing items (C099). */
  handedOver: unknown
}

const STEPS = ['Select Orders', 'Difference Generated']

/** `/receiptDifference`: chosen orders compared with chosen receipts (C089, C191–C199). */
export function DifferenceScreen(props: DifferenceScreenProps) {
  const { client, person, serverReachable, go, tabs, tomorrow, handedOver } = props
  const [choices, setChoices] = useState(() => readChoices(handedOver) ?? freshChoices(tomorrow))
  const [isFinishing, setFinishing] = useState(false)
  const change = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }))
  const { step, ordersSelected, receiptsSelected } = choices
  const isEmpty = ordersSelected.length + receiptsSelected.length === 0

  return (
    <ReceiptPage title="Receipt Difference" tabs={tabs} serverReachable={serverReachable}>
      <Steps label="Comparing receipts" steps={STEPS} current={step} />
      <ComparisonSettings choices={choices} onChange={setChoices} />
      <div className={classes.choices}>
        <ChooseOrders
          client={client}
          serverReachable={serverReachable}
          choices={choices}
          onChange={change}
          isOpen={step === 0}
        />
        <ChooseReceipts
          client={client}
          serverReachable={serverReachable}
          choices={choices}
          onChange={change}
          isOpen={step === 0}
        />
      </div>
      {step === 0 ? (
        <StepButtons
          onNext={() => change({ step: 1 })}
          nextReason={
            (!serverReachable && NEEDS_SERVER) || (isEmpty && 'Add orders or receipts to compare first.')
          }
        />
      ) : (
        <>
          <DifferenceResults
            client={client}
            person={person}
            serverReachable={serverReachable}
            choices={choices}
            onChange={change}
            onMissing={() => go(to.missingItems(), { state: handOver(choices) })}
          />
          <StepButtons onBack={() => change({ step: 0 })} onFinish={() => setFinishing(true)} />
        </>
      )}
      <Suspense>{isFinishing && <FinishDialog go={go} onLeave={() => setFinishing(false)} />}</Suspense>
    </ReceiptPage>
  )
}

/** C094, C096: the end of what has nothing to save. */
export const FinishDialog = ({ go, onLeave }: { go: Go; onLeave: () => void }) => (
  <SaveDialog
    title="Finish?"
    save={async () => undefined}
    explain={String}
    onBack={onLeave}
    onSaved={() => go(to.orders())}
  >
    There is nothing to save here: you go on to the orders.
  </SaveDialog>
)

import { keepDraft, readDraft } from '#src/kit/form/draft.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { visitOf } from '#src/kit/list/visit.ts'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { Steps } from '#src/ui/Steps.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { freshChoices, handOverChoices, keptChoices, readChoices, type Choices } from './choices.ts'
import { ChooseOrders, ChooseReceipts } from './ChooseRows.tsx'
import { ComparisonSettings } from './ComparisonSettings.tsx'
import { DifferenceResults } from './DifferenceResults.tsx'
import { ReceiptPage, StepButtons } from './ReceiptPage.tsx'
import classes from './receipts.module.css'

interface DifferenceScreenProps {
  /** The tabs of the four modes (C086). */
  tabs: ReactNode
  /** The state of the address: the choices, when a person comes back from the missing items (C099). */
  handedOver: unknown
}

const STEPS = ['Select Orders', 'Difference Generated']

/** `/receiptDifference`: chosen orders compared with chosen receipts (C089, C191–C199). */
export function DifferenceScreen({ tabs, handedOver }: DifferenceScreenProps) {
  const { engine } = useSignedIn()
  const serverReachable = useServerReachable()
  const { today, tomorrow } = useToday(engine)
  const go = useGo()
  /** The name of this visit's draft. After a reload, or after Back in the browser, the visit has its choices again. */
  const [name] = useState(() => `${engine.user.id}/receiptDifference/${visitOf(handedOver)}`)
  // Until a person chooses, the days follow the distributor's days, which a new device learns a moment later.
  const [chosen, setChoices] = useState(
    () => keptChoices(readDraft(name, { choices: null })) ?? readChoices(handedOver),
  )
  const choices = chosen ?? freshChoices(tomorrow)
  const finish = useFinish()
  useEffect(() => {
    if (chosen) keepDraft(name, { choices: chosen })
  }, [name, chosen])
  const change = (part: Partial<Choices>) =>
    setChoices((before) => ({ ...(before ?? freshChoices(tomorrow)), ...part }))
  const { step, ordersSelected, receiptsSelected } = choices
  const isEmpty = ordersSelected.length + receiptsSelected.length === 0

  return (
    <ReceiptPage title="Receipt Difference" tabs={tabs}>
      <Steps label="Comparing receipts" steps={STEPS} current={step} />
      <ComparisonSettings choices={choices} today={today} onChange={setChoices} />
      <div className={classes.choices}>
        <ChooseOrders choices={choices} onChange={change} isOpen={step === 0} />
        <ChooseReceipts choices={choices} onChange={change} isOpen={step === 0} />
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
            choices={choices}
            onChange={change}
            onMissing={() => go(to.missingItems(), { state: handOverChoices(choices) })}
          />
          <StepButtons onBack={() => change({ step: 0 })} onFinish={finish.ask} />
        </>
      )}
      {finish.dialog}
    </ReceiptPage>
  )
}

/** C094, C096: ends a screen that has nothing to save. */
export function useFinish() {
  const go = useGo()
  return useSave({
    call: async () => undefined,
    words: () => ({ title: 'Finish?', body: 'There is nothing to save here: you go on to the orders.' }),
    onDone: () => go(to.orders()),
  })
}

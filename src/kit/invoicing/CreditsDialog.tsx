import type { ExceededLine } from '#contract/invoices/credits.ts'
import type { CreditAnswer } from '#contract/invoices/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { showDollars } from '#src/ui/format.ts'
import form from '#src/ui/form.module.css'
import { SaveDialog } from '#src/ui/LazySaveDialog.tsx'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CreditReason } from './CreditReason.tsx'

interface CreditsDialogProps {
  lines: readonly ExceededLine[]
  /** Goes on with the answers. Without a promise the caller takes the dialog away. */
  save: (answers: CreditAnswer[]) => Promise<void> | void
  onBack: () => void
}

type Act = CreditAnswer['act']

/** Asks what becomes of credits which their lines do not cover any more (readings, "Credits and lines that shrink"). */
export default function CreditsDialog({ lines, save, onBack }: CreditsDialogProps) {
  const [acts, setActs] = useState<Readonly<Record<string, Act>>>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const answers = lines.flatMap(({ item }): CreditAnswer[] => {
    const act = acts[item]
    const reason = (reasons[item] ?? '').trim()
    if (act === undefined || (act === 'keep' && reason === '')) return []
    return [act === 'keep' ? { item, act, reason } : { item, act }]
  })

  return (
    <SaveDialog
      stays
      title="More is credited than is billed"
      act="Go on"
      reason={answers.length < lines.length && 'Answer for each credit.'}
      save={() => save(answers)}
      explain={errorText}
      onBack={onBack}
    >
      <div className={form.fields}>
        {lines.map(({ item, name, credited, billed }) => (
          <div key={item}>
            <NativeSelect
              label={`${name}: ${showDollars(credited)} is credited, and ${showDollars(billed)} is billed`}
              size="md"
              value={acts[item] ?? ''}
              onChange={({ currentTarget }) => setActs({ ...acts, [item]: currentTarget.value as Act })}
              data={[
                { value: '', label: 'Choose …', disabled: true },
                { value: 'lower', label: `Lower the credit to ${showDollars(billed)}` },
                { value: 'keep', label: 'Keep it: it is for something else' },
                { value: 'remove', label: 'Remove it' },
              ].filter(({ value }) => value !== 'lower' || billed !== '0.00')}
            />
            {acts[item] === 'keep' && (
              <CreditReason
                value={reasons[item] ?? ''}
                onChange={(reason) => setReasons({ ...reasons, [item]: reason })}
              />
            )}
          </div>
        ))}
      </div>
    </SaveDialog>
  )
}

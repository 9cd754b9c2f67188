import { creditWithTax, loweredBy } from '#contract/invoices/credits.ts'
import type { GivenCredit } from '#contract/invoices/schema.ts'
import { cents } from '#contract/money.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { takeBackCredit } from '#src/queries/credits.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip, type Tone } from '#src/ui/Chip.tsx'
import { showMoney } from '#src/ui/format.ts'
import { showTime } from '#src/ui/show-time.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import classes from '../invoice.module.css'
import { creditsOf } from '../queries.ts'

/** Returns by how much the discount for paying on time has lowered a credit, in words; null where it has not. */
function discountWords(credit: GivenCredit): string | null {
  const less = loweredBy(credit)
  return cents(less) === 0n ? null : `${showMoney(less)} less for paying on time`
}

/** Returns the state of a credit, with its look. */
function stateOf({ state, stands_on }: GivenCredit, order: number): { tone: Tone; label: string } {
  if (state === 'reversed') return { tone: 'plain', label: 'Taken back' }
  if (state === 'waits') return { tone: 'info', label: 'Waits for the next invoice' }
  const where = stands_on === order ? 'this invoice' : `invoice ${stands_on}`
  return state === 'used' ? { tone: 'ok', label: `Used on ${where}` } : { tone: 'info', label: `On ${where}` }
}

/**
 * The credits that were given for this invoice or are on it, with the way back for one that was given by mistake;
 * nothing where there is none. For the office.
 */
export function InvoiceCredits({ order, offline }: { order: number; offline: string | null }) {
  const { value: credits } = useServerQuery(creditsOf(order))
  const back = useSave({
    call: async (client, { id }: GivenCredit, key) => void (await takeBackCredit(client, order, id, key)),
    invalidates: INVOICE_CHANGED,
    words: (credit) => ({
      title: `Take back the credit “${credit.reason}”?`,
      act: 'Take back',
      failed: 'The credit was not taken back',
      body: 'It no longer counts: the invoice that has it comes to as much more. That it was given stays in the history.',
    }),
  })
  if (!credits?.length) return null
  return (
    <section className={classes.credits} aria-label="Credits">
      <h2>Credits</h2>
      <ul>
        {credits.map((credit) => {
          const { tone, label } = stateOf(credit, order)
          return (
            <li key={credit.id}>
              <b>{showMoney(creditWithTax(credit))}</b>
              <span>
                {credit.reason}
                <small>
                  {[credit.username, showTime(credit.created_date), discountWords(credit)]
                    .filter(Boolean)
                    .join(' · ')}
                  {credit.reversed_by && `, taken back by ${credit.reversed_by}`}
                </small>
              </span>
              <Chip tone={tone}>{label}</Chip>
              {(credit.state === 'stands' || credit.state === 'waits') && !credit.is_overpaid && (
                <Button
                  label={`Take back the credit ${credit.reason}`}
                  reason={offline}
                  onClick={() => back.ask(credit)}
                >
                  Take back
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {back.dialog}
    </section>
  )
}

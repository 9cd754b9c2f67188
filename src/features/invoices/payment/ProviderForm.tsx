import type { PaymentStart } from '#contract/invoices/payment.ts'
import { PRIMARY_COLOUR } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import { hrefOf, type Address } from '#src/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ModalButtons } from '#src/ui/Modal.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
// Not the plain import, which would ask the provider for its script on every page.
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef, useState } from 'react'
import { providerProblem, returnUrl } from './words.ts'

interface ProviderFormProps {
  publishableKey: string
  start: PaymentStart
  returnsTo: Address | undefined
  /** The provider is confirming: nothing else may be pressed. */
  busy: boolean
  onBusy: (busy: boolean) => void
  onPaid: () => void
  /** Takes the fee off before a card is confirmed that costs none; null where the payment has no fee. Rejects with what the server said. */
  takeFeeOff: ((confirmationToken: string) => Promise<void>) | null
  /** Back to the choice of a method. */
  onBack: () => void
}

interface Form {
  stripe: Stripe
  elements: StripeElements
}

/** The provider's token of a card that is funded so that it costs no fee; null for any other, and where confirming has to say what is wrong. */
async function tokenWithoutFee({ stripe, elements }: Form): Promise<string | null> {
  try {
    if ((await elements.submit()).error) return null
    const { confirmationToken: token } = await stripe.createConfirmationToken({ elements })
    const funding = token?.payment_method_preview.card?.funding
    return token && (funding === 'debit' || funding === 'prepaid') ? token.id : null
  } catch {
    return null
  }
}

/** B119, B255, B256: the provider's own form, in the provider's own frame. Card numbers never come near this page. */
export function ProviderForm({
  publishableKey,
  start,
  returnsTo,
  busy,
  onBusy,
  onPaid,
  takeFeeOff,
  onBack,
}: ProviderFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { place, form } = useProviderFrame(publishableKey, start, setProblem)

  async function pay() {
    if (!form || busy) return
    onBusy(true)
    setProblem(null)
    try {
      const return_url = returnUrl(returnsTo ? new URL(hrefOf(returnsTo), location.href).href : location.href)
      const token = takeFeeOff && (await tokenWithoutFee(form))
      if (token) await takeFeeOff(token)
      const { error } = token
        ? await form.stripe.confirmPayment({
            clientSecret: start.stripe_client_secret,
            confirmParams: { return_url, confirmation_token: token },
          })
        : await form.stripe.confirmPayment({ elements: form.elements, confirmParams: { return_url } })
      // Paid, the provider leads back to this page by itself; it answers here only with what went wrong.
      if (error) setProblem(providerProblem(error))
      else onPaid()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      onBusy(false)
    }
  }

  return (
    <>
      {!form && !problem && <Skeleton height={180} radius="md" />}
      <div ref={place} />
      <ErrorNote>{problem}</ErrorNote>
      <ModalButtons>
        <Button size="floor" onClick={onBack} reason={busy && 'Paying'}>
          Back
        </Button>
        <Button
          size="floor"
          kind="main"
          onClick={() => void pay()}
          reason={busy ? 'Paying' : !form && 'The form is loading'}
        >
          {busy ? 'Paying …' : 'Pay'}
        </Button>
      </ModalButtons>
    </>
  )
}

/**
 * Loads the provider's form into its frame at `place`; `form` is null until it is there.
 * @param onProblem must stay the same function
 */
function useProviderFrame(publishableKey: string, start: PaymentStart, onProblem: (problem: string) => void) {
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<Form | null>(null)
  const theme = useComputedColorScheme('light') === 'dark' ? 'night' : 'stripe'

  useEffect(() => {
    let gone = false
    let clear = () => undefined as void
    async function open() {
      const stripe = await loadStripe(publishableKey)
      if (gone || !stripe || !place.current) return
      const elements = stripe.elements({
        clientSecret: start.stripe_client_secret,
        ...(start.customer_session_client_secret && {
          customerSessionClientSecret: start.customer_session_client_secret,
        }),
        appearance: { theme, variables: { colorPrimary: PRIMARY_COLOUR } },
      })
      const element = elements.create('payment')
      clear = () => element.destroy()
      element.on('loaderror', ({ error }) => onProblem(providerProblem(error)))
      element.mount(place.current)
      setForm({ stripe, elements })
    }
    open().catch((error: unknown) =>
      onProblem(`The payment form could not be loaded. ${errorText(error)}. Is there a network?`),
    )
    return () => {
      gone = true
      clear()
    }
  }, [publishableKey, start, theme, onProblem])
  return { place, form }
}

/**
 * What Stripe's script gives a page, as far as ours uses it; its text is run in the page. It keeps what it was given in
 * `window.given`, and fails a payment with `window.nextError`.
 */
export function StripeScript() {
  const given: unknown[][] = []
  const standIn = (key: string) => {
    given.push(['key', key])
    return {
      elements(options: { clientSecret: string; customerSessionClientSecret: string }) {
        given.push(['secrets', options.clientSecret, options.customerSessionClientSecret])
        return {
          create: (type: string) => ({
            on: () => undefined,
            mount: (node: HTMLElement) => (node.textContent = `The provider’s ${type} form`),
            destroy: () => undefined,
          }),
        }
      },
      confirmPayment({ confirmParams }: { confirmParams: object }) {
        given.push(['confirm', confirmParams])
        return Promise.resolve({ error: (window as unknown as { nextError: object }).nextError })
      },
    }
  }
  Object.assign(window, { Stripe: Object.assign(standIn, { version: 'endive' }), given })
}

/** What the stand-in keeps in the window of a test that runs in it. */
export const standInOf = () => window as unknown as { given: unknown[][]; nextError: object | undefined }

/**
 * What Stripe's script gives a page, as far as ours uses it; its text is run in the page. It keeps what it was given in
 * `window.given`, fails a payment with `window.nextError`, and has been typed a card of `window.funding`.
 */
export function StripeScript() {
  // Looked up at each call: the provider's loader keeps the stand-in of the file of tests before, whose list is gone.
  const note = (...what: unknown[]) => (window as unknown as { given: unknown[][] }).given.push(what)
  const standIn = (key: string) => {
    note('key', key)
    return {
      elements(options: { clientSecret: string; customerSessionClientSecret: string }) {
        note('secrets', options.clientSecret, options.customerSessionClientSecret)
        return {
          submit: () => Promise.resolve({}),
          create: (type: string) => ({
            on: () => undefined,
            mount: (node: HTMLElement) => (node.textContent = `The provider’s ${type} form`),
            destroy: () => undefined,
          }),
        }
      },
      createConfirmationToken() {
        const { funding } = window as unknown as { funding: string | undefined }
        return Promise.resolve({
          confirmationToken: {
            id: `ctoken_${funding ?? 'credit'}`,
            payment_method_preview: { type: 'card', card: { funding: funding ?? 'credit' } },
          },
        })
      },
      confirmPayment({ confirmParams }: { confirmParams: object }) {
        note('confirm', confirmParams)
        return Promise.resolve({ error: (window as unknown as { nextError: object }).nextError })
      },
    }
  }
  // A window that another file of tests had before begins afresh.
  const begins = { given: [], nextError: undefined, funding: undefined }
  Object.assign(window, { Stripe: Object.assign(standIn, { version: 'endive' }), ...begins })
}

/** What the stand-in keeps in the window of a test that runs in it. */
export const standInOf = () =>
  window as unknown as { given: unknown[][]; nextError: object | undefined; funding?: string }

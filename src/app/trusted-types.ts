/**
 * The only way by which a text becomes markup or the address of a program (`require-trusted-types-for` in the server's
 * policy, decision 0173). Imported first of all: the first worker and the first style come through here.
 */
const STRIPE = 'https://js.stripe.com'

/** Larder's own workers, and the payment form (`server/app.ts`, `PAYMENT_FORM`). @param page the address of this page */
export function mayRun(address: string, page: string): boolean {
  const { origin } = new URL(address, page)
  return origin === new URL(page).origin || origin === STRIPE
}

/**
 * A style sheet, which holds no markup, and a text that is read and never drawn.
 * @param place what the text is given to, as the browser names it: 'Element innerHTML'
 */
export const mayBeMarkup = (text: string, place: string): boolean =>
  !text.includes('<') || place === 'DOMParser parseFromString'

interface Rules {
  createScriptURL(address: string): string | null
  createHTML(text: string, type: string, place: string): string | null
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Rules): unknown }
}
// The browser reads null as a refusal: the assignment throws, and says where.
trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (mayRun(address, location.href) ? address : null),
  createHTML: (text, _type, place) => (mayBeMarkup(text, place) ? text : null),
})

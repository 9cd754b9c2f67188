/** Forgetting what a person asked of the server, at sign-out. Without the code of the queries, which may not be loaded. */

/** Where what is kept for a person lies in the browser's storage. */
export const keptKey = (person: number) => `larder-kept-${person}`

/** Where the runs lie that this person left before their end. */
export const runsKey = (person: number) => `larder-runs-${person}`

let forgetInMemory: (person: number) => void = () => undefined

/** The queries, once they are loaded, forget what they hold. */
export function onForget(forget: typeof forgetInMemory): void {
  forgetInMemory = forget
}

export function forgetKept(person: number): void {
  forgetInMemory(person)
  localStorage.removeItem(keptKey(person))
  localStorage.removeItem(runsKey(person))
  // Of ordering, before it was kept here.
  localStorage.removeItem(`larder-ordering-${person}`)
}

/** Forgetting what a person asked of the server, at sign-out and when their rights have ended. Without the code of the queries, which may not be loaded. */

/** Where what is kept for a person lies in the browser's storage. */
export const keptKey = (person: number) => `larder-kept-${person}`

/** Where the runs lie that this person left before their end. */
export const runsKey = (person: number) => `larder-runs-${person}`

/** Where this tab keeps what is typed into the form of this name and not saved. */
export const draftKey = (name: string) => `larder-draft/${name}`

let forgetInMemory: (person: number, isLeaving: boolean) => void = () => undefined

/** The queries, once they are loaded, forget what they hold. */
export function onForget(forget: typeof forgetInMemory): void {
  forgetInMemory = forget
}

/** What the server told them. Who stays goes on asking. */
export function forgetAnswers(person: number, isLeaving = false): void {
  forgetInMemory(person, isLeaving)
  localStorage.removeItem(keptKey(person))
  // Of ordering, before it was kept here.
  localStorage.removeItem(`larder-ordering-${person}`)
}

/** What the server told them, and the runs that they left. */
export function forgetKept(person: number): void {
  forgetAnswers(person, true)
  localStorage.removeItem(runsKey(person))
}

/** What was typed in this tab and not saved. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftKey(''))) sessionStorage.removeItem(key)
}

/**
 * Deletes what a person requested from the server, at sign-out and when their rights have ended. It does not import
 * the code of the queries, which may not be loaded.
 */

/** Returns the key in the browser's storage of what is kept for a person. */
export const keptKey = (person: number) => `larder-kept-${person}`

/** Returns the key of the runs that this person left before their end. */
export const runsKey = (person: number) => `larder-runs-${person}`

/** Returns the key under which this tab stores what is typed into the form of this name and not saved. */
export const draftKey = (name: string) => `larder-draft/${name}`

let forgetInMemory: (person: number, isLeaving: boolean) => void = () => undefined

/** Registers how the queries, once they are loaded, forget what they hold. */
export function onForget(forget: typeof forgetInMemory): void {
  forgetInMemory = forget
}

/** Deletes the server's answers to a person. A person who stays goes on asking. */
export function forgetAnswers(person: number, isLeaving = false): void {
  forgetInMemory(person, isLeaving)
  localStorage.removeItem(keptKey(person))
  // Answers for ordering, from before they were stored here.
  localStorage.removeItem(`larder-ordering-${person}`)
}

/** Deletes the server's answers to a person, and the runs that they left. */
export function forgetKept(person: number): void {
  forgetAnswers(person, true)
  localStorage.removeItem(runsKey(person))
}

/** Deletes what was typed in this tab and not saved. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftKey(''))) sessionStorage.removeItem(key)
}

/** PostgreSQL stores neither the zero character nor half a surrogate pair; its driver would change the latter silently. */
const UNSTORABLE = /\0|\p{Surrogate}/u
const UNSTORABLE_ALL = /\0|\p{Surrogate}/gu

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** The text with a mark where something could not be stored. */
export const storable = (text: string): string => text.replace(UNSTORABLE_ALL, '\uFFFD')

import type { OutboxRecord } from '#src/db/database.ts'

type Refused = Pick<OutboxRecord, 'answer' | 'last_error'>

const fieldsOf = ({ answer }: Pick<Refused, 'answer'>) => Object.entries(answer?.fields ?? {})

/** Whether the answer says for each field what is wrong with it. */
export const isByField = (record: Pick<Refused, 'answer'>): boolean => fieldsOf(record).length > 0

/** A317: returns why the server refused an edit: a line for each field, or its message. */
export function refusalWords(record: Refused): string {
  const { answer, last_error } = record
  if (!isByField(record)) return answer?.message ?? last_error ?? 'The server gave no reason.'
  return fieldsOf(record)
    .map(([field, message]) => `${field}: ${message}`)
    .join('\n')
}

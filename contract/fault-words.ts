/** What is wrong with a value, in plain words behind its field's name, where its schema has no words of its own. */
import type { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** How much of a value is counted: the characters of a text, the entries of a list, else the number itself. */
function limitWords(origin: string, limit: number | bigint, how: 'at most' | 'at least'): string {
  const one = Number(limit) === 1
  if (origin === 'string') return `must have ${how} ${limit} ${one ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `must hold ${how} ${limit} ${one ? 'entry' : 'entries'}`
  return `must be ${how} ${limit}`
}

/** For `z.config`, in place of the library's own ("Invalid input: expected number, received undefined"). */
export function faultWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is needed'
      return KINDS[issue.expected] ? `must be ${KINDS[issue.expected]}` : 'is not right'
    case 'too_big':
      if (issue.inclusive === false) return `must be less than ${issue.maximum}`
      return limitWords(issue.origin, issue.maximum, 'at most')
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'is needed'
      if (issue.inclusive === false) return `must be more than ${issue.minimum}`
      return limitWords(issue.origin, issue.minimum, 'at least')
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be the id of a row' : 'is not written as it must be'
    default:
      return issue.input === undefined ? 'is needed' : 'is not right'
  }
}

import { ApiError, errorText, isObject } from '#src/api/errors.ts'

/** B259, C372: the answer's message, else its detail, else "Invoice {id}: {status text}". */
export function failureText(order: number, error: unknown): string {
  if (!(error instanceof ApiError)) return `Invoice ${order}: ${errorText(error)}`
  const { body } = error
  const said = isObject(body) && (body['message'] || body['detail'])
  return said ? errorText(error) : `Invoice ${order}: ${error.statusText || error.status}`
}

/** The code of a refusal that asks something (409), else null. */
export const codeOf = (error: unknown): string | null =>
  error instanceof ApiError &&
  error.status === 409 &&
  isObject(error.body) &&
  typeof error.body['code'] === 'string'
    ? error.body['code']
    : null

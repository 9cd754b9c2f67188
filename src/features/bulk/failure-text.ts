import { ApiError, errorText, isObject } from '#src/api/errors.ts'

/** B259, C372: the answer's message, else its detail, else "Invoice {id}: {status text}". */
export function failureText(order: number, error: unknown): string {
  if (!(error instanceof ApiError)) return `Invoice ${order}: ${errorText(error)}`
  const { body } = error
  const said = isObject(body) && (body['message'] || body['detail'])
  return said ? errorText(error) : `Invoice ${order}: ${error.statusText || error.status}`
}
